import type { OperationName } from "../contract/operations.ts";
import { createExercised, type Exercised, type OutcomeCounts } from "./exercised/exercised.ts";
import type { Faults, OwnFaults } from "./faults/faults.ts";
import type { JournalEntry } from "./journal/entry.ts";
import type { Journal, OwnJournal } from "./journal/journal.ts";
import type { Sources } from "./sources.ts";
import type { Cell, Common, KeptEntry } from "./store/store.ts";

/** What a world simulates and remembers besides its data. */
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
  /** Whether this server starts with a clock, or with rules, that all others should follow. */
  readonly sets: { readonly clock: boolean; readonly faults: boolean };
}

/** Shares a world's simulation with the other servers of its database, if there can be any. */
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

/** State that can be written as a text, and restored from one. */
interface Shareable {
  dump(): string;
  load(text: string): void;
}

/** Runs a change, which starts from the latest state and is then shared with every server. */
type Change = <Value>(change: () => Value) => Promise<Value>;

/** `sets`: this server's initial state replaces that of the others. */
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

/** Without a rule that matches a request, no other server is asked. */
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
  let written: Promise<void> = Promise.resolve();

  /** Resolves once all entries so far are written, including those that an earlier call is still writing. */
  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const entries = pending;
    pending = [];
    written = written
      .catch(() => undefined)
      .then(() => (entries.length > 0 ? journal.append(entries) : undefined));
    return written;
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
    // Another server's entry wakes nobody here, so waiting means polling.
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
