import type { Faults, OwnFaults } from "./faults/faults.ts";
import { createJournal, type Journal } from "./journal/journal.ts";
import type { Clock, Sources } from "./sources.ts";
import type { Cell, Common, FollowedCell } from "./store/store.ts";

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
  const rules = await shareState(common, "faults", { ...faults, sets: sets.faults });
  const time = await shareState(common, "clock", { ...clockState(sources.clock), sets: sets.clock });
  const shared = {
    sources: { ...sources, changeClock: time.change },
    faults: shareFaults(faults, rules),
    journal: common.journal,
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

interface SharedState {
  readonly change: Change;
  /** The same without a wait for the disk. */
  readonly count: Change;
}

async function shareState(
  { ask, cell, follow }: Common,
  name: FollowedCell,
  { dump, load, sets }: OwnState,
): Promise<SharedState> {
  const own = dump();
  const { count, update } = cell(name);
  follow(name, (text = own) => load(text));
  await update((text = own) => ({ text: sets ? own : text, value: undefined }));

  function changeBy(run: Cell["update"]): Change {
    return async (change) => {
      const value = await run((text = own) => {
        load(text);
        const value = change();
        return { text: dump(), value };
      });
      await ask();
      return value;
    };
  }

  return { change: changeBy(update), count: changeBy(count) };
}

/** Without a rule that matches a request, no other server is asked. */
function shareFaults(faults: OwnFaults, { change, count }: SharedState): Faults {
  return {
    take: (request) => (faults.meets(request) ? count(() => faults.take(request)) : undefined),
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
