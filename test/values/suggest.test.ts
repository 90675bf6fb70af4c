import { expect, it } from "vitest";
import { suggest, suggestField } from "../../src/values/suggest.ts";

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

const fields = ["id", "display_name", "over_capture_amount", "over_capture_percentage", "outbound"];

it.each([
  ["over_capture_pct", "over_capture_percentage"],
  ["disp_nm", "display_name"],
  ["over_capture_amont", "over_capture_amount"],
  ["name", undefined],
  ["oc", undefined],
  ["over_capture_pctx", undefined],
])("the field %s is taken for %s", (name, meant) => {
  expect(suggestField(name, fields)).toBe(meant);
});

it("a word is not taken for one that is more than three edits away, however long both are", () => {
  expect(suggest("over_capture_total", ["over_capture_percentage"])).toBeUndefined();
  expect(suggest("external_indentifire", ["external_identifier"])).toBe("external_identifier");
});

it("nothing is suggested if nothing is near", () => {
  expect(suggest("balance", words)).toBeUndefined();
  expect(suggest("", words)).toBeUndefined();
});
