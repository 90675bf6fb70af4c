import { once } from "../once.ts";
import { createBoundedMap } from "./bounded-map.ts";
import { type Boundary, openCursor, type Side, sealBoundary } from "./cursor-text.ts";
import type { Cursors } from "./handler.ts";
import type { Json } from "./json.ts";
import type { Position, Rows, Slice, Store } from "./store/store.ts";

/** The list that a cursor belongs to; in any other it is foreign. */
export interface CursorBinding {
  readonly operation: string;
  readonly merchantAccountId: string;
  /** The validated query; `cursor` and `limit` are no filters. */
  readonly query: Readonly<Record<string, unknown>>;
}

/** Who asks for which list: the key pair's id, for a list may show less to another one that reads the same cursor. */
export interface Reading extends CursorBinding {
  readonly reader: string;
}

/** A boundary with rows on both sides of it, as far as a reader and a version of the data are concerned. */
interface Known {
  readonly key: string;
  readonly reader: string;
  readonly version: number;
  readonly side: Side;
  readonly boundary: Boundary;
}

/** Cursors that are remembered; a walk sends back the one that was written last. */
const most = 512;

/** Cursors of lists: a position behind a code that only the holder of the secret can make. */
export function createCursors(store: Pick<Store, "secret" | "version">): (reading: Reading) => Cursors {
  const secret = Buffer.from(store.secret).toString("base64url");
  const lately = createBoundedMap<Known>(most);

  return ({ reader, ...binding }) => {
    // Most answers hold no cursor, so what makes them up is put together late.
    const key = once(() => `${secret}\n${bindingText(binding)}\n`);
    let asked: Pick<Known, "boundary" | "side"> | undefined;

    /** Whether it was written or opened for this very reading, and no data have changed since. */
    function isCurrent(known: Known | undefined): boolean {
      return known?.key === key() && known.reader === reader && known.version === store.version();
    }

    function remember(boundary: Boundary, side: Side): void {
      const cursor = boundary[side];
      if (isCurrent(lately.get(cursor))) return;
      lately.set(cursor, { key: key(), reader, version: store.version(), side, boundary });
    }

    function read(cursor: string): Omit<Slice, "limit"> {
      const known = lately.get(cursor);
      asked = known?.key === key() ? known : openCursor(key(), cursor);
      const edge = { [asked.side]: asked.boundary.position };
      return isCurrent(known) ? { ...edge, hasNeighbour: true } : edge;
    }

    /** The boundary that was asked for lies beside the page, and its other cursor is there already. */
    function boundaryAt(position: Position): Boundary {
      return asked?.boundary.position === position ? asked.boundary : sealBoundary(key(), position);
    }

    function write(side: Side, position: Position | undefined, { rows }: Rows<unknown>): string | null {
      if (position === undefined) return null;
      const boundary = boundaryAt(position);
      // Both pages have rows; one that was emptied would be no neighbour.
      if (rows.length > 0) remember(boundary, side);
      return boundary[side];
    }

    /** What a page has found out of the cursor that it was asked for with. */
    function learn({ rows, next, previous }: Rows<unknown>): void {
      const neighbour = asked?.side === "after" ? previous : next;
      if (asked !== undefined && rows.length > 0 && neighbour !== undefined)
        remember(asked.boundary, asked.side);
    }

    return {
      slice: ({ cursor, limit }) => (cursor === undefined ? { limit } : { limit, ...read(cursor) }),
      page(rows, limit) {
        learn(rows);
        const next = write("after", rows.next, rows);
        return envelope(rows, { limit, next, previous: write("until", rows.previous, rows) });
      },
    };
  };
}

function bindingText({ merchantAccountId, operation, query }: CursorBinding): string {
  const { cursor: _, limit: __, ...filters } = query;
  const given = Object.entries(filters).filter(([, value]) => value !== undefined);
  return JSON.stringify([operation, merchantAccountId, ...given.toSorted(byName)]);
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}

interface Ends {
  readonly limit: number;
  readonly next: string | null;
  readonly previous: string | null;
}

/** The rows are ready JSON text, so the page is joined, not built: it holds what its type says. */
function envelope<Item>({ rows }: Rows<Item>, ends: Ends): Json<{ items: Item[]; limit: number }> {
  const cursors = `"next_cursor":${quoted(ends.next)},"previous_cursor":${quoted(ends.previous)}`;
  const text = `{"items":[${rows.join(",")}],"limit":${ends.limit},${cursors}}`;
  return text as Json<{ items: Item[]; limit: number }>;
}

/** A cursor is letters, digits, `-` and `_` alone. */
function quoted(cursor: string | null): string {
  return cursor === null ? "null" : `"${cursor}"`;
}
