import type { Json } from "../json.ts";
import type { Position, Rows, Slice } from "./records.ts";
import type { Sql, SqlValue } from "./sql.ts";

/** A list in SQL: its rows, and the columns that order them. */
export interface Listing<Item> {
  /** What an item is made from: an expression named `body` for its JSON text, unless there is an `answer`. */
  readonly columns: string;
  /** Makes the JSON text of an item from such a row. */
  // biome-ignore lint/suspicious/noExplicitAny: the code that names the columns knows the type of a row
  readonly answer?: (row: any) => Json<Item>;
  readonly from: string;
  /** `TRUE` if nothing is filtered. */
  readonly where: string;
  readonly values: readonly SqlValue[];
  /** The columns of the time and of the id that breaks ties; an index has to end in both. */
  readonly at: string;
  readonly id: string;
}

interface Row<Item> {
  readonly body: Json<Item>;
  /** Its position as one text: the time, a space and the id. */
  readonly place: string;
}

/**
 * A page, newest first; it starts at a position and never counts rows, so depth costs nothing. The position between
 * two pages is that of the last row of the first one, and leads to either.
 */
export async function page<Item>(sql: Sql, listing: Listing<Item>, slice: Slice): Promise<Rows<Item>> {
  const { after, limit, until } = slice;
  if (until !== undefined) return pageUntil(sql, listing, { limit, until });
  if (after !== undefined) return pageAfter(sql, listing, { limit, after });
  const found = await rowsFrom(sql, listing, limit + 1);
  return { ...firstOf(found, listing, limit), previous: undefined };
}

async function pageAfter<Item>(
  sql: Sql,
  listing: Listing<Item>,
  { after, limit }: { readonly limit: number; readonly after: Position },
): Promise<Rows<Item>> {
  // The row at the position is read, too: if it is still there, as usual, there is a page before this one.
  const found = await rowsFrom(sql, listing, limit + 2, { side: "<=", position: after });
  if (isAt(found[0], after)) return { ...firstOf(found.slice(1), listing, limit), previous: after };
  const previous = await ifFilled(sql, listing, { side: ">=", position: after });
  return { ...firstOf(found, listing, limit), previous };
}

function isAt(row: { readonly place: string } | undefined, { at, id }: Position): boolean {
  return row?.place === `${at} ${id}`;
}

/** The page that begins with the rows found, of which one more was requested than it holds. */
function firstOf<Item>(found: readonly Row<Item>[], listing: Listing<Item>, limit: number) {
  const rows = found.slice(0, limit);
  return { rows: bodies(rows, listing), next: found.length > limit ? position(rows.at(-1)) : undefined };
}

async function pageUntil<Item>(
  sql: Sql,
  listing: Listing<Item>,
  { limit, until }: { readonly limit: number; readonly until: Position },
): Promise<Rows<Item>> {
  // Both are sent at once, so there is only one wait if the database is another process.
  const [found, next] = await Promise.all([
    rowsFrom(sql, listing, limit + 1, { side: ">=", position: until }),
    ifFilled(sql, listing, { side: "<", position: until }),
  ]);
  const rows = found.slice(0, limit).reverse();
  return { rows: bodies(rows, listing), next, previous: position(found[limit]) };
}

/** The older rows (`<`) or the newer ones (`>`), including the row itself with `=`. */
interface Edge {
  readonly side: "<" | "<=" | ">=";
  readonly position: Position;
}

/** SQLite plans by the value of a bare parameter here, and so prepares the statement again each time it is bound. */
const upToLimit = "LIMIT ? + 0";

/** The rows nearest to an edge, nearest first; without an edge, the newest. */
function rowsFrom<Item>(sql: Sql, listing: Listing<Item>, limit: number, edge?: Edge): Promise<Row<Item>[]> {
  const { at, columns, from, id, where } = listing;
  const select = `SELECT ${columns}, ${at} || ' ' || ${id} AS place FROM ${from} WHERE ${where}`;
  if (edge === undefined) {
    return sql.all(`${select} ORDER BY ${at} DESC, ${id} DESC ${upToLimit}`, ...listing.values, limit);
  }
  const direction = edge.side === ">=" ? "ASC" : "DESC";
  const order = `ORDER BY ${at} ${direction}, ${id} ${direction} ${upToLimit}`;
  const text = `${select} AND (${at}, ${id}) ${edge.side} (?, ?) ${order}`;
  return sql.all(text, ...listing.values, edge.position.at, edge.position.id, limit);
}

/** The position of an edge, if there are rows on its side. */
async function ifFilled<Item>(sql: Sql, listing: Listing<Item>, edge: Edge): Promise<Position | undefined> {
  const { at, from, id, values, where } = listing;
  const text = `SELECT 1 FROM ${from} WHERE ${where} AND (${at}, ${id}) ${edge.side} (?, ?) LIMIT 1`;
  const row = await sql.get(text, ...values, edge.position.at, edge.position.id);
  return row === undefined ? undefined : edge.position;
}

function bodies<Item>(rows: readonly Row<Item>[], { answer }: Listing<Item>): readonly Json<Item>[] {
  return rows.map(answer ?? (({ body }) => body));
}

function position(row: { readonly place: string } | undefined): Position | undefined {
  if (row === undefined) return undefined;
  const end = row.place.indexOf(" ");
  return { at: row.place.slice(0, end), id: row.place.slice(end + 1) };
}
