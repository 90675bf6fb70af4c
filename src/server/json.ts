import { findJson } from "../values/record.ts";

declare const content: unique symbol;

/** JSON text that is known to represent a Value; the store keeps ready answers in this form. */
export type Json<Value> = string & { readonly [content]: Value };

// The brand exists only for the compiler; the text is the value's.
export function json<Value>(value: Value): Json<Value> {
  return JSON.stringify(value) as Json<Value>;
}

export function parsed<Value>(text: Json<Value>): Value {
  return JSON.parse(text);
}

/** What a body says; undefined if it is not JSON. */
export function jsonOf(body: Uint8Array | undefined): unknown {
  return findJson(Buffer.from(body ?? []).toString());
}
