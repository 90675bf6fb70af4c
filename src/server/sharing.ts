import type { JournalEntry } from "../contract/control/schemas/requests.ts";
import type { Faults, OwnFaults } from "./faults/faults.ts";
import { createJournal, type Journal } from "./journal/journal.ts";
import type { Clock, Sources } from "./sources.ts";
import type { Common, FollowedCell, KeptEntry } from "./store/store.ts";

/** What a world simulates and remembers besides its data. */
interface Simulation {
  readonly sources: Sources;
  readonly faults: Faults;
  readonly journal: Journal;
}

interface OwnSimulation {
  readonly sources: Sources;
  readonly faults: OwnFaults;
  /** Whether this server starts with a clock, or with rules, that all others should follow. */
  readonly sets: { readonly clock: boolean; readonly faults: boolean };
}

/** Shares a world's simulation with the other servers of its database, if there can be any. */
export async function shareSimulation(
  { faults, sets, sources }: OwnSimulation,
  common: Common | undefined,
): Promise<Simulation> {
  if (common === undefined) return { faults, journal: createJournal(), sources };
  const changeFaults = await shareState(common, "faults", { ...faults, sets: sets.faults });
  const changeClock = await shareState(common, "clock", { ...clockState(sources.clock), sets: sets.clock });
  const shared = {
    sources: { ...sources, changeClock },
    faults: shareFaults(faults, changeFaults),
    journal: shareJournal(common),
  };
  await common.ask();
  return shared;
}

/** State that can be written as a text, and restored from one. */
interface Shareable {
  dump(): string;
  load(text: string): void;
}

interface OwnState extends Shareable {
  /** Whether it replaces that of the others. */
  readonly sets: boolean;
}

/** Runs a change, which starts from the latest state and is then shared with every server. */
type Change = <Value>(change: () => Value) => Promise<Value>;

async function shareState(
  { ask, cell, follow }: Common,
  name: FollowedCell,
  { dump, load, sets }: OwnState,
): Promise<Change> {
  const own = dump();
  const { update } = cell(name);
  follow(name, (text = own) => load(text));
  await update((text = own) => ({ text: sets ? own : text, value: undefined }));
  return async (change) => {
    const value = await update((text = own) => {
      load(text);
      const value = change();
      return { text: dump(), value };
    });
    await ask();
    return value;
  };
}

/** Without a rule that matches a request, no other server is asked. */
function shareFaults(faults: OwnFaults, change: Change): Faults {
  return {
    take: (request) => (faults.meets(request) ? change(() => faults.take(request)) : undefined),
    held: faults.held,
    release: faults.release,
    list: faults.list,
    replace: (rules) => change(() => faults.replace(rules)),
    add: (rules) => change(() => faults.add(rules)),
    remove: (id) => change(() => faults.remove(id)),
  };
}

function clockState(clock: Clock): Shareable {
  return {
    dump: () => JSON.stringify(clock.state()),
    load: (text) => clock.restore(JSON.parse(text)),
  };
}

/** The number of times that servers have cleared the journal: what carries a smaller one is gone. */
interface Clears {
  latest(): number;
  next(): Promise<void>;
}

/** Every request learns the number before it is carried out, so what it leaves behind carries the right one. */
function shareClears({ ask, cell, follow }: Common): Clears {
  const name = "clears of requests";
  let latest = 0;
  follow(name, (text) => {
    latest = Number(text ?? 0);
  });
  return {
    latest: () => latest,
    async next() {
      await cell(name).update((text) => ({ text: String(Number(text ?? 0) + 1), value: undefined }));
      await ask();
    },
  };
}

/** An entry as servers share it. */
interface SharedEntry extends JournalEntry {
  readonly clears: number;
}

/** Written in batches, and read as one: whoever reads it waits for what other servers have answered before. */
function shareJournal(common: Common): Journal {
  const { ask, journal, unwritten } = common;
  const clears = shareClears(common);
  let pending: SharedEntry[] = [];

  async function write(): Promise<void> {
    const entries = pending;
    pending = [];
    // A database that is away takes some entries with it; the requests were refused anyway.
    const texts = entries.map((entry): KeptEntry => ({ id: entry.id, text: JSON.stringify(entry) }));
    if (texts.length > 0) await journal.append(texts);
  }

  async function list(after?: string): Promise<readonly JournalEntry[]> {
    await Promise.all([unwritten.flush(), unwritten.others()]);
    // Who asks for entries of another world has not learned of its clears yet.
    await ask();
    return (await journal.list(after))
      .map(({ text }): SharedEntry => JSON.parse(text))
      .filter((entry) => entry.clears >= clears.latest())
      .map(({ clears: _, ...entry }) => entry);
  }

  return {
    add(entry) {
      pending.push({ ...entry, clears: clears.latest() });
      return unwritten.soon(write);
    },
    list,
    async clear() {
      await clears.next();
      await journal.clear();
    },
    close: () => unwritten.flush(),
  };
}
