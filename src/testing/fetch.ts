import type { ApiResponse, Exchange } from "../contract/exchange.ts";
import { TransportFault } from "../server/faults/simulate.ts";
import { cutAnswer } from "../server/http/write-answer.ts";
import { resolveRequest } from "./resolve-request.ts";

/** The platform's fetch, with a function instead of a network. */
export function createFetch(exchange: Exchange, url: string, prefix: string): typeof fetch {
  return async (input, init) => {
    const { request, target } = resolveRequest(url, prefix, input, init);
    const { headers, method, signal } = request;
    signal.throwIfAborted();
    const body = new Uint8Array(await request.arrayBuffer());
    const answered = exchange({
      method,
      target,
      headers: Object.fromEntries(headers),
      ...(body.length === 0 ? {} : { body }),
      signal,
    });
    return orAborted(answered.then(answer, broken), signal);
  };
}

/** Statuses whose answers have no body, not even an empty one. */
const bodiless: readonly number[] = [101, 204, 205, 304];

function answer({ body, headers, status }: ApiResponse): Response {
  return new Response(bodiless.includes(status) ? null : body, { status, headers });
}

/** The error of the platform's fetch for a connection that breaks. */
function broken(error: unknown): Response {
  if (!(error instanceof TransportFault)) throw error;
  if (error.kind === "truncate") return truncated(error.body);
  const cause = Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
  throw new TypeError("fetch failed", { cause });
}

function truncated(body: string | undefined): Response {
  const { headers, part } = cutAnswer(body);
  const stream = new ReadableStream({
    start: (controller) => controller.enqueue(part),
    pull: (controller) => controller.error(new TypeError("terminated")),
  });
  return new Response(stream, { status: 200, headers });
}

function orAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason);
    signal.addEventListener("abort", giveUp);
    if (signal.aborted) giveUp();
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", giveUp));
  });
}
