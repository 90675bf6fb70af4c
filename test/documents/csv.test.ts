import { expect, it } from "vitest";
import { readCsv } from "../../src/documents/csv.ts";
import type { PayctlError } from "../../src/errors.ts";

const known = {
  fields: ["id", "name"],
  required: [["id"]],
  suggest: (name: string) => (name === "nme" ? "name" : undefined),
};

function fieldsOf(text: string): PayctlError["fields"] {
  try {
    return readCsv(text, "a.csv", known).problems;
  } catch (error) {
    return (error as PayctlError).fields;
  }
}

it("a CSV gives rows that know their last lines, without their empty cells", () => {
  expect(readCsv('\uFEFFid,name\n1,"one\nof two lines"\n\n 2 ,\n', "a.csv", known).records).toMatchObject([
    { place: "line 3", value: { id: "1", name: "one\nof two lines" } },
    { place: "line 5", value: { id: "2" } },
  ]);
});

it("a CSV may start with a byte order mark, even before quotes", () => {
  expect(readCsv('\uFEFF"id"\n1\n', "a.csv", known).records).toMatchObject([
    { place: "line 2", value: { id: "1" } },
  ]);
});

it("a CSV without a column that every row needs is told that once, beside the column that was meant", () => {
  expect(fieldsOf("name\none\ntwo\n")).toEqual([
    { field: "line 1", message: "the column id is missing", line: 1 },
  ]);
  const cards = { ...known, fields: ["number", "pin", "id"], required: [["number", "pin"], ["id"]] };
  const wrong = (header: string) => {
    try {
      return readCsv(`${header}\n1,2\n`, "a.csv", cards).problems;
    } catch (error) {
      return (error as PayctlError).fields.map(({ message }) => message);
    }
  };
  expect(wrong("number,nme")).toEqual([
    "is not a known field; did you mean name?",
    "the column pin is missing",
  ]);
  expect(wrong("pin,number")).toEqual([]);
  expect(wrong("id,number")).toEqual([]);
});

it("a CSV names every row that has more or fewer cells than the header", () => {
  expect(fieldsOf("id,name\n1\n2,two\n3,three,3\n")).toMatchObject([
    { field: "line 2", message: "the header has 2 cells, this row 1" },
    { field: "line 4", message: "the header has 2 cells, this row 3" },
  ]);
});

it.each(["id;name\n1;one, two\n", "id\tname\n1\tone, two\n", 'id,name\n1,"one, two"\n'])(
  "a CSV has the separator of its header: %j",
  (text) => {
    expect(readCsv(text, "a.csv", known)).toMatchObject({
      problems: [],
      records: [{ value: { id: "1", name: "one, two" } }],
    });
  },
);

it.each(["id,name\r\n1,one\n2,two\n", "id,name\n1,one\r\n2,two\r\n"])(
  "a CSV may end its lines in two ways: %j",
  (text) => {
    expect(readCsv(text, "a.csv", known).records.map(({ value }) => value)).toEqual([
      { id: "1", name: "one" },
      { id: "2", name: "two" },
    ]);
  },
);

it("a CSV may have empty columns without a name at its right, as spreadsheets write them", () => {
  expect(readCsv("id,name,,\n1,one,,\n", "a.csv", known)).toMatchObject({
    problems: [],
    records: [{ value: { id: "1", name: "one" } }],
  });
  expect(fieldsOf("id,name,,\n1,one,,\n2,two,,three\n")).toEqual([
    { field: "line 3", message: "a cell has no name in the header", line: 3 },
  ]);
  expect(fieldsOf("id,,,name\n1,,,one\n")).toMatchObject([
    { message: "column 2 has no name" },
    { message: "column 3 has no name" },
  ]);
});

it("a file of CSV refuses a header without rows", () => {
  expect(() => readCsv("id,name\n", "a.csv", known)).toThrow("a.csv has a header but no rows");
});

it("a CSV with two columns of one name is refused", () => {
  const problem = { field: "line 1", message: "two columns have the same name" };
  expect(fieldsOf("id,name,id\n1,one,2\n")).toMatchObject([problem]);
});

it("a CSV whose header has a column that is not a field is refused, even if its cells are empty", () => {
  expect(fieldsOf("id,nme,colour,,6006490000000001\n1,,,,\n")).toMatchObject([
    { field: "line 1.nme", message: "is not a known field; did you mean name?" },
    { field: "line 1.colour", message: "is not a known field" },
    { field: "line 1", message: "column 4 has no name" },
    { field: "line 1.(not a field name)", message: "is not a known field" },
  ]);
});

it("a CSV leaves a column that is not a field out of its rows", () => {
  expect(readCsv("id,colour\n1,red\n", "a.csv", known).records).toMatchObject([
    { place: "line 2", value: { id: "1" } },
  ]);
});

it("a CSV names the line of a quote in the wrong place", () => {
  const message = "a quote is misplaced or not closed";
  expect(fieldsOf('id,name\n1,"one" more\n')).toMatchObject([{ field: "line 2", message }]);
});

it.each(["nonsense,header\n", "Not Found\n", "6006490000000001,1234\n1,2\n"])(
  "a file of CSV refuses a first line without a known name, and does not repeat it: %j",
  (text) => {
    expect(fieldsOf(text)).toMatchObject([
      { field: "line 1", message: "must be a header with names such as id, name" },
    ]);
  },
);
