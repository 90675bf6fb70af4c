import type { StoredList } from "../contract/control/words.ts";
import type { OperationName } from "../contract/operations.ts";
import { isRecord } from "../values/record.ts";
import type { Recorded } from "./read-har.ts";

type Fields = Readonly<Record<string, unknown>>;

const lists: Readonly<Partial<Record<OperationName, StoredList>>> = {
  listApiKeyPairs: "api_key_pairs",
  listAuditLogs: "audit_logs",
  listBuyers: "buyers",
};

/** A page of a list as it was answered. */
interface Page {
  readonly list: StoredList;
  /** Account and filters; empty for a list of everything. */
  readonly filter: string;
  readonly cursor: string | undefined;
  readonly nextCursor: unknown;
  readonly items: readonly Fields[];
}

/** A row that no answer shows, although a cursor says that it is there. */
export interface UnseenRow {
  readonly list: StoredList;
  readonly fields: Fields;
}

/** A further row for each list that goes on where the recording stopped reading: like its last one, and older than all. */
export function unseenRows(exchanges: readonly Recorded[]): readonly UnseenRow[] {
  const pages = exchanges.flatMap((exchange) => pageOf(exchange) ?? []);
  return pages
    .filter((page) => goesOnUnseen(page, pages))
    .flatMap((page, index) => rowAfter(page, pages, index));
}

function pageOf({ account, answer, operation, query, status }: Recorded): Page | undefined {
  const list = operation && lists[operation.name];
  const value = answer.kind === "json" && isRecord(answer.value) ? answer.value : {};
  const { items, next_cursor: nextCursor } = value;
  if (list === undefined || status !== 200 || !Array.isArray(items)) return undefined;
  const filters = query.filter(({ name }) => name !== "cursor" && name !== "limit");
  const cursor = query.find(({ name }) => name === "cursor")?.value;
  const filter = JSON.stringify([account, filters]);
  return { list, filter, cursor, nextCursor, items: items.filter(isRecord) };
}

function goesOnUnseen({ filter, items, list, nextCursor }: Page, pages: readonly Page[]): boolean {
  const last = items.at(-1)?.["id"];
  if (typeof nextCursor !== "string" || last === undefined) return false;
  const alike = pages.filter((page) => page.list === list && page.filter === filter);
  const isFollowed = alike.some(
    (page) =>
      (page.cursor === nextCursor && page.items.length > 0) ||
      page.items.slice(0, -1).some(({ id }) => id === last),
  );
  return !isFollowed;
}

/** None if the place is taken by a row that another list shows. */
function rowAfter(
  { filter, items, list }: Page,
  pages: readonly Page[],
  index: number,
): readonly UnseenRow[] {
  const last = items.at(-1) ?? {};
  const name = list === "audit_logs" ? "timestamp" : "created_at";
  const times = pages.flatMap((page) =>
    page.list === list ? page.items.map((item) => String(item[name])) : [],
  );
  const oldest = Math.min(...times.map(Date.parse).filter((time) => !Number.isNaN(time)));
  const isEverything = filter.endsWith(",[]]");
  if (isEverything && Date.parse(String(last[name])) > oldest) return [];
  const id = String(last["id"]).replace(/^.{8}/, String(index).padStart(8, "0"));
  return [{ list, fields: { ...last, id, [name]: new Date(oldest - 1000 * (index + 1)).toISOString() } }];
}
