import fc from "fast-check";
import { expect, it } from "vitest";
import { formatRows, parseRows, type ResultRow } from "../../../src/commands/bulk/result-row.ts";

const row = fc.record({
  id: fc.string({ unit: "binary" }),
  result: fc.string(),
  status: fc.option(fc.integer({ min: 100, max: 599 })),
  error: fc.option(fc.string({ unit: "binary" })),
});

function created(id: string): ResultRow {
  return { id, result: "created", status: 201, error: null };
}

it("a results file returns the rows that were written", () => {
  fc.assert(
    fc.property(fc.uniqueArray(row, { selector: ({ id }) => id }), (rows) => {
      expect([...parseRows(formatRows(rows), "r").values()]).toEqual(rows);
    }),
  );
});

it("a results file returns every whole row, wherever its end is torn off", () => {
  const rows = ["shop-1", "shop-2", "shop-3"].map(created);
  const text = formatRows(rows);
  for (let length = 0; length <= text.length; length += 1) {
    const torn = text.slice(0, length);
    const whole = rows.filter((row) => torn.includes(JSON.stringify(row)));
    expect([...parseRows(torn, "r").values()]).toEqual(whole);
  }
});

it("the later of two rows for one item counts", () => {
  const later = { id: "shop", result: "failed", status: 500, error: "no" };
  expect([...parseRows(formatRows([created("shop"), later]), "r").values()]).toEqual([later]);
});

it("a results file names the lines that are not results", () => {
  expect(() => parseRows('{"id":1}\n\n{"id":"a","result":"created"}\nnonsense\n', "r")).toThrow(
    expect.objectContaining({
      message: "r is not a results file",
      fields: [
        { field: "line 1", message: "is not a result" },
        { field: "line 4", message: "is not a result" },
      ],
    }),
  );
});
