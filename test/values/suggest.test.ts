import { expect, it } from "vitest";
import { suggest } from "../../src/values/suggest.ts";

const words = ["list", "delete", "suspend", "resume", "export", "id"];

it.each([
  ["lsit", "list"],
  ["delte", "delete"],
  ["suspends", "suspend"],
  ["LIST", "list"],
  ["exprot", "export"],
  ["di", "id"],
])("the word %s is taken for %s", (word, meant) => {
  expect(suggest(word, words)).toBe(meant);
});

it("the nearest of several words is suggested", () => {
  expect(suggest("creat", ["cream", "create", "created"])).toBe("cream");
  expect(suggest("created_t", ["created_by", "created_at"])).toBe("created_at");
});

it("nothing is suggested if nothing is near", () => {
  expect(suggest("balance", words)).toBeUndefined();
  expect(suggest("", words)).toBeUndefined();
});
