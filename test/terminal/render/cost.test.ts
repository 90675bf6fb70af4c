import { expect, it, vi } from "vitest";
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

/** Once a text is cut, its last letters are no longer only common ones. */
const ellipses = 1_000;

const units = ["漢", "字\u0301", "a\ufe0f", "हि", "क्\u200dष", "👩\u200d👩", "🇩", "\u200d", "word "];

/** What formats for programs do to a text, each call counted with the length of the text that it is given. */
const working: readonly [object, string, "argument" | "this"][] = [
  ...["test", Symbol.replace, Symbol.match, Symbol.split].map(
    (name) => [RegExp.prototype, name, "argument"] as [object, string, "argument"],
  ),
  ...["replaceAll", "replace", "split", "slice", "trim", "charAt", "indexOf", "includes", "padEnd"].map(
    (name) => [String.prototype, name, "this"] as [object, string, "this"],
  ),
];

/** Does work, and counts the code units that it hands to texts and patterns. */
async function unitsHandled(work: () => Promise<void>): Promise<number> {
  let units = 0;
  const originals = working.map(([owner, name, what]) => {
    const original = Reflect.get(owner, name);
    Reflect.set(owner, name, function counted(this: unknown, ...args: unknown[]) {
      const text = what === "this" ? this : args[0];
      if (typeof text === "string") units += text.length;
      return Reflect.apply(original, this, args);
    });
    return original;
  });
  try {
    await work();
  } finally {
    for (const [index, [owner, name]] of working.entries()) Reflect.set(owner, name, originals[index]);
  }
  return units;
}

it.each(measuring)("a page of huge names takes steps in proportion to its text: $look", async (look) => {
  for (const unit of units) {
    const once = await costOf(unit.repeat(2_000), look);
    expect(await costOf(unit.repeat(4_000), look)).toBeLessThanOrEqual(3 * once + ellipses);
  }
  expect(await costOf("字\u0301".repeat(3_000), look)).toBeGreaterThan(0);
});

it.each(["csv", "tsv", "ndjson", "id"] as const)(
  "a page of huge names takes steps in proportion to its text in a format for programs: %s",
  async (format) => {
    // With text that is escaped, quoted and defused.
    for (const unit of [...units, "\u0000", '"', ",", "=;", "; ", "\n=", "\t \u202e"]) {
      const show = (name: string) => () =>
        showList([[{ id: name, display_name: name, note: name }]], { format }, shape).then(() => {});
      const once = await unitsHandled(show(unit.repeat(2_000)));
      expect(once).toBeGreaterThan(2_000 * unit.length);
      expect(await unitsHandled(show(unit.repeat(4_000)))).toBeLessThanOrEqual(3 * once);
    }
  },
);

it.each([100, 45])(
  "a single huge field takes a bounded number of steps on a terminal of %i columns, and is whole with --wide",
  async (columns) => {
    const show = async (length: number, wide?: true) => {
      steps = 0;
      const name = "字\u0301".repeat(length);
      const value = { id: "b", display_name: name };
      const { stdout } = await showRecord(value, { format: "table", wide, terminal: { columns } }, shape);
      return { steps, stdout: stdout.replaceAll(/\s+/g, " "), letters: stdout.split("字").length - 1 };
    };
    const [some, more] = [await show(100_000), await show(200_000)];
    expect(more.steps).toBeLessThanOrEqual(some.steps + ellipses);
    expect(more.stdout).toContain("…");
    expect([some.letters, (await show(40_000)).letters]).toEqual([50_000, 40_000]);
    const whole = await show(60_000, true);
    expect([whole.letters, whole.stdout.includes("…")]).toEqual([60_000, false]);
  },
);

it.each(["csv", "tsv", "ndjson", "json", "id"] as const)(
  "a page of huge names is measured by no format for programs: %s",
  async (format) => {
    for (const unit of units) expect(await costOf(unit.repeat(3_000), { look: format, format })).toBe(0);
  },
);
