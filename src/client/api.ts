import type { AnswerBody, Input, Method } from "../contract/operation.ts";
import type { AnyOperation } from "../contract/operations.ts";
import type { Scope } from "../contract/scopes.ts";

/** Settings of one call beyond its input. */
export interface CallOptions {
  /** Scopes to ask for besides the operation's own. */
  readonly scopes?: readonly Scope[];
  /** Ends the call early; its answer is no longer needed. */
  readonly signal?: AbortSignal;
  /** Retries after a lost answer even if the operation is not repeatable: the next answer tells the caller. */
  readonly resendsLost?: boolean;
  /** Whether it is part of a larger piece of work: a dry run then shows it in a line. */
  readonly isOneOfMany?: boolean;
}

/** A successful answer. */
export interface Answer<Value> {
  /** False under `--dry-run`: the request was shown instead, and there is no value. */
  readonly sent: boolean;
  readonly status: number;
  /** When the service answered, by its own clock and in its own words (RFC 9110, section 6.6.1). */
  readonly date?: string | undefined;
  /** Undefined if the answer had no body. Numbers that a double can't hold keep their digits. */
  readonly value: Value | undefined;
}

/** A request built by the caller, for paths with or without an operation. */
export interface RawRequest {
  readonly method: Method;
  /** Path and query: `/buyers?limit=20`. */
  readonly target: string;
  /** JSON text, sent unchanged. */
  readonly body?: string;
  /** Undefined uses the scope of the operation that the path belongs to. */
  readonly scopes?: readonly string[];
  readonly signal?: AbortSignal;
}

/** A part of a list, as it came. */
export interface Page {
  readonly items: readonly unknown[];
  readonly limit: unknown;
  /** Where the list continues; null at its end. */
  readonly nextCursor: string | null;
  /** Whether the service sent more rows than were requested: no cursor points at those left out. */
  readonly isCut?: boolean;
}

/** The service, as commands see it. Failures are thrown as errors of `errors.ts`. */
export interface Api {
  call<Row extends AnyOperation>(
    operation: Row,
    input: Input<Row>,
    options?: CallOptions,
  ): Promise<Answer<AnswerBody<Row>>>;
  send(request: RawRequest): Promise<Answer<unknown>>;
}
