import type { AnyOperation } from "../contract/operations.ts";

/** What becomes known of a request on its way; the journal tells of it. */
export interface Trace {
  requestId?: string;
  operation?: AnyOperation;
  /** The scopes of a token that was accepted. */
  scopes?: readonly string[];
  /** The account that the call acts on, found to exist. */
  merchantAccountId?: string;
  /** Whether the operation came to read the body. */
  isRead?: boolean;
  /** Whether a simulated fault had the last word. */
  isFaulted?: boolean;
}
