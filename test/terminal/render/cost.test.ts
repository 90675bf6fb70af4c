import { describe, expect, it, vi } from "vitest";
import type { Format } from "../../../src/terminal/output.ts";
import { shapeOf, showList, showRecord } from "../recorder.ts";

let steps = 0;
const real = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** As Node's own, but each step is counted with the length of the text that it was handed, which is what it costs. */
function Segmenter() {
  return {
    segment(text: string) {
      const segments = Array.from(real.segment(text));
      steps += text.length * segments.length;
      return segments;
    },
  };
}

// The terminal makes its segmenter when the first text needs it.
vi.stubGlobal("Intl", Object.create(Intl, { Segmenter: { value: Segmenter } }));

const shape = shapeOf([
  { title: "ID", field: "id" },
  { title: "NAME", field: "display_name", shrinks: true },
  { title: "NOTE", field: "note", goes: true },
]);

async function costOf(name: string, { format, columns, wide }: Look): Promise<number> {
  const rows = Array.from({ length: 3 }, (_, index) => ({ id: `b${index}`, display_name: name, note: name }));
  const options = { format, wide, ...(columns === undefined ? {} : { terminal: { columns } }) };
  steps = 0;
  await showList([rows], options, shape);
  await showRecord({ id: "b", display_name: name.slice(0, name.length / 5) }, options, shape);
  return steps;
}

interface Look {
  readonly look: string;
  readonly format: Format;
  readonly columns?: number;
  readonly wide?: true;
}

const measuring: readonly Look[] = [
  { look: "a table in a pipe", format: "table" },
  { look: "a table on a terminal", format: "table", columns: 100 },
  { look: "a whole table on a terminal", format: "table", columns: 100, wide: true },
  { look: "cards", format: "table", columns: 40 },
];

/** Where a text is cut, its last letters are no longer common ones alone. */
const ellipses = 1_000;

const units = ["漢", "字\u0301", "a\ufe0f", "हि", "क्\u200dष", "👩\u200d👩", "🇩", "\u200d", "word "];

describe("a page of huge names", () => {
  it.each(measuring)("a page of huge names takes steps in proportion to its text: $look", async (look) => {
    for (const unit of units) {
      const once = await costOf(unit.repeat(2_000), look);
      expect(await costOf(unit.repeat(4_000), look)).toBeLessThanOrEqual(3 * once + ellipses);
    }
    expect(await costOf("字\u0301".repeat(3_000), look)).toBeGreaterThan(0);
  });

  it.each(["csv", "tsv", "ndjson", "json", "id"] as const)(
    "a page of huge names is measured by no format for programs: %s",
    async (format) => {
      for (const unit of units) expect(await costOf(unit.repeat(3_000), { look: format, format })).toBe(0);
    },
  );
});
