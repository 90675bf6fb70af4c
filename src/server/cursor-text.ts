import { hash } from "node:crypto";
import { type Failure, failure } from "./failure.ts";
import { isSameText } from "./same-text.ts";
import type { Position } from "./store/store.ts";

export type Direction = "after" | "before";

/** The position that a page starts at, and the side of it on which the page lies. */
export type Edge = { readonly [Key in Direction]?: Position };

/** Characters of base64url: 132 bits. */
const codeLength = 22;

/** A cursor of the list that `key` stands for; only who holds the key can make one, or tell whose it is. */
export function sealCursor(key: string, direction: Direction, { at, id }: Position): string {
  return seal(key, JSON.stringify([direction, at, id]));
}

/** Throws a failure 400 for a cursor that was not sealed with the same key. */
export function openCursor(key: string, cursor: string): Edge {
  const content = Buffer.from(cursor.slice(codeLength), "base64url").toString();
  // Sealing it again also finds what Node skips: foreign characters and spare bits.
  if (!isSameText(cursor, seal(key, content))) throw foreign();
  // The code is right, so this is what `sealCursor` sealed.
  const [direction, at, id]: [Direction, string, string] = JSON.parse(content);
  return { [direction]: { at, id } };
}

function seal(key: string, content: string): string {
  // Nobody can go on computing from a SHA-512/256, so a key in front is as good as HMAC and costs a fifth.
  const code = hash("sha512-256", `${key}${content}`, "base64url").slice(0, codeLength);
  return `${code}${Buffer.from(content).toString("base64url")}`;
}

function foreign(): Failure {
  const message = "The cursor is damaged or belongs to another list";
  return failure(400, {
    message,
    details: [{ location: "query", pointer: "cursor", message, type: "invalid_cursor" }],
  });
}
