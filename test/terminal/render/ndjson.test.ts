import fc from "fast-check";
import { expect, it } from "vitest";
import { parseJson } from "../../../src/values/json.ts";
import { showList } from "../recorder.ts";

async function linesOf(items: readonly unknown[]): Promise<string> {
  return (await showList([items], { format: "ndjson" })).stdout;
}

it("NDJSON has each item as a line of its own, exact numbers included", async () => {
  expect(await linesOf([parseJson('{"n":1.0}'), null, [], "a\nb", { id: 1 }])).toBe(
    '{"n":1.0}\nnull\n[]\n"a\\nb"\n{"id":1}\n',
  );
});

it("NDJSON is empty for an empty page", async () => {
  expect(await linesOf([])).toBe("");
});

it("NDJSON distinguishes items from what looks like the border between them", async () => {
  const tricky = fc.constantFrom<unknown>(
    "\0",
    ["\0"],
    ["\0", "\0", "\0"],
    [1, "\0", 2],
    { "\0": "\0" },
    ',"\\u0000",',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(tricky, fc.jsonValue())), async (items) => {
      const written = (await linesOf(items)).split("\n").slice(0, -1);
      expect(written.map((line): unknown => JSON.parse(line))).toEqual(
        items.map((item): unknown => JSON.parse(JSON.stringify(item))),
      );
    }),
  );
});
