import { batch, type Signal, signal } from "@preact/signals";
import type { ControlInput } from "../../contract/control/client.ts";
import type { ControlName } from "../../contract/control/operations.ts";
import type { ControlAnswer } from "./control-client.ts";

/** What the server answered, and when it was asked by this browser's clock. */
export interface Answered<Name extends ControlName> {
  readonly answer: ControlAnswer<Name>;
  readonly at: number;
}

export type CallControl = <Name extends ControlName>(
  name: Name,
  input: ControlInput<Name>,
) => Promise<ControlAnswer<Name>>;

/** KnownAnswers of the server that the page shows, fetched anew as long as anything on the page uses them. */
export interface KnownAnswers {
  /** The latest answer; undefined until there is one. */
  latest<Name extends ControlName>(
    name: Name,
    input?: ControlInput<Name>,
  ): Signal<Answered<Name> | undefined>;
  /** Returns what ends the use. */
  use<Name extends ControlName>(name: Name, input: ControlInput<Name>): () => void;
  /** Fetches all that is in use; rejects, and changes nothing, if any of it can't be fetched. */
  refresh(): Promise<void>;
  forget(): void;
}

interface Use {
  readonly key: string;
  fetch(): Promise<() => void>;
}

/** `world` names the one that calls go to. */
export function createAnswers(call: CallControl, world: () => string | undefined): KnownAnswers {
  const known = new Map<string, Signal<unknown>>();
  const uses = new Set<Use>();

  function latest<Name extends ControlName>(name: Name, input: ControlInput<Name>) {
    const key = keyOf(name, input);
    const found = known.get(key) ?? signal(undefined);
    known.set(key, found);
    // The key begins with the name of the operation that gave the answer.
    return found as Signal<Answered<Name> | undefined>;
  }

  function use<Name extends ControlName>(name: Name, input: ControlInput<Name>) {
    const target = latest(name, input);
    const each: Use = {
      key: keyOf(name, input),
      async fetch() {
        const at = Date.now();
        const answer = await call(name, input);
        return () => {
          target.value = { answer, at };
        };
      },
    };
    uses.add(each);
    return () => void uses.delete(each);
  }

  async function refresh(): Promise<void> {
    const here = world();
    const changes = new Map<string, () => void>();
    // A set also yields what is added meanwhile, by a section that has just been opened.
    for (const { fetch, key } of uses) {
      if (!changes.has(key)) changes.set(key, await fetch());
    }
    // A view that was left meanwhile has no use for what belonged to its world.
    if (world() !== here) return;
    batch(() => {
      for (const change of changes.values()) change();
    });
  }

  function forget(): void {
    batch(() => {
      for (const each of known.values()) each.value = undefined;
    });
  }

  // Its clock is in the head, whatever the page shows.
  use("readHealth", {});
  return { latest, use, refresh, forget };
}

function keyOf(name: string, input: unknown): string {
  return `${name} ${JSON.stringify(input)}`;
}
