import type { IncomingHttpHeaders } from "node:http";
import type { Client, Dispatcher } from "undici";
import type { ApiResponse, Exchange } from "../contract/exchange.ts";
import { openRoute, type RouteOptions } from "./connections.ts";
import { connectionError, type Phase, TransportError } from "./transport-error.ts";

// Both are reached through this file: undici then loads in one piece.
export { openTunnel } from "./connections.ts";

/** Where and how an Exchange sends its requests. */
export interface ExchangeOptions extends RouteOptions {
  /** Milliseconds for one attempt. */
  readonly timeout: number;
  /** The most that an answer may have, in MiB; 32 unless given. */
  readonly largest?: number;
}

/** An Exchange over HTTP. Its idle sockets do not keep a process alive; redirects are returned as they come. */
export async function openExchange(options: ExchangeOptions): Promise<Exchange> {
  const route = await openRoute(options);
  const { host } = new URL(options.baseUrl);
  const destination = { host, timeout: options.timeout, largest: options.largest ?? 32 };
  const idle: Client[] = [];
  return async ({ method, target, headers, body, signal }) => {
    const path = route.prefix + target;
    const sent = { method, path, headers: { ...headers, ...route.headers }, body: body ?? null, signal };
    const client = idle.pop() ?? route.createClient();
    try {
      const response = await receive(client, sent, destination);
      idle.push(client);
      return response;
    } catch (error) {
      // Requests that are still running are no longer needed.
      void client.destroy();
      throw error;
    }
  };
}

/** Where a request goes, and how long it may take. */
interface Destination {
  /** The service's name and port, for people. */
  readonly host: string;
  /** Milliseconds from the first step to the last byte. */
  readonly timeout: number;
  /** MiB of an answer. */
  readonly largest: number;
}

type Sent = Dispatcher.DispatchOptions & { readonly signal: AbortSignal | undefined };

/** Sends one request over a connection; rejects with a TransportError or with the signal's reason. */
async function receive(client: Client, sent: Sent, destination: Destination): Promise<ApiResponse> {
  const { signal, ...options } = sent;
  signal?.throwIfAborted();
  const { answer, handler, phase, fail } = collectAnswer(destination);
  const interrupt = (): void => fail(signal?.reason);
  // Sockets are not counted while they connect, so this timer is what keeps the process alive.
  const timer = setTimeout(() => fail(timeoutError(phase(), destination)), destination.timeout);
  signal?.addEventListener("abort", interrupt);
  try {
    client.dispatch(options, handler);
    return await answer;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", interrupt);
  }
}

/** One answer, and what collects it as its parts arrive. */
function collectAnswer({ host, largest }: Destination) {
  let phase: Phase = "connecting";
  let status = 0;
  let headers: IncomingHttpHeaders = {};
  let size = 0;
  const chunks: Uint8Array[] = [];
  let succeed = (_: ApiResponse): void => {};
  let fail = (_: unknown): void => {};
  const answer = new Promise<ApiResponse>((resolve, reject) => {
    succeed = resolve;
    fail = reject;
  });
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart() {
      // The request is about to be written: before that, it can't have arrived.
      phase = "sent";
    },
    onResponseStart(_, received, fields) {
      phase = "answering";
      status = received;
      headers = fields;
    },
    onResponseData(_, chunk) {
      size += chunk.byteLength;
      if (size > largest * 1024 * 1024) {
        throw new TransportError("malformed", `the answer from ${host} is larger than ${largest} MiB`);
      }
      chunks.push(chunk);
    },
    onResponseEnd: () =>
      succeed({ status, headers: joinHeaders(headers), body: readBody(chunks, status, host) }),
    onResponseError: (_, error) => fail(connectionError(error, phase, host)),
  };
  return { answer, handler, phase: () => phase, fail };
}

function timeoutError(phase: Phase, { host, timeout }: Destination): TransportError {
  const hint = { text: "allow more time for an attempt", command: "--timeout 60s" };
  const time = timeout < 1000 ? `${timeout} ms` : `${timeout / 1000} s`;
  if (phase === "connecting") {
    return new TransportError("unsent", `no connection to ${host} within ${time}`, { hint });
  }
  return new TransportError("lost", `no complete answer from ${host} within ${time}`, { hint });
}

/** The status of a failure says enough, whatever a gateway wrote into its body. */
function readBody(chunks: readonly Uint8Array[], status: number, host: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: status < 400 }).decode(Buffer.concat(chunks));
  } catch {
    throw new TransportError("malformed", `the answer from ${host} is not UTF-8 text`);
  }
}

function joinHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const joined: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) joined[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  return joined;
}
