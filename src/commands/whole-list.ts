import type { Answer } from "../client/api.ts";
import type { AnyOperation } from "../contract/operations.ts";
import { BrokenAnswerError } from "../errors.ts";
import type { ListPage } from "../terminal/output.ts";

type WholeList = Answer<{ readonly items: readonly unknown[] }>;

/** The one page of a list that comes without cursors. */
export async function* wholeList(operation: AnyOperation, answer: WholeList): AsyncGenerator<ListPage> {
  const items: unknown = answer.value?.items;
  if (!Array.isArray(items)) {
    const call = { method: operation.method, path: operation.path, attempts: 1 };
    throw new BrokenAnswerError("the service answered a list without items", { call });
  }
  yield { items, limit: undefined, nextCursor: undefined };
}
