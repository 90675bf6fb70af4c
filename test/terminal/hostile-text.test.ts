import fc from "fast-check";
import { expect, it } from "vitest";
import { formats } from "../../src/terminal/output.ts";
import { shapeOf, showList, showRecord } from "./recorder.ts";

const steering = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/u;
const inCells = /[\r\n\t]/g;
const shape = shapeOf([
  { title: "ID", field: "id", shrinks: true },
  { title: "NAME", field: "display_name", shrinks: true },
  { title: "CREATED", field: "created_at", kind: "time", shrinks: true },
]);

/** Text with much that is meant to do harm. */
const hostile = fc.string({
  unit: fc.oneof(
    fc.constantFrom("\u001b[31m", "\u009b2J", "\u0007", "\u007f", "\u0085", "\u202e", "\u2066", "\u200b"),
    fc.constantFrom("\ufeff", "\u2028", "\ud800", "\u{e0041}", "\r", "\n", "\t", "'", '"', "- ", ": ", "\\"),
    fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
  ),
});

for (const format of formats) {
  for (const terminal of [undefined, { columns: 60 }]) {
    it(`output leaves no raw control character in ${format} ${terminal ? "on" : "off"} a terminal`, async () => {
      await fc.assert(
        fc.asyncProperty(hostile, async (text) => {
          const item = {
            id: text,
            display_name: text,
            created_at: text,
            nested: [{ [text]: text }],
            [text]: 1,
          };
          const options = { format, ...(terminal === undefined ? {} : { terminal }) };
          const list = await showList([[item], [item]], options, shape);
          const bare = await showList([[item]], options);
          const record = await showRecord(item, options, shape);
          const all = [list, bare, record].map(({ stdout, stderr }) => stdout + stderr).join("");
          expect(all.replace(inCells, "")).not.toMatch(steering);
          // Only CSV may contain carriage returns; tabs also TSV and ids, which use them as separators.
          if (format !== "csv") expect(all).not.toContain("\r");
          if (!["csv", "tsv", "id"].includes(format)) expect(all).not.toContain("\t");
          if (["table", "tsv", "ndjson"].includes(format)) {
            expect(list.stdout.split("\n").length).toBe(expectedLines[format] ?? 4 + (terminal ? 1 : 0));
          }
        }),
        { numRuns: 60 },
      );
    });
  }
}

/** Two rows and what follows the last line break; a table has titles, and a rule on a terminal. */
const expectedLines: Readonly<Record<string, number>> = { ndjson: 3, tsv: 4 };

it("output leaves JSON equal to what came", async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ stringUnit: "binary" }), hostile, async (value, text) => {
      const item = { text, value };
      const { stdout } = await showRecord(item, { format: "json" });
      expect(JSON.parse(stdout)).toEqual(JSON.parse(JSON.stringify(item)));
      const list = await showList([[item]], { format: "ndjson" });
      expect(JSON.parse(list.stdout)).toEqual(JSON.parse(JSON.stringify(item)));
    }),
    { numRuns: 100 },
  );
});
