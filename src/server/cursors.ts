import { hash } from "node:crypto";
import { once } from "../values/once.ts";
import { isSameText } from "./digest.ts";
import { type Failure, failure } from "./failure.ts";
import type { Json } from "./json.ts";
import type { Position, Rows, Slice } from "./store/records.ts";

/** The list that a cursor belongs to; in any other it is foreign. */
export interface CursorBinding {
  readonly operation: string;
  readonly merchantAccountId: string;
  /** The validated query; `cursor` and `limit` are no filters. */
  readonly query: Readonly<Record<string, unknown>>;
}

/** Turns positions into opaque cursors and back; a damaged or foreign one is a failure 400. */
export interface Cursors {
  slice(query: { readonly cursor?: string | undefined; readonly limit: number }): Slice;
  page<Item>(rows: Rows<Item>, limit: number): Json<{ items: Item[]; limit: number }>;
}

/** The side of a position on which a page lies: after it, or up to and including it. */
type Side = "after" | "until";

/** Characters of base64url: 132 bits. */
const codeLength = 22;

/** Cursors of lists: a position after a code that only the holder of the secret can compute. */
export function createCursors(secret: Uint8Array): (binding: CursorBinding) => Cursors {
  // Of one length, so that nothing else can be the beginning of what is digested.
  const secretText = Buffer.from(secret).toString("base64url");

  return (binding) => {
    const bound = once(() => bindingText(binding));

    /**
     * One digest gives the codes of both cursors of a position. They show half of its bits, and without the others nobody
     * can extend what was digested: cut off like this, SHA-512 behind a secret needs no HMAC, which takes four times as
     * long.
     */
    function codesOf(content: string): Readonly<Record<Side, string>> {
      const digest = hash("sha512", `${secretText}\n${bound()}\n${content}`, "base64url");
      return { after: digest.slice(0, codeLength), until: digest.slice(codeLength, 2 * codeLength) };
    }

    function seal(side: Side, position: Position | undefined): string | null {
      if (position === undefined) return null;
      const content = Buffer.from(JSON.stringify([position.at, position.id])).toString("base64url");
      return `${codesOf(content)[side]}${content}`;
    }

    function open(cursor: string): Pick<Slice, Side> {
      const [code, content] = [cursor.slice(0, codeLength), cursor.slice(codeLength)];
      const { after, until } = codesOf(content);
      const isAfter = isSameText(code, after);
      if (!(isAfter || isSameText(code, until))) throw foreign();
      // The code is right, so this is what `seal` wrote.
      const [at, id]: [string, string] = JSON.parse(Buffer.from(content, "base64url").toString());
      return isAfter ? { after: { at, id } } : { until: { at, id } };
    }

    return {
      slice: ({ cursor, limit }) => (cursor === undefined ? { limit } : { limit, ...open(cursor) }),
      page: (rows, limit) =>
        envelope(rows, { limit, next: seal("after", rows.next), previous: seal("until", rows.previous) }),
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
function envelope<Item>({ rows }: Rows<Item>, { limit, next, previous }: Ends) {
  const cursors = `"next_cursor":${quoted(next)},"previous_cursor":${quoted(previous)}`;
  return `{"items":[${rows.join(",")}],"limit":${limit},${cursors}}` as Json<{
    items: Item[];
    limit: number;
  }>;
}

/** A cursor consists of letters, digits, `-` and `_` alone. */
function quoted(cursor: string | null): string {
  return cursor === null ? "null" : `"${cursor}"`;
}

function foreign(): Failure {
  const message = "The cursor is damaged or belongs to another list";
  return failure(400, {
    message,
    details: [{ location: "query", pointer: "cursor", message, type: "invalid_cursor" }],
  });
}
