import { hash } from "node:crypto";
import { type Failure, failure } from "./failure.ts";
import { isSameText } from "./same-text.ts";
import type { Position } from "./store/store.ts";

/** The side of a position on which a page lies: behind it, or up to it and with it. */
export type Side = "after" | "until";

/** A place between two pages, and the cursors that lead from it to either of them. */
export interface Boundary {
  readonly position: Position;
  readonly after: string;
  readonly until: string;
}

/** Characters of base64url: 132 bits. */
const codeLength = 22;

/** Cursors of the list that `key` stands for; only who holds the key can make one, or tell whose it is. */
export function sealBoundary(key: string, position: Position): Boundary {
  const content = Buffer.from(JSON.stringify([position.at, position.id])).toString("base64url");
  return { position, ...cursorsOf(key, content) };
}

/** The boundary that a cursor leads from, and to which side; throws a failure 400 for one that another key sealed. */
export function openCursor(
  key: string,
  cursor: string,
): { readonly side: Side; readonly boundary: Boundary } {
  const content = cursor.slice(codeLength);
  const { after, until } = cursorsOf(key, content);
  const isAfter = isSameText(cursor, after);
  if (!isAfter && !isSameText(cursor, until)) throw foreign();
  // The code is right, so this is what `sealBoundary` sealed.
  const [at, id]: [string, string] = JSON.parse(Buffer.from(content, "base64url").toString());
  return { side: isAfter ? "after" : "until", boundary: { position: { at, id }, after, until } };
}

/** One digest has a code for each side; as nobody sees all of it, nobody can go on computing from it, as with HMAC. */
function cursorsOf(key: string, content: string): Pick<Boundary, Side> {
  const digest = hash("sha512", `${key}${content}`, "base64url");
  const code = (start: number): string => digest.slice(start, start + codeLength);
  return { after: `${code(0)}${content}`, until: `${code(codeLength)}${content}` };
}

function foreign(): Failure {
  const message = "The cursor is damaged or belongs to another list";
  return failure(400, {
    message,
    details: [{ location: "query", pointer: "cursor", message, type: "invalid_cursor" }],
  });
}
