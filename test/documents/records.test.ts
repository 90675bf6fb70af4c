import { describe, expect, it } from "vitest";
import { formatOf, readRecords } from "../../src/documents/records.ts";

describe("a file of records", () => {
  it.each([
    ["a.csv", "[]", "csv"],
    ["a.CSV", "{}", "csv"],
    ["a.ndjson", "[1]", "ndjson"],
    ["a.jsonl", "[1]", "ndjson"],
    ["a.yaml", "{}", "list"],
    ["a.yml", "id,name", "list"],
    ["a.json", " {}", "ndjson"],
    ["a.json", "\n[]", "list"],
    ["-", "- id: 1", "list"],
    ["a.txt", "id,name", "csv"],
    ["-", "", "csv"],
  ])(
    "the format of a file is told by its name, else by how it begins: %s of %j is %s",
    (name, text, format) => {
      expect(formatOf(text, name)).toBe(format);
    },
  );

  it.each([
    ["a.json", '{\n  "id": "shop-1"\n}\n'],
    ["a.yaml", "id: shop-1\n"],
    ["-", '{\n  "id": "shop-1"\n}\n'],
  ])("a file that holds one object over several lines is not a list: %s", async (name, text) => {
    await expect(readRecords(text, name)).rejects.toMatchObject({
      message: `${name} must contain a list`,
      hint: "start each entry with - in YAML, or put the entries between [ and ] in JSON",
    });
  });

  it("a file may hold one object on one line, as NDJSON does", async () => {
    expect(await readRecords('{"id":"shop-1"}', "a.json")).toEqual([
      { place: "line 1", value: { id: "shop-1" } },
    ]);
  });

  it("a file of records names every line that is not an object", async () => {
    await expect(readRecords('{"id":"shop-1"}\nshop-2\n{\n', "a.ndjson")).rejects.toMatchObject({
      message: "a.ndjson is not valid NDJSON",
      fields: ["line 2", "line 3"].map((field) => ({ field, message: "is not one JSON object" })),
    });
  });
});
