import type { ApiRequest } from "../../contract/exchange.ts";
import { transientStatuses } from "../../contract/failure.ts";
import { merchantAccountHeader, type OperationName } from "../../contract/operations.ts";
import { embedLimit, nextCursor, previousCursor, retryAfter } from "../../contract/outcomes.ts";
import { digest } from "../digest.ts";
import { TransportFault } from "../faults/faults.ts";
import type { Layer, Trace } from "../layer.ts";

/** How often each outcome was met, by operation. */
export type OutcomeCounts = ReadonlyMap<OperationName, ReadonlyMap<string, number>>;

/** What the callers of a server have met. */
export interface Exercised {
  /** Once, or as often as each outcome says. */
  add(operation: OperationName, outcome: string | ReadonlyMap<string, number>): void;
  tally(): OutcomeCounts;
  clear(): void | Promise<void>;
  /** Reads what other servers have counted, and shares what this one has; absent if there are none. */
  settle?(): Promise<void>;
}

/** Counts for itself and, if given, for the whole that it is a part of, which keeps the counts of its parts. */
export function createExercised(whole?: Pick<Exercised, "add">): Exercised {
  const counts = new Map<OperationName, Map<string, number>>();
  return {
    add(operation, outcome) {
      whole?.add(operation, outcome);
      const outcomes = counts.get(operation) ?? new Map<string, number>();
      counts.set(operation, outcomes);
      const added = typeof outcome === "string" ? [[outcome, 1] as const] : outcome;
      for (const [name, count] of added) outcomes.set(name, (outcomes.get(name) ?? 0) + count);
    },
    tally: () => counts,
    clear: () => counts.clear(),
  };
}

/** A status, or what a simulated fault did to the connection. */
type Outcome = number | string;

/** Counts the outcome of each request for an operation of the API. */
export function counting(exercised: Exercised): Layer {
  const retries = createRetries();

  function count(request: ApiRequest, trace: Trace, outcome: Outcome, open: readonly Lost[]): void {
    const name = trace.operation?.name;
    if (name === undefined) return;
    exercised.add(name, String(outcome));
    if (trace.cursor !== undefined && outcome === 200) exercised.add(name, cursorOutcomes[trace.cursor]);
    if (outcome === 429 && isLimited(trace)) exercised.add(name, embedLimit);
    const cause = open.length === 0 ? undefined : retries.take(request, trace, open);
    if (cause !== undefined) exercised.add(name, retryAfter(String(cause)));
    if (mayPass(outcome)) retries.await(request, trace, outcome);
  }

  return (inner) => async (request, trace) => {
    const open = retries.open();
    try {
      const answer = await inner(request, trace);
      count(request, trace, answer.status, open);
      return answer;
    } catch (error) {
      if (error instanceof TransportFault) count(request, trace, error.kind, open);
      throw error;
    }
  };
}

const cursorOutcomes = { next: nextCursor, previous: previousCursor } as const;

/** The queue of signature checks refuses before it is known what a token may do, and a fault says that it is one. */
function isLimited({ isFaulted, scopes }: Trace): boolean {
  return scopes !== undefined && isFaulted !== true;
}

function mayPass(outcome: Outcome): boolean {
  return typeof outcome === "string" || transientStatuses.includes(outcome);
}

/** A request that failed in a way that may be temporary. */
interface Lost {
  readonly call: string;
  /** Undefined if the request ended before its body was asked for. */
  readonly body: string | undefined;
  readonly cause: Outcome;
  /** Milliseconds, by a clock that nobody moves. */
  readonly at: number;
}

/** The same request counts as sent again within this time; a client that waits longer has made another call. */
const longestWait = 60_000;

/** What one test after another leaves behind must not slow down the next one. */
const mostOpen = 100;

const none: readonly Lost[] = [];

/** Remembers requests that failed until they are sent again. */
function createRetries() {
  let lost: readonly Lost[] = none;
  return {
    /** Those that a request that starts now may be a retry of. */
    open(): readonly Lost[] {
      if (lost.length === 0) return none;
      const now = performance.now();
      lost = lost.filter(({ at }) => now - at < longestWait);
      return lost;
    },
    /** The outcome of the request that this is a retry of; undefined if it is not a retry. */
    take(request: ApiRequest, trace: Trace, open: readonly Lost[]): Outcome | undefined {
      const call = callOf(request);
      const body = bodyDigest(request, trace);
      const found = open.find((entry) => {
        const isAlike = entry.call === call && (entry.body ?? body) === (body ?? entry.body);
        return isAlike && lost.includes(entry);
      });
      lost = lost.filter((entry) => entry !== found);
      return found?.cause;
    },
    await(request: ApiRequest, trace: Trace, cause: Outcome): void {
      const entry = { call: callOf(request), body: bodyDigest(request, trace), cause, at: performance.now() };
      lost = [...lost, entry].slice(-mostOpen);
    },
  };
}

function callOf({ headers, method, target }: ApiRequest): string {
  return JSON.stringify([method, target, headers[merchantAccountHeader] ?? ""]);
}

function bodyDigest({ body, receiveBody }: ApiRequest, trace: Trace): string | undefined {
  const sent = body ?? trace.body;
  if (sent !== undefined) return digest(sent);
  return receiveBody === undefined ? "" : undefined;
}
