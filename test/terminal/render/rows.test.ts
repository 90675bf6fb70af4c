import fc from "fast-check";
import { expect, it } from "vitest";
import { parseJson } from "../../../src/values/json.ts";
import { shapeOf, showList, showRecord } from "../recorder.ts";
import { readCsv } from "./read-csv.ts";

const shape = shapeOf([
  { title: "ID", field: "id" },
  { title: "CITY", field: "address.city" },
]);
const rows = [
  { id: "b1", address: { city: "London" } },
  { id: "b2", address: null },
];

const cell = async (value: unknown): Promise<string> => {
  const { stdout } = await showList([[{ value }]], { format: "csv" });
  return stdout.replace("value\n", "");
};

it.each([
  ["behind a semicolon", 'x;=HYPERLINK("y")', `"x;'=HYPERLINK(""y"")"\n`],
  ["behind a semicolon and a quote", 'x; "=1"', `"x;' ""=1"""\n`],
  ["on a line of its own", "x\n=1", `"x\n'=1"\n`],
  ["behind a tab", "x\t@SUM(A1)", `"x\t'@SUM(A1)"\n`],
])("CSV defuses a formula %s", async (_, value, text) => {
  expect(await cell(value)).toBe(text);
});

it.each(["csv", "tsv", "table"] as const)(
  "as %s, rows without names have a header only in a table",
  async (format) => {
    const query = "items[].[id, n]";
    const { stdout } = await showList([[{ id: "b1", n: 1 }]], { format, query });
    expect(stdout).toBe({ csv: "b1,1\n", tsv: "b1\t1\n", table: "0   1\nb1  1\n" }[format]);
    const values = await showList([[{ id: "b1" }]], { format, query: "items[].id" });
    expect(values.stdout).toBe({ csv: "b1\n", tsv: "b1\n", table: "VALUE\nb1\n" }[format]);
  },
);

it.each([
  ["CSV names its fields once and has a row per item", "csv", [[rows[0]], [rows[1]]], shape],
  ["CSV has no column for an object that is missing in some of its rows", "csv", [rows], undefined],
] as const)("%s", async (_, format, pages, some) => {
  expect((await showList(pages, { format }, some)).stdout).toBe("id,address.city\nb1,London\nb2,\n");
});

it("CSV and TSV are a header alone for an empty list", async () => {
  expect(await showList([[]], { format: "csv" }, shape)).toEqual({ stdout: "id,address.city\n", stderr: "" });
  expect((await showList([[]], { format: "tsv" }, shape)).stdout).toBe("id\taddress.city\n");
});

it("CSV prints nothing for a record without fields", async () => {
  expect((await showRecord({}, { format: "csv" })).stdout).toBe("");
});

it("CSV shows every field of a record", async () => {
  expect((await showRecord({ id: "b1", address: { city: "Bath" }, n: 1 }, { format: "csv" })).stdout).toBe(
    "id,address.city,n\nb1,Bath,1\n",
  );
});

it.each([
  ["a formula", "=1+1", "'=1+1\n"],
  ["a formula with quotes", '=HYPERLINK("x")', `"'=HYPERLINK(""x"")"\n`],
  ["a plus", "+44 20", "'+44 20\n"],
  ["an at sign", "@SUM(A1)", "'@SUM(A1)\n"],
  ["a minus that is no number", "-1+cmd", "'-1+cmd\n"],
  ["a leading tab", "\t=1", `"'\t'=1"\n`],
  ["a leading carriage return", "\r=1", `"'\r'=1"\n`],
  ["a full-width equals sign", "＝1", "'＝1\n"],
  ["a full-width plus", "＋1", "'＋1\n"],
  ["a full-width minus", "－1", "'－1\n"],
  ["a full-width at sign", "＠SUM", "'＠SUM\n"],
])("CSV defuses %s", async (_, value, text) => {
  expect(await cell(value)).toBe(text);
});

it.each([
  ["negative numbers", -1.5, "-1.5\n"],
  ["negative numbers in text", "-12", "-12\n"],
  ["big numbers", parseJson("[-12345678901234567890]"), "[-12345678901234567890]\n"],
  ["objects as JSON", [{ a: "b" }], `"[{""a"":""b""}]"\n`],
  ["line breaks and tabs inside quotes", "a\r\nb\tc", `"a\r\nb\tc"\n`],
  ["spaces at the edge inside quotes", " a", `" a"\n`],
  ["other controls escaped", "a\u001b", `a${String.raw`\u001b`}\n`],
])("CSV writes %s", async (_, value, text) => {
  expect(await cell(value)).toBe(text);
});

it("CSV is read back as it was by any reader", async () => {
  const text = fc.string({ unit: fc.constantFrom("a", ",", '"', "\n", "\r", "\t", " ", "é", "日") });
  const harmless = text.filter((value) => value === "" || !"\t\r\n".includes(value.charAt(0)));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(harmless, text)), async (pairs) => {
      const items = pairs.map(([id, city]) => ({ id: `x${id}`, address: { city: `x${city}` } }));
      const { stdout } = await showList([items], { format: "csv" }, shape);
      expect(readCsv(stdout)).toEqual([
        ["id", "address.city"],
        ...pairs.map(([id, city]) => [`x${id}`, `x${city}`]),
      ]);
    }),
    { numRuns: 50 },
  );
});

it("TSV has a line per row whatever the cells hold", async () => {
  const hostile = [{ id: "a\tb", address: { city: "c\nd" } }];
  expect((await showList([hostile], { format: "tsv" }, shape)).stdout).toBe(
    `id\taddress.city\n${String.raw`a\tb`}\t${String.raw`c\nd`}\n`,
  );
});

it.each([
  ["are printed on a line each", [[rows[0]], [rows[1]]], undefined, "b1\nb2\n"],
  ["leave out an item without one", [[{ id: null }, { id: "b1" }]], undefined, "b1\n"],
  ["become other fields by --fields", [rows], ["address.city", "id"], "London\tb1\n\tb2\n"],
] as const)("ids %s", async (_, pages, fields, text) => {
  expect((await showList(pages, { format: "id", fields }, shape)).stdout).toBe(text);
});

it("ids are refused for a result that has none", async () => {
  const noId = shapeOf([{ title: "TOKEN", field: "token" }], ["token", "cryptogram"]);
  await expect(showRecord({}, { format: "id" }, noId)).rejects.toMatchObject({
    exitCode: 2,
    message: "--output id: this result has no id",
  });
});
