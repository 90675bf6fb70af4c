import type { AnswerBody, Parsed } from "../contract/operation.ts";
import type { OperationName, Operations } from "../contract/operations.ts";
import type { Cursors } from "./cursors.ts";
import type { Json } from "./json.ts";
import type { KeyPairRecord } from "./store/records.ts";
import type { Resources } from "./store/store.ts";

/** The caller, after authentication, limited to what the key pair's roles allow. */
export interface Caller {
  readonly keyPair: KeyPairRecord;
  /** Whether token and roles together permit a scope. */
  may(scope: string): boolean;
  /** Whether the key pair may use a merchant account. */
  mayUse(merchantAccountId: string): boolean;
}

/** One validated request, inside the transaction of its answer. */
export interface Call<Row> extends Parsed<Row> {
  readonly caller: Caller;
  /** The account that the call acts on, already checked. */
  readonly merchantAccountId: string;
  readonly resources: Resources;
  /** The time of the change, or of the read. */
  readonly now: Date;
  /** What orders changes, even those of one millisecond. */
  readonly moment: number;
  newId(): string;
  /** Unpredictable bytes, for what no one may guess. */
  randomBytes(size: number): Uint8Array;
  /** Encodes and reads cursors bound to this operation, its filters and its account. */
  readonly cursors: Cursors;
}

/** An answer; without a body for the statuses that have none. */
export interface Reply<Body> {
  readonly status: number;
  /** The media type; JSON unless given. */
  readonly type?: "application/json" | "application/yaml" | "text/html; charset=utf-8";
  /** Further ones. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Json<Body>;
}

/** How one operation is answered. */
export interface Handler<Row> {
  /** Its kind; only a write waits for a commit. */
  readonly transaction: "read" | "write";
  handle(call: Call<Row>): Promise<Reply<AnswerBody<Row>>>;
}

/** A missing or wrong handler does not compile. */
export type Handlers = { readonly [Name in OperationName]: Handler<Operations[Name]> };
