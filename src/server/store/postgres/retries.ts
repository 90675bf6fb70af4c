import { setTimeout as sleep } from "node:timers/promises";
import { ConfigurationError, isError, messageOf } from "../../../errors.ts";
import type { Outage } from "../storage.ts";
import { explainFailure, isRefusal, isSerialization, isTransient, runningFailure } from "./failures.ts";

/** Milliseconds of an outage that requests wait through. */
const patience = 2000;

/** Milliseconds without a refusal after which the next one is news. */
const calm = 60_000;

/** The most attempts of a transaction that has to give way to others. */
const mostAttempts = 10;

type Work<Value> = () => Promise<Value>;

/** Runs work that fails if the database is lost, and turns the failure into what callers are told. */
export interface Retries {
  attempt<Value>(work: Work<Value>): Promise<Value>;
  /** Repeats work after a conflict or early in an outage; work that failed must have changed nothing. */
  insist<Value>(work: Work<Value>): Promise<Value>;
}

export function createRetries(label: string, outage: Outage | undefined): Retries {
  /** When the outage began, by the clock of `performance`. */
  let lostAt: number | undefined;
  let refused: { readonly kind: string; readonly since: number; readonly last: number } | undefined;

  function noteSuccess(): void {
    if (lostAt !== undefined) outage?.ends();
    lostAt = undefined;
  }

  function noteFailure(error: unknown): void {
    if (isRefusal(error)) noteRefusal(explainFailure(label, error));
    else if (isTransient(error) && lostAt === undefined) {
      lostAt = performance.now();
      outage?.begins(reasonOf(explainFailure(label, error)));
    }
  }

  /** A line in the log for each refusal would bury everything else. */
  function noteRefusal(error: unknown): void {
    const last = performance.now();
    const kind = messageOf(error);
    const known = refused?.kind === kind && last - refused.last < calm ? refused : undefined;
    refused = { kind, last, since: known?.since ?? last };
    if (known === undefined) outage?.refuses(reasonOf(error));
  }

  /** By the clock of `performance`; requests wait only through the first moments of an outage. */
  function endOfPatience(error: unknown, begun: number): number {
    const refusedSince = refused !== undefined && begun - refused.last < calm ? refused.since : undefined;
    return ((isRefusal(error) ? refusedSince : lostAt) ?? begun) + patience;
  }

  async function attempt<Value>(work: Work<Value>): Promise<Value> {
    try {
      const value = await work();
      noteSuccess();
      return value;
    } catch (error) {
      noteFailure(error);
      throw runningFailure(label, error);
    }
  }

  async function repeat<Value>(work: Work<Value>): Promise<Value> {
    const begun = performance.now();
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await work();
      } catch (error) {
        const pause = pauseAfter(error, attempts);
        if (pause === undefined) throw error;
        if (pause > 0 && performance.now() + pause > endOfPatience(error, begun)) throw error;
        await sleep(pause);
      }
    }
  }

  return { attempt, insist: (work) => attempt(() => repeat(work)) };
}

/** The delay before another attempt: none after a conflict, growing in an outage; undefined if it would fail, too. */
function pauseAfter(error: unknown, attempts: number): number | undefined {
  if (isSerialization(error)) return attempts < mostAttempts ? 0 : undefined;
  return isTransient(error) ? 25 * 2 ** (attempts - 1) : undefined;
}

function reasonOf(error: unknown): string {
  if (!isError(error)) return String(error);
  const { cause, message } = error;
  return error instanceof ConfigurationError && isError(cause) ? `${message}: ${cause.message}` : message;
}
