import { isObject } from "../../contract/json-schema.ts";
import type { Failure } from "../failure.ts";
import { unauthorized } from "./unauthorized.ts";

export interface Signed {
  /** What the signature covers. */
  readonly signed: string;
  readonly signature: Uint8Array;
}

/** A token taken apart, its form checked and nothing else. */
export interface TokenParts extends Signed {
  readonly header: Readonly<Record<string, unknown>>;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Takes a compact JWS apart; a Failure 401 for anything that is not one. */
export function readParts(token: string): TokenParts {
  const [header, payload, signature, ...rest] = token.split(".");
  if (!(header && payload && signature) || rest.length > 0) throw malformed();
  return {
    header: readObject(header),
    payload: readObject(payload),
    signed: `${header}.${payload}`,
    signature: readBytes(signature),
  };
}

function readObject(part: string): Readonly<Record<string, unknown>> {
  const value = parse(readBytes(part));
  if (!isObject(value)) throw malformed();
  return value;
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw malformed();
  }
}

// Node skips what is not base64url and ignores spare bits; only the one spelling of the bytes is taken.
function readBytes(part: string): Buffer {
  const bytes = Buffer.from(part, "base64url");
  if (bytes.toString("base64url") !== part) throw malformed();
  return bytes;
}

function malformed(): Failure {
  return unauthorized("token_malformed", "The token must be a JWT: three base64url parts, two of them JSON");
}
