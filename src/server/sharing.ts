import type { OperationName } from "../contract/operations.ts";
import { createExercised, type Exercised, type OutcomeCounts } from "./exercised/exercised.ts";
import type { Faults, OwnFaults } from "./faults/faults.ts";
import type { JournalEntry } from "./journal/entry.ts";
import type { Journal, OwnJournal } from "./journal/journal.ts";
import type { Sources } from "./sources.ts";
import type { Cell, Common, KeptEntry } from "./store/store.ts";

/** What a world simulates and remembers beside its data. */
interface Simulation {
  readonly sources: Sources;
  readonly faults: Faults;
  readonly journal: Journal;
  readonly exercised: Exercised;
}

interface OwnSimulation {
  readonly sources: Sources;
  readonly faults: OwnFaults;
  readonly journal: OwnJournal;
  /** What is counted for all worlds. */
  readonly whole?: Pick<Exercised, "add">;
  /** Whether this server begins with a clock, or with rules, that all others are to follow. */
  readonly sets: { readonly clock: boolean; readonly faults: boolean };
}

/** Has a world's simulation in common with the other servers of its database, where there can be any. */
export async function shareSimulation(
  { faults, journal, sets, sources, whole }: OwnSimulation,
  common: Common | undefined,
): Promise<Simulation> {
  if (common === undefined) return { faults, journal, sources, exercised: createExercised(whole) };
  const changeFaults = await shareState(common.cell("faults"), faults, sets.faults);
  const changeClock = await shareState(common.cell("clock"), clockState(sources), sets.clock);
  return {
    sources: { ...sources, changeClock },
    faults: shareFaults(faults, changeFaults),
    journal: shareJournal(journal, common),
    exercised: shareExercised(whole, common),
  };
}

/** What can be written down as a text, and brought to what a text says. */
interface Shareable {
  dump(): string;
  load(text: string): void;
}

/** Runs a change, which begins with the latest state and is every server's afterwards. */
type Change = <Value>(change: () => Value) => Promise<Value>;

/** `sets`: what this server begins with takes the place of what others have. */
async function shareState(cell: Cell, { dump, load }: Shareable, sets: boolean): Promise<Change> {
  cell.follow(load);
  await cell.update((text) => {
    if (text !== undefined && !sets) load(text);
    return { text: dump(), value: undefined };
  });
  return (change) =>
    cell.update((text) => {
      if (text !== undefined) load(text);
      const value = change();
      return { text: dump(), value };
    });
}

/** Without a rule that meets a request, nobody else is asked. */
function shareFaults(faults: OwnFaults, change: Change): Faults {
  return {
    take: (request) => (faults.meets(request) ? change(() => faults.take(request)) : undefined),
    readsBody: faults.readsBody,
    list: faults.list,
    replace: (rules) => change(() => faults.replace(rules)),
    add: (rules) => change(() => faults.add(rules)),
    remove: (id) => change(() => faults.remove(id)),
  };
}

function clockState({ clock, tokenClock }: Sources): Shareable {
  return {
    dump: () => JSON.stringify({ ...clock.state(), tokens: tokenClock.follows() }),
    load(text) {
      const { tokens, ...state } = JSON.parse(text);
      clock.restore(state);
      tokenClock.follow(tokens);
    },
  };
}

/** Milliseconds that an entry waits for others. */
const pause = 200;

/** Written in batches, and read as one: what other servers answered shows after that pause. */
function shareJournal(own: OwnJournal, { journal }: Common): Journal {
  let pending: KeptEntry[] = [];
  let timer: NodeJS.Timeout | undefined;

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const entries = pending;
    pending = [];
    if (entries.length > 0) await journal.append(entries);
  }

  return {
    mode: own.mode,
    add(entry) {
      pending.push({ id: entry.id, text: JSON.stringify(entry) });
      // A database that is away takes some entries with it; the requests were refused anyway.
      timer ??= setTimeout(() => void flush().catch(() => undefined), pause);
      own.add(entry);
    },
    async list(after) {
      await flush();
      return (await journal.list(after)).map(({ text }): JournalEntry => JSON.parse(text));
    },
    async clear() {
      await flush();
      await journal.clear();
    },
    // Another server's entry wakes nobody here, so that whoever waits looks again and again.
    async next(signal) {
      const look = AbortSignal.any([signal, AbortSignal.timeout(pause)]);
      return (await own.next(look)) || !(signal.aborted || own.isClosed());
    },
    async close() {
      own.close();
      await flush().catch(() => undefined);
    },
  };
}

/** Counts here until somebody asks, or the server stops, and then for all servers. */
function shareExercised(whole: Pick<Exercised, "add"> | undefined, { cell }: Common): Exercised {
  const place = cell("exercised");
  let settled: OutcomeCounts = new Map();
  let fresh = createExercised();

  return {
    add(operation, outcome) {
      whole?.add(operation, outcome);
      fresh.add(operation, outcome);
    },
    tally: () => sumOf(settled, fresh.tally()),
    async settle() {
      const counted = fresh;
      fresh = createExercised();
      try {
        settled = await place.update((text) => {
          const value = sumOf(readTally(text), counted.tally());
          return { text: JSON.stringify([...value].map(([name, counts]) => [name, [...counts]])), value };
        });
      } catch (error) {
        for (const [name, counts] of counted.tally()) fresh.add(name, counts);
        throw error;
      }
    },
    async clear() {
      fresh = createExercised();
      settled = new Map();
      await place.update(() => ({ text: "[]", value: undefined }));
    },
  };
}

function readTally(text = "[]"): OutcomeCounts {
  const rows: [OperationName, [string, number][]][] = JSON.parse(text);
  return new Map(rows.map(([name, counts]) => [name, new Map(counts)]));
}

function sumOf(a: OutcomeCounts, b: OutcomeCounts): OutcomeCounts {
  const sum = createExercised();
  for (const [name, counts] of [...a, ...b]) sum.add(name, counts);
  return sum.tally();
}
