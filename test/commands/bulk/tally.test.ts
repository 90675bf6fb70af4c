import { expect, it } from "vitest";
import { shareText } from "../../../src/commands/bulk/tally.ts";

it.each([
  [2, 1500, "2 of 1,500 key pairs"],
  [1, 3, "1 of 3 key pairs"],
  [1, 1, "the key pair"],
])("a share of %i out of %i is put into words", (part, total, text) => {
  expect(shareText(part, total, "key pairs")).toBe(text);
});
