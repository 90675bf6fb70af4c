import type { Json } from "../json.ts";
import type { Database, SqlValue } from "./database.ts";
import type { Position, Rows, Slice } from "./store.ts";

/** A list in SQL: which rows, and which columns give their order. */
export interface Listing {
  /** The expression of the answer's JSON text. */
  readonly body: string;
  readonly from: string;
  /** Always true where nothing is filtered. */
  readonly where: string;
  readonly values: readonly SqlValue[];
  /** The columns of the time and of the id that breaks ties; an index has to end in both. */
  readonly at: string;
  readonly id: string;
}

interface Row<Item> extends Position {
  readonly body: Json<Item>;
}

// In front of every id and behind every one, however many rows share their time.
const lowestId = "";
const highestId = "\u{10ffff}";

/** A page, newest first; it starts at a position and never counts rows, so depth costs nothing. */
export function page<Item>(database: Database, listing: Listing, slice: Slice): Rows<Item> {
  if (slice.before !== undefined) return pageBefore(database, listing, { ...slice, before: slice.before });
  const found = behind<Item>(database, listing, slice);
  const rows = found.slice(0, slice.limit);
  return {
    rows: rows.map((row) => row.body),
    next: found.length > slice.limit ? position(rows.at(-1)) : undefined,
    previous:
      slice.after && neighbour(database, listing, newerThan(rows[0], slice.after, slice.hasNeighbour)),
  };
}

function pageBefore<Item>(
  database: Database,
  listing: Listing,
  slice: Slice & { readonly before: Position },
): Rows<Item> {
  const found = inFront<Item>(database, listing, slice);
  const rows = found.slice(0, slice.limit).reverse();
  return {
    rows: rows.map((row) => row.body),
    next: neighbour(database, listing, olderThan(rows.at(-1), slice.before, slice.hasNeighbour)),
    previous: found.length > slice.limit ? position(rows[0]) : undefined,
  };
}

/** Where a neighbouring page begins, and the side on which its rows lie. */
interface Edge {
  readonly side: "<" | ">";
  readonly position: Position;
  /** Whether rows are known to lie there. */
  readonly isFilled: boolean;
}

// A page that was emptied by deletions still leads back to the rows at its own edge.
function newerThan(first: Position | undefined, after: Position, isFilled = false): Edge {
  return { side: ">", position: position(first) ?? { at: after.at, id: lowestId }, isFilled };
}

function olderThan(last: Position | undefined, before: Position, isFilled = false): Edge {
  return { side: "<", position: position(last) ?? { at: before.at, id: highestId }, isFilled };
}

function neighbour(database: Database, listing: Listing, edge: Edge): Position | undefined {
  if (edge.isFilled) return edge.position;
  const sql = `SELECT 1 FROM ${listing.from} WHERE ${listing.where} AND ${bound(listing, edge.side)} LIMIT 1`;
  const row = database.get(sql, ...listing.values, edge.position.at, edge.position.id);
  return row === undefined ? undefined : edge.position;
}

function behind<Item>(database: Database, listing: Listing, { after, limit }: Slice): Row<Item>[] {
  const order = `ORDER BY ${listing.at} DESC, ${listing.id} DESC LIMIT ?`;
  if (after === undefined) return database.all(`${select(listing)} ${order}`, ...listing.values, limit + 1);
  const sql = `${select(listing)} AND ${bound(listing, "<")} ${order}`;
  return database.all(sql, ...listing.values, after.at, after.id, limit + 1);
}

function inFront<Item>(
  database: Database,
  listing: Listing,
  { before, limit }: Slice & { readonly before: Position },
): Row<Item>[] {
  const order = `ORDER BY ${listing.at}, ${listing.id} LIMIT ?`;
  const sql = `${select(listing)} AND ${bound(listing, ">")} ${order}`;
  return database.all(sql, ...listing.values, before.at, before.id, limit + 1);
}

function select({ body, at, id, from, where }: Listing): string {
  return `SELECT ${body} AS body, ${at} AS at, ${id} AS id FROM ${from} WHERE ${where}`;
}

function bound({ at, id }: Listing, side: Edge["side"]): string {
  return `(${at}, ${id}) ${side} (?, ?)`;
}

function position(row: Position | undefined): Position | undefined {
  return row && { at: row.at, id: row.id };
}
