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

/**
 * A page, newest first; it starts at a position and never counts rows, so depth costs nothing. A position belongs to
 * the page in front of it and not to the one behind it, so both lead back to each other by the same one.
 */
export function page<Item>(database: Database, listing: Listing, slice: Slice): Rows<Item> {
  if (slice.until !== undefined) return pageUntil(database, listing, { ...slice, until: slice.until });
  const found = behind<Item>(database, listing, slice);
  const rows = found.slice(0, slice.limit);
  return {
    rows: rows.map(bodyOf),
    next: found.length > slice.limit ? position(rows.at(-1)) : undefined,
    previous: slice.after && filled(database, listing, edgeOf(slice, ">=", slice.after)),
  };
}

function pageUntil<Item>(
  database: Database,
  listing: Listing,
  slice: Slice & { readonly until: Position },
): Rows<Item> {
  const found = upTo<Item>(database, listing, slice);
  return {
    rows: found.slice(0, slice.limit).reverse().map(bodyOf),
    next: filled(database, listing, edgeOf(slice, "<", slice.until)),
    previous: position(found[slice.limit]),
  };
}

interface Edge {
  readonly side: "<" | ">=";
  readonly position: Position;
  /** Whether rows are known to lie there. */
  readonly isFilled: boolean;
}

function edgeOf({ hasNeighbour = false }: Slice, side: Edge["side"], position: Position): Edge {
  return { side, position, isFilled: hasNeighbour };
}

/** The position, if rows lie on that side of it. */
function filled(database: Database, listing: Listing, edge: Edge): Position | undefined {
  const { isFilled, position, side } = edge;
  if (isFilled) return position;
  const sql = `SELECT 1 FROM ${listing.from} WHERE ${listing.where} AND ${bound(listing, side)} LIMIT 1`;
  const row = database.get(sql, ...listing.values, position.at, position.id);
  return row === undefined ? undefined : position;
}

function behind<Item>(database: Database, listing: Listing, { after, limit }: Slice): Row<Item>[] {
  const order = `ORDER BY ${listing.at} DESC, ${listing.id} DESC LIMIT ?`;
  if (after === undefined) return database.all(`${select(listing)} ${order}`, ...listing.values, limit + 1);
  const sql = `${select(listing)} AND ${bound(listing, "<")} ${order}`;
  return database.all(sql, ...listing.values, after.at, after.id, limit + 1);
}

function upTo<Item>(
  database: Database,
  listing: Listing,
  { limit, until }: Slice & { readonly until: Position },
): Row<Item>[] {
  const order = `ORDER BY ${listing.at}, ${listing.id} LIMIT ?`;
  const sql = `${select(listing)} AND ${bound(listing, ">=")} ${order}`;
  return database.all(sql, ...listing.values, until.at, until.id, limit + 1);
}

function select({ body, at, id, from, where }: Listing): string {
  return `SELECT ${body} AS body, ${at} AS at, ${id} AS id FROM ${from} WHERE ${where}`;
}

function bound({ at, id }: Listing, side: Edge["side"]): string {
  return `(${at}, ${id}) ${side} (?, ?)`;
}

function bodyOf<Item>({ body }: Row<Item>): Json<Item> {
  return body;
}

function position(row: Position | undefined): Position | undefined {
  return row && { at: row.at, id: row.id };
}
