import { hash } from "node:crypto";
import { once } from "../once.ts";
import { type Failure, failure } from "./failure.ts";
import type { Cursors } from "./handler.ts";
import type { Json } from "./json.ts";
import { isSameText } from "./same-text.ts";
import type { Position, Rows } from "./store/store.ts";

/** The list that a cursor belongs to; in any other it is foreign. */
export interface CursorBinding {
  readonly operation: string;
  readonly merchantAccountId: string;
  /** The validated query; `cursor` and `limit` are no filters. */
  readonly query: Readonly<Record<string, unknown>>;
}

type Direction = "after" | "before";

/** Characters of base64url: 132 bits. */
const codeLength = 22;

/** Cursors of one list: a direction and a position behind a code that only the holder of the secret can make. */
export function createCursors(secret: Uint8Array, binding: CursorBinding): Cursors {
  // Most answers hold no cursor, so what makes them up is put together late.
  const key = once(() => `${Buffer.from(secret).toString("base64url")}\n${bindingText(binding)}\n`);

  function seal(content: string): string {
    // Nobody can go on computing from a SHA-512/256, so a secret in front is as good as HMAC and costs a fifth.
    const code = hash("sha512-256", `${key()}${content}`, "base64url").slice(0, codeLength);
    return `${code}${Buffer.from(content).toString("base64url")}`;
  }

  function write(direction: Direction, position: Position | undefined): string | null {
    return position === undefined ? null : seal(JSON.stringify([direction, position.at, position.id]));
  }

  function read(cursor: string): { readonly [Key in Direction]?: Position } {
    const content = Buffer.from(cursor.slice(codeLength), "base64url").toString();
    // Sealing it again also finds what Node skips: foreign characters and spare bits.
    if (!isSameText(cursor, seal(content))) throw foreign();
    // The code is right, so this is what `write` wrote.
    const [direction, at, id]: [Direction, string, string] = JSON.parse(content);
    return { [direction]: { at, id } };
  }

  return {
    slice: ({ cursor, limit }) => (cursor === undefined ? { limit } : { limit, ...read(cursor) }),
    page: (rows, limit) =>
      envelope(rows, { limit, next: write("after", rows.next), previous: write("before", rows.previous) }),
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
  const text = `{"items":[${rows.join(",")}],"limit":${ends.limit},"next_cursor":${JSON.stringify(ends.next)},"previous_cursor":${JSON.stringify(ends.previous)}}`;
  return text as Json<{ items: Item[]; limit: number }>;
}

function foreign(): Failure {
  const message = "The cursor is damaged or belongs to another list";
  return failure(400, {
    message,
    details: [{ location: "query", pointer: "cursor", message, type: "invalid_cursor" }],
  });
}
