import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { timeOf } from "../../../src/commands/audit/entry.ts";
import { listing, oddTimes } from "../../helpers/audit-lists.ts";
import { interruptedAtRest, run } from "../../helpers/run.ts";
import { shared, sharedFolder } from "../../helpers/shared.ts";
import { startSmallCompany } from "../../helpers/small-company.ts";
import { thorough } from "../../helpers/thorough.ts";

const reference = await shared(startSmallCompany());
const folder = sharedFolder();

const readable = fc
  .date({ min: new Date("2025-12-01T00:00:00Z"), max: new Date("2026-03-01T00:00:00Z"), noInvalidDate: true })
  .chain((date) => {
    const text = date.toISOString();
    return fc.constantFrom(
      text,
      text.replace("Z", ""),
      text.replace("Z", "+00:00"),
      `${text.slice(0, -1)}999`,
    );
  })
  .map((timestamp) => ({ timestamp }));
const time = fc.oneof(
  { weight: 3, arbitrary: readable },
  fc.constantFrom(...Object.values(oddTimes), { timestamp: "2016-12-31T23:59:60Z" }),
);
const id = fc.oneof(
  { weight: 3, arbitrary: fc.uuid().map((uuid) => ({ id: uuid })) },
  fc.constantFrom({}, { id: null }, { id: "" }, { id: 7 }, { id: "shared" }),
);

interface Entry {
  /** Tells entries apart, whatever their ids are. */
  readonly n: number;
}

/** A list as a service answers it: readable times descend, with anything between them. */
const lists = fc.array(fc.tuple(time, id), { maxLength: 12 }).map((parts): readonly Entry[] => {
  const times = parts.map(([time]) => time);
  const newestFirst = times
    .filter((time) => !Number.isNaN(timeOf(time)))
    .toSorted((a, b) => timeOf(b) - timeOf(a));
  return parts.map(([time, id], n) => ({
    n,
    ...id,
    ...(Number.isNaN(timeOf(time)) ? time : newestFirst.shift()),
  }));
});

function ask(line: string, entries: readonly Entry[]) {
  return run(line, {
    reference,
    exchange: listing(entries, 5),
    ...interruptedAtRest(),
  });
}

function numbersIn(ndjson: string): number[] {
  const lines = ndjson.split("\n").filter((line) => line !== "");
  return lines.map((line) => JSON.parse(line).n).toSorted((a, b) => a - b);
}

/** How many rows standard error says are missing, and why. */
function said(stderr: string, pattern: RegExp): number {
  return [...stderr.matchAll(pattern)].reduce(
    (sum, [, count]) => sum + (count === "a" ? 1 : Number(count)),
    0,
  );
}
const twice = /^(a|\d+) rows? came twice, shown once$/gm;
const undated = /(\d+) entr(?:y has|ies have) a time that could not be read/gm;

const zones = thorough(["America/New_York"], ["America/New_York", "UTC", "Pacific/Kiritimati"]);

describe.each(zones)("any list of entries, in %s,", (name) => {
  it("loses none without saying so, as list, export, summary and tail", async () => {
    vi.stubEnv("TZ", name);
    const out = join(folder, "all.ndjson");
    await fc.assert(
      fc.asyncProperty(lists, async (entries) => {
        const [list, exported, summary, tail] = [
          await ask("audit list --all -o ndjson", entries),
          await ask(`audit export --out ${out}`, entries),
          await ask("audit summary -o json", entries),
          await ask("audit tail --limit 100 -o ndjson", entries),
        ];
        const repeated = said(list.stderr, twice);
        const shown = numbersIn(list.stdout);
        expect(shown.length + repeated).toBe(entries.length);
        expect(numbersIn(await readFile(out, "utf8"))).toEqual(shown);
        expect(said(exported.stderr, twice)).toBe(repeated);
        const { total, days } = JSON.parse(summary.stdout);
        const counted = days.reduce((sum: number, { count }: { count: number }) => sum + count, 0);
        expect(total + said(summary.stderr, twice)).toBe(entries.length);
        expect(counted + said(summary.stderr, undated)).toBe(total);
        const followed = numbersIn(tail.stdout);
        expect(followed.length + said(tail.stderr, twice)).toBe(entries.length);
        expect(new Set(followed).size).toBe(followed.length);
      }),
      { numRuns: 15 },
    );
  });

  it("has in a window what is in it, in every zone the same, and says what can't be placed", async () => {
    vi.stubEnv("TZ", name);
    const out = join(folder, "window.ndjson");
    const window = "--since 2026-01-01 --until 2026-02-01";
    const [since, until] = ["2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z"].map((text) => Date.parse(text));
    await fc.assert(
      fc.asyncProperty(lists, async (entries) => {
        const few = entries.slice(0, 5).map((entry, index) => ({ ...entry, id: `e${index}` }));
        const inside = few.filter(
          (entry) => timeOf(entry) >= (since ?? Number.NaN) && timeOf(entry) < (until ?? Number.NaN),
        );
        const unreadable = few.filter((entry) => Number.isNaN(timeOf(entry))).length;
        const list = await ask(`audit list --all -o ndjson ${window}`, few);
        const exported = await ask(`audit export --out ${out} ${window}`, few);
        const summary = await ask(`audit summary -o json ${window}`, few);
        expect(numbersIn(list.stdout)).toEqual(inside.map(({ n }) => n));
        expect(numbersIn(await readFile(out, "utf8"))).toEqual(inside.map(({ n }) => n));
        expect(JSON.parse(summary.stdout).total).toBe(inside.length);
        for (const { stderr } of [list, exported, summary]) expect(said(stderr, undated)).toBe(unreadable);
        expect([list.code, exported.code, summary.code]).toEqual([0, unreadable > 0 ? 11 : 0, 0]);
      }),
      { numRuns: 15 },
    );
  });
});
