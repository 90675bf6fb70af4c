import type { TestKey } from "../../helpers/keys.ts";
import {
  es512,
  type Fields,
  type Genuine,
  join,
  keys,
  withClaims,
  withHeader,
  withSignature,
} from "./forgery.ts";

/** The outcome of an attack: the type of the only detail of a 401, or another status. */
export type Outcome = 200 | 403 | `token_${string}`;

/** A name, the expected outcome, and the headers of the request. */
export type Attack = readonly [string, Outcome, (genuine: Genuine, own: TestKey) => Fields];

export type Forge = (genuine: Genuine, own: TestKey) => string;

export function bearer(forge: Forge): Attack[2] {
  return (genuine, own) => ({ authorization: `Bearer ${forge(genuine, own)}` });
}

/** Another header over the genuine claims; signed by the attacker's own key unless something else is given. */
export function header(fields: Fields | ((genuine: Genuine) => Fields), key = keys.stranger): Attack[2] {
  return bearer((genuine) =>
    withHeader(genuine, typeof fields === "function" ? fields(genuine) : fields, es512(key)),
  );
}

/** Another header that the genuine key has signed: only its form decides. */
export function signedHeader(fields: Fields): Attack[2] {
  return bearer((genuine, own) => withHeader(genuine, fields, es512(own)));
}

/** Other claims that the genuine key has signed. */
export function claims(fields: Fields | ((now: number) => Fields)): Attack[2] {
  return bearer((genuine, own) =>
    withClaims(genuine, typeof fields === "function" ? fields(genuine.now) : fields, es512(own)),
  );
}

/** Two texts signed with the genuine key. */
export function texts(build: (genuine: Genuine) => [header: string, claims: string]): Attack[2] {
  return bearer((genuine, own) => join(...build(genuine), es512(own)));
}

export function signature(change: (bytes: Buffer) => Uint8Array): Attack[2] {
  return bearer((genuine) => withSignature(genuine, change));
}

/** The genuine token with its text changed. */
export function text(change: (token: string, parts: Genuine["parts"]) => string): Attack[2] {
  return bearer(({ parts, token }) => change(token, parts));
}

/** The fields of an object as JSON, without the braces. */
export function inner(fields: Fields): string {
  return JSON.stringify(fields).slice(1, -1);
}

/** A signature of the right length that is worth nothing. */
export const zeros = (): Buffer => Buffer.alloc(132);
