import { expect, it } from "vitest";
import { suggest } from "../../src/terminal/suggest.ts";

const words = ["list", "delete", "suspend", "resume", "export", "id"];

it.each([
  ["lsit", "list"],
  ["delte", "delete"],
  ["suspends", "suspend"],
  ["LIST", "list"],
  ["exprot", "export"],
  ["di", "id"],
])("takes %s for %s", (word, meant) => {
  expect(suggest(word, words)).toBe(meant);
});

it("takes the nearest of several", () => {
  expect(suggest("creat", ["cream", "create", "created"])).toBe("cream");
  expect(suggest("created_t", ["created_by", "created_at"])).toBe("created_at");
});

it("stays silent where nothing is near", () => {
  expect(suggest("balance", words)).toBeUndefined();
  expect(suggest("", words)).toBeUndefined();
});
