import { setTimeout as sleep } from "node:timers/promises";
import { ConfigurationError } from "../../../errors.ts";
import type { Outage } from "../storage.ts";
import { explainFailure, isSerialization, isTransient, runningFailure } from "./failures.ts";

/** Milliseconds of an outage that requests wait through. */
const patience = 2000;

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

  function isBack(): void {
    if (lostAt !== undefined) outage?.ends();
    lostAt = undefined;
  }

  function isLost(error: unknown): void {
    if (lostAt !== undefined || !isTransient(error)) return;
    lostAt = performance.now();
    outage?.begins(reasonOf(explainFailure(label, error)));
  }

  async function attempt<Value>(work: Work<Value>): Promise<Value> {
    try {
      const value = await work();
      isBack();
      return value;
    } catch (error) {
      isLost(error);
      throw runningFailure(label, error);
    }
  }

  async function repeat<Value>(work: Work<Value>): Promise<Value> {
    const end = (lostAt ?? performance.now()) + patience;
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await work();
      } catch (error) {
        const pause = pauseAfter(error, attempts);
        if (pause === undefined || (pause > 0 && performance.now() + pause > end)) throw error;
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
  if (!(error instanceof Error)) return String(error);
  const { cause, message } = error;
  return error instanceof ConfigurationError && cause instanceof Error
    ? `${message}: ${cause.message}`
    : message;
}
