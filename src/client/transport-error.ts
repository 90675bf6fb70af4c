/** What is known of a request that got no usable answer. */
export type TransportKind =
  | "unsent" // never left; another attempt may fare better
  | "unusable" // never left, and never will this way: a certificate, a proxy that refuses
  | "lost" // may have arrived; no answer came
  | "cut" // an answer began and broke off
  | "malformed"; // an answer came that is none: not HTTP, not UTF-8, too large

/** Thrown by an Exchange instead of an answer. */
export class TransportError extends Error {
  readonly kind: TransportKind;
  readonly hint: string | undefined;

  constructor(kind: TransportKind, message: string, parts: { hint?: string; cause?: unknown } = {}) {
    super(message, { cause: parts.cause });
    this.name = new.target.name;
    this.kind = kind;
    this.hint = parts.hint;
  }
}
