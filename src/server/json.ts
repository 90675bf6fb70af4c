declare const content: unique symbol;

/** JSON text that is known to hold a Value; the store keeps answers ready in this form. */
export type Json<Value> = string & { readonly [content]: Value };

// The brand exists for the compiler alone; the text is the value's.
export function json<Value>(value: Value): Json<Value> {
  return JSON.stringify(value) as Json<Value>;
}

export function parsed<Value>(text: Json<Value>): Value {
  return JSON.parse(text);
}
