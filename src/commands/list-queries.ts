import type { Api } from "../client/api.ts";
import type { ListOptions, ListQuery } from "../client/pages.ts";
import type { PagedOperation } from "../contract/operations.ts";
import { UsageError } from "../errors.ts";
import type { ListPage } from "../terminal/output.ts";

type Pages = AsyncIterable<ListPage>;

/** A query for each combination of values, because the service takes one value of each filter. */
export function queriesOf(
  filters: Readonly<Record<string, readonly string[] | undefined>>,
): readonly ListQuery[] {
  return Object.entries(filters).reduce<readonly ListQuery[]>(
    (queries, [name, values]) =>
      queries.flatMap((query) => distinct(values).map((value) => ({ ...query, [name]: value }))),
    [{}],
  );
}

function distinct(values: readonly string[] | undefined): readonly (string | undefined)[] {
  return values === undefined ? [undefined] : [...new Set(values)];
}

/** A cursor belongs to one list. */
export function refuseCursor(queries: readonly ListQuery[], cursor: string | undefined): void {
  if (queries.length === 1 || cursor === undefined) return;
  throw new UsageError("--cursor can't be used with several values of a filter", {
    hint: "ask for one at a time, or leave --cursor out",
  });
}

export interface Lists extends ListOptions {
  readonly queries: readonly ListQuery[];
  /** Makes one list of several; one after the other unless given. */
  readonly join?: ((lists: readonly Pages[]) => Pages) | undefined;
}

/** The list of a query, or of several as one; no cursor continues that, and none of it is read ahead. */
export async function openLists(
  api: Api,
  operation: PagedOperation,
  { queries, join = inTurn, ...options }: Lists,
): Promise<Pages> {
  const { listPages } = await import("../client/pages.ts");
  const [query, ...others] = queries;
  if (others.length === 0) return listPages(api, operation, { ...options, query });
  return join(queries.map((query) => listPages(api, operation, { ...options, query, onDemand: true })));
}

/** One list after the other; says at the end of each how many rows it had. */
export async function* inTurn(
  lists: readonly Pages[],
  ended?: (index: number, rows: number) => void,
): AsyncGenerator<ListPage> {
  for (const [index, list] of lists.entries()) {
    let rows = 0;
    for await (const page of list) {
      rows += page.items.length;
      yield { ...page, nextCursor: null };
    }
    ended?.(index, rows);
  }
}
