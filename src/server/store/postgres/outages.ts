import { ConfigurationError, isError, messageOf } from "../../../errors.ts";
import { Failure, unavailable } from "../../failure.ts";
import type { Outage } from "../storage.ts";
import { explainFailure, isRefusal, isSerialization, isTransient } from "./failures.ts";

/** Milliseconds without a refusal after which the next one is news. */
const quietPeriod = 60_000;

/** Turns what keeps the database from working into a 503, and tells the log when that begins and ends. */
export function createOutages(label: string, outage: Outage | undefined) {
  let isLost = false;
  let refused = { kind: "", at: Number.NEGATIVE_INFINITY };

  function noteSuccess(): void {
    if (isLost) outage?.("back", "the database is back");
    isLost = false;
  }

  function noteFailure(error: unknown): void {
    if (isRefusal(error)) noteRefusal(explainFailure(label, error));
    else if (isTransient(error) && !isLost) {
      isLost = true;
      outage?.("lost", reasonOf(explainFailure(label, error)));
    }
  }

  /** A line in the log for each refusal would bury everything else. */
  function noteRefusal(error: unknown): void {
    const [kind, at] = [messageOf(error), performance.now()];
    const isKnown = refused.kind === kind && at - refused.at < quietPeriod;
    refused = { kind, at };
    if (!isKnown) outage?.("refuses", reasonOf(error));
  }

  return async <Value>(work: () => Promise<Value>): Promise<Value> => {
    try {
      const value = await work();
      noteSuccess();
      return value;
    } catch (error) {
      noteFailure(causeOf(error));
      throw answerTo(label, error);
    }
  };
}

/** What a change met whose outcome is not known. */
function causeOf(error: unknown): unknown {
  return error instanceof Failure ? error.cause : error;
}

/** What callers are told while the database is away, with the reason as its cause; a bug is returned unchanged. */
function answerTo(label: string, error: unknown): unknown {
  if (error instanceof Failure) return error;
  if (!(isTransient(error) || isSerialization(error) || isRefusal(error))) return error;
  return Object.assign(unavailable({ headers: { "retry-after": "1" } }), {
    cause: explainFailure(label, error),
  });
}

function reasonOf(error: unknown): string {
  if (!isError(error)) return String(error);
  const { cause, message } = error;
  return error instanceof ConfigurationError && isError(cause) ? `${message}: ${cause.message}` : message;
}
