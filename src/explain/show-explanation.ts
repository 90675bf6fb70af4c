import { commands } from "../commands/table.ts";
import type { Context } from "../context.ts";
import { UsageError } from "../errors.ts";
import { listOperations } from "./list-operations.ts";
import { getNamedOperation } from "./named-operation.ts";
import { showOperation, showSkeleton } from "./show-operation.ts";

/** What is to be explained; no words are the whole API. */
export interface Asked {
  readonly words: readonly string[];
  /** A body to start from instead. */
  readonly skeleton: boolean;
}

/** Shows one operation, or all of them. */
export async function showExplanation(context: Context, { words, skeleton }: Asked): Promise<undefined> {
  if (words.length === 0 && skeleton) {
    throw new UsageError("--skeleton needs an operation", { hint: "see the list: payctl explain" });
  }
  if (words.length === 0) {
    await listOperations(context);
    return;
  }
  const operation = getNamedOperation(words, commands);
  if (skeleton) await showSkeleton(context, operation);
  else await showOperation(context, operation);
}
