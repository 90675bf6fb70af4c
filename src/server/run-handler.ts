import type { AnyOperation } from "../contract/operations.ts";
import type { AppParts } from "./app.ts";
import { createCursors } from "./cursors.ts";
import type { Call, Caller, Handler, Reply } from "./handler.ts";
import type { Resources } from "./store/store.ts";
import type { ValidInput } from "./validation/validate.ts";

/** A request that has passed every check, short of the transaction of its answer. */
interface Checked extends ValidInput {
  readonly caller: Caller;
  readonly merchantAccountId: string;
}

/** Answers checked requests, each in one transaction of the kind that its handler names. */
export function createRunHandler({ handlers, sources, store }: AppParts) {
  const cursorsOf = createCursors(store);
  const { newId, randomBytes } = sources;

  return ({ name }: AnyOperation, checked: Checked): Promise<Reply<unknown>> => {
    const { caller, merchantAccountId, query } = checked;
    const reader = caller.keyPair.id;
    const cursors = cursorsOf({ operation: name, merchantAccountId, reader, query: Object(query) });
    // The table gives each name the handler of its own row, and that row's schemas have made the input.
    const handler = handlers[name] as Handler<unknown>;
    const instant = sources.clock.now();
    const work = (resources: Resources) => {
      const call = { ...checked, resources, now: instant, newId, randomBytes, cursors };
      return handler.handle(call as Call<unknown>);
    };
    return store[handler.transaction](work);
  };
}
