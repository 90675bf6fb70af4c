import { expect, it } from "vitest";
import { fieldPlace } from "../../src/documents/input-record.ts";
import { formatOf, type RecordFormat } from "../../src/documents/record-formats.ts";
import { readRecords } from "../../src/documents/records.ts";

function read(text: string, format: RecordFormat) {
  return readRecords({
    text,
    name: "a file",
    format,
    known: { fields: ["id", "name"], required: [], suggest: () => undefined },
  });
}

it.each([
  ["a.csv", "csv"],
  ["a.CSV", "csv"],
  ["a.ndjson", "ndjson"],
  ["a.jsonl", "ndjson"],
  ["a.yaml", "yaml"],
  ["a.yml", "yaml"],
  ["a.json", "json"],
  ["a.txt", undefined],
  ["a.constructor", undefined],
  ["csv", undefined],
  ["-", undefined],
])("a file of records has the format of its ending: %s is %s", (name, format) => {
  expect(formatOf(name)).toBe(format);
});

it.each([
  ["yaml", "id: shop-1\n"],
  ["yaml", "# nothing yet\n"],
  ["yaml", "Not Found\n"],
  ["json", '{\n  "id": "shop-1"\n}\n'],
  ["json", '{"id":"shop-1"}'],
  ["json", "null"],
] as const)("a file of records must hold a list: %s %j", async (format, text) => {
  await expect(read(text, format)).rejects.toMatchObject({
    message: "a file must contain a list",
    hint: "start each entry with - in YAML, or put the entries between [ and ] in JSON",
  });
});

it.each(["Not Found", "<html>\n<body>", "- id: shop-1", "[1,"])(
  "a file of records is refused if it is no JSON: %j",
  async (text) => {
    await expect(read(text, "json")).rejects.toThrow(/^a file is not valid/);
  },
);

it("a file of records says of lines of JSON that they are NDJSON", async () => {
  await expect(read('{"id":1}\n\n{"id":2}\n', "json")).rejects.toMatchObject({
    message: "a file is not valid JSON: it has one object per line",
    hint: "that is NDJSON: name the file .ndjson",
  });
});

it("a file of records says of a list that it is JSON", async () => {
  await expect(read('[{"id":"shop-1"}]', "ndjson")).rejects.toMatchObject({
    message: "a file is not valid NDJSON",
    hint: "that is JSON: name the file .json",
  });
});

it("a file of records names every line of NDJSON that is not an object, or gives a key twice", async () => {
  const lines = ['{"id":"shop-1"}', "shop-2", "{", "", "5", '{"id":"a","id":"b"}', '{"id":{"x":1,"x":2}}'];
  await expect(read(lines.join("\n"), "ndjson")).rejects.toMatchObject({
    message: "a file is not valid NDJSON",
    fields: [
      ...["line 2", "line 3", "line 5"].map((field) => ({ field, message: "is not one JSON object" })),
      ...["line 6", "line 7"].map((field) => ({ field, message: "a key is given twice" })),
    ],
  });
});

it("a file of records knows the line of each field of a list, or of what should have it", async () => {
  const { records } = await read("- id: a\n- id: b\n  name: &n\n    x\n-\n  id: *n\n", "yaml");
  const places = [[], ["id"], ["name"], ["missing"]].map((path) => records.map((r) => fieldPlace(r, path)));
  expect(places).toEqual([
    ["item 1 (line 1)", "item 2 (line 2)", "item 3 (line 6)"],
    ["item 1.id (line 1)", "item 2.id (line 2)", "item 3.id (line 6)"],
    ["item 1.name (line 1)", "item 2.name (line 4)", "item 3.name (line 6)"],
    ["item 1.missing (line 1)", "item 2.missing (line 2)", "item 3.missing (line 6)"],
  ]);
  const [item] = (await read('[{"id":"a"}]', "json")).records;
  expect(item && fieldPlace(item, ["id"])).toBe("item 1.id");
});

it.each([
  ["- id: a\n---\n- id: b\n", "line 2", "a second document begins here: give it a file of its own"],
  [
    "- id: a\n  name: A\n id: b\n",
    "line 3",
    "a quote, a bracket, or the - of an entry is missing: check also how far the line is indented",
  ],
  ["- {id: a, id: b}\n", "line 1", "a key is given twice"],
  ["- id: a\n  name: Shop: Oslo\n", "line 2", "a value in which a colon stands needs quotes"],
  [
    "id: a\n- id: b\n",
    "line 2",
    "the line does not go with the one above: check how far it is indented, and for a missing colon",
  ],
])("a file of records says in plain words what is wrong with YAML: %j", async (text, field, message) => {
  const fields = [expect.objectContaining({ field, message })];
  await expect(read(text, "yaml")).rejects.toMatchObject({ fields });
});
