import { readdir, readFile, rm, utimes } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import type { Host } from "../../../src/context.ts";
import { listing } from "../../helpers/audit-lists.ts";
import { instant } from "../../helpers/host.ts";
import { run } from "../../helpers/run.ts";
import { startReference } from "../../helpers/server.ts";
import { shared, sharedFolder } from "../../helpers/shared.ts";
import { thorough } from "../../helpers/thorough.ts";
import { torture, tortureDisk } from "../../helpers/torture.ts";

const minute = 60_000;
const reference = await shared(startReference({ seed: {}, now: () => new Date(instant) }));
const folder = sharedFolder();
const configDirectory = sharedFolder();
const state = join(folder, "feed.json");

beforeAll(() => {
  tortureDisk();
});

interface Entry {
  readonly id: string;
  readonly time: number;
}

/** What happens before a run, and to it. */
const rounds = fc.array(
  fc.record({
    /** How many minutes pass before each new entry. */
    fresh: fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 6 }),
    /** How many minutes before the newest entry others appear. */
    late: fc.array(fc.integer({ min: 0, max: 10 }), { maxLength: 3 }),
    pageSize: fc.integer({ min: 1, max: 5 }),
    /** The call on files at which the run is killed; most runs have about 20. */
    kill: fc.option(fc.integer({ min: 0, max: 40 }), { freq: 2 }),
  }),
  { minLength: 1, maxLength: 8 },
);

/** A list that grows at its beginning and, a little, in the middle. */
function createList() {
  let entries: readonly Entry[] = [{ id: "first", time: instant }];
  const add = (time: number): void => {
    const id = `e${entries.length}`;
    entries = [...entries, { id, time }].toSorted((a, b) => b.time - a.time);
  };
  const newest = (): number => entries[0]?.time ?? instant;
  return {
    add: (minutes: number) => add(newest() + minutes * minute),
    addLate: (minutes: number) => add(newest() - minutes * minute),
    newest,
    ids: () => entries.map(({ id }) => id),
    listed: () => entries.map(({ id, time }) => ({ id, timestamp: new Date(time).toISOString() })),
  };
}

interface Fed {
  /** What standard output has taken, in order. */
  readonly written: readonly string[];
  readonly code: number | "killed";
}

async function feed(
  list: ReturnType<typeof createList>,
  { pageSize, kill }: { readonly pageSize: number; readonly kill: number | null },
): Promise<Fed> {
  let written = "";
  const alter = (host: Host): Host => ({
    ...host,
    now: () => list.newest() + minute,
    stdout: {
      write(text, done) {
        written += text;
        done();
        return true;
      },
    },
  });
  const line = `audit tail --state ${state} --since 2026-01-01 --once --settle 10m`;
  const exchange = listing(list.listed(), pageSize);
  const harm = kill === null ? {} : ({ at: kill, harm: "kill" } as const);
  const { value } = await torture({ folder, ...harm }, () =>
    run(line, { reference, configDirectory, exchange, alter }),
  );
  const lines = written.split("\n").filter((text) => text !== "");
  return { written: lines.map((text) => JSON.parse(text).id), code: value?.code ?? "killed" };
}

/** Makes what a killed run left, whose process is this one, as old as another run finds it. */
async function bury(): Promise<void> {
  for (const name of await readdir(folder)) {
    if (/\.(?:lock|tmp)$/.test(name)) await utimes(join(folder, name), 0, 0);
  }
}

async function isNoted(id: string | undefined): Promise<boolean> {
  const text = await readFile(state, "utf8").catch(() => "");
  const rows = text.split("\n").slice(1, -1);
  return id !== undefined && rows.some((row) => id in JSON.parse(row).seen);
}

it("audit tail --state loses no entry, however it is killed, and repeats one only if killed before noting it", async () => {
  await fc.assert(
    fc.asyncProperty(rounds, async (steps) => {
      await rm(state, { force: true });
      const list = createList();
      const settled: string[] = [];
      const unnoted = new Set<string>();
      const all = [...steps, { fresh: [], late: [], pageSize: 3, kill: null }];
      for (const { fresh, late, ...harm } of all) {
        for (const minutes of fresh) list.add(minutes);
        for (const minutes of late) list.addLate(minutes);
        const { written, code } = await feed(list, harm);
        expect([0, "killed"]).toContain(code);
        if (code === "killed") await bury();
        if (code === 0 || (await isNoted(written.at(-1)))) settled.push(...written);
        else for (const id of written) unnoted.add(id);
      }
      expect(settled.toSorted()).toEqual(list.ids().toSorted());
      // What a killed run wrote and did not note is written again.
      expect(settled).toEqual(expect.arrayContaining([...unnoted]));
      // A run that is killed while it takes over a lock leaves what it moved away.
      expect((await readdir(folder)).filter((name) => !/\.lock\..*\.tmp$/.test(name))).toEqual(["feed.json"]);
    }),
    { numRuns: thorough(15, 100) },
  );
});
