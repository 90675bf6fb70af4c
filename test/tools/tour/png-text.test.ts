import { expect, it } from "vitest";
import { addPngText, findPngText } from "../../../tools/tour/png-text.ts";

/** One transparent pixel. */
const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

it("a text in a PNG is found again by its keyword", () => {
  const png = addPngText(addPngText(pixel, "Source", "page 1"), "Author", "a script");
  expect(findPngText(png, "Source")).toBe("page 1");
  expect(findPngText(png, "Author")).toBe("a script");
});

it("a text that a PNG does not hold is undefined", () => {
  expect(findPngText(pixel, "Source")).toBe(undefined);
  expect(findPngText(addPngText(pixel, "Sources", "x"), "Source")).toBe(undefined);
});

it("a text in a PNG comes before the end in a chunk with its length and checksum", () => {
  const png = addPngText(pixel, "a", "b");
  const added = png.subarray(pixel.length - 12, -12);
  expect(added.toString("hex")).toBe(`00000003${Buffer.from("tEXta\0b").toString("hex")}dc49a23b`);
  expect(png.subarray(-12)).toEqual(pixel.subarray(-12));
});
