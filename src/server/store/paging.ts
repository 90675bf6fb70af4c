import type { Json } from "../json.ts";
import type { Database, SqlValue } from "./database.ts";

/** A place in a list: the row's time (RFC 3339, UTC, milliseconds) and its id as tie-break. */
export interface Position {
  readonly at: string;
  readonly id: string;
}

/** Which part of a list, newest first: what follows `after`, or what leads up to `until`, including its row. */
export interface Slice {
  readonly limit: number;
  readonly after?: Position;
  readonly until?: Position;
}

/** Ready rows, and where the neighbouring pages begin. */
export interface Rows<Item> {
  readonly rows: readonly Json<Item>[];
  readonly next: Position | undefined;
  readonly previous: Position | undefined;
}

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
 * A page, newest first; it starts at a position and never counts rows, so depth costs nothing. The position between
 * two pages is that of the last row of the first one, and leads to either.
 */
export function page<Item>(database: Database, listing: Listing, slice: Slice): Rows<Item> {
  const { after, limit, until } = slice;
  return until === undefined
    ? pageAfter(database, listing, { limit, after })
    : pageUntil(database, listing, { limit, until });
}

interface After {
  readonly limit: number;
  readonly after: Position | undefined;
}

function pageAfter<Item>(database: Database, listing: Listing, { after, limit }: After): Rows<Item> {
  const found = rowsFrom<Item>(database, listing, limit + 1, after && { side: "<", position: after });
  const rows = found.slice(0, limit);
  return {
    rows: rows.map(bodyOf),
    next: found.length > limit ? position(rows.at(-1)) : undefined,
    previous: after && ifFilled(database, listing, { side: ">=", position: after }),
  };
}

interface Until {
  readonly limit: number;
  readonly until: Position;
}

function pageUntil<Item>(database: Database, listing: Listing, { limit, until }: Until): Rows<Item> {
  const found = rowsFrom<Item>(database, listing, limit + 1, { side: ">=", position: until });
  return {
    rows: found.slice(0, limit).reverse().map(bodyOf),
    next: ifFilled(database, listing, { side: "<", position: until }),
    previous: position(found[limit]),
  };
}

/** The older rows (`<`) or the newer ones and the row itself (`>=`). */
interface Edge {
  readonly side: "<" | ">=";
  readonly position: Position;
}

/** The rows nearest to an edge, the nearest first; without an edge the newest. */
function rowsFrom<Item>(database: Database, listing: Listing, limit: number, edge?: Edge): Row<Item>[] {
  const { at, body, from, id, where } = listing;
  const select = `SELECT ${body} AS body, ${at} AS at, ${id} AS id FROM ${from} WHERE ${where}`;
  if (edge === undefined) {
    return database.all(`${select} ORDER BY ${at} DESC, ${id} DESC LIMIT ?`, ...listing.values, limit);
  }
  const direction = edge.side === "<" ? "DESC" : "ASC";
  const order = `ORDER BY ${at} ${direction}, ${id} ${direction} LIMIT ?`;
  const sql = `${select} AND (${at}, ${id}) ${edge.side} (?, ?) ${order}`;
  return database.all(sql, ...listing.values, edge.position.at, edge.position.id, limit);
}

/** The position of an edge, if there are rows on its side. */
function ifFilled(database: Database, listing: Listing, edge: Edge): Position | undefined {
  const { at, from, id, values, where } = listing;
  const sql = `SELECT 1 FROM ${from} WHERE ${where} AND (${at}, ${id}) ${edge.side} (?, ?) LIMIT 1`;
  const row = database.get(sql, ...values, edge.position.at, edge.position.id);
  return row === undefined ? undefined : edge.position;
}

function bodyOf<Item>({ body }: Row<Item>): Json<Item> {
  return body;
}

function position(row: Position | undefined): Position | undefined {
  return row && { at: row.at, id: row.id };
}
