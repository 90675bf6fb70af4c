import type { TransportWord } from "./fault-rule.ts";

/** Thrown through an Exchange instead of an answer; whoever holds the connection carries it out. */
export class TransportFault extends Error {
  readonly kind: TransportWord;
  /** What would have been answered; undefined where the request was not carried out, or has no body to answer. */
  readonly body: string | undefined;
  /** Known once the fault has left the request that it belongs to. */
  requestId = "";

  constructor(kind: TransportWord, body: string | undefined) {
    super(`simulated fault: ${kind}`);
    this.kind = kind;
    this.body = body;
  }
}
