import type { Cell, Common, FollowedCell } from "./store/store.ts";

/** State that can be written as a text, and restored from one. */
interface OwnState {
  dump(): string;
  load(text: string): void;
  /** Whether it replaces that of the other servers of the database. */
  readonly sets: boolean;
}

/** Runs a change of the latest state; resolves once every server knows of it. */
export type ChangeState = <Value>(change: () => Value) => Promise<Value>;

interface SharedState {
  readonly change: ChangeState;
  /** The same for what only counts, without a wait for the disk. */
  readonly count: ChangeState;
}

/** Makes state that of all servers of a database. */
export type Share = (name: FollowedCell, state: OwnState) => Promise<SharedState>;

/** What no other server can see, `common` being undefined, needs no text. */
export function createShare(common: Common | undefined): Share {
  if (common === undefined) return async () => ({ change: alone, count: alone });
  return (name, state) => shareState(common, name, state);
}

async function alone<Value>(change: () => Value): Promise<Value> {
  return change();
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

  function changeBy(run: Cell["update"]): ChangeState {
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
