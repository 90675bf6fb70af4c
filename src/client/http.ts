import type { IncomingHttpHeaders } from "node:http";
import v8 from "node:v8";
import type { Dispatcher } from "undici";
// The two parts that a connection needs: the root of undici loads all of it.
import buildConnector from "undici/lib/core/connect.js";
import Client from "undici/lib/dispatcher/client.js";

import type { ApiResponse, Exchange } from "../contract/exchange.ts";
import { withoutEndSlashes } from "../values/url.ts";
import {
  type Connector,
  findProxy,
  lookUpName,
  proxyCredentials,
  strictTls,
  throughTunnel,
  unreferenced,
} from "./proxy.ts";
import { connectionError, type Phase, TransportError } from "./transport-error.ts";
import type { ReadFile, ShownCertificate } from "./trust.ts";

/** Where and how an Exchange sends its requests. */
export interface ExchangeOptions {
  readonly baseUrl: string;
  /** Milliseconds for one attempt. */
  readonly timeout: number;
  /** The most that an answer may have, in MiB; 32 unless given. */
  readonly largest?: number;
  /** A PEM file with additional certificates to trust. */
  readonly caFile: string | undefined;
  /** Reads that file, which may be a pipe. */
  readonly readFile?: ReadFile | undefined;
  /** What the service sees of the client, if it asks. */
  readonly clientCertificate?: ShownCertificate | undefined;
  /** Where proxies and their exceptions are named. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** How a request to the service is written to the socket. */
interface Route {
  /** Where the sockets go. */
  readonly origin: string;
  /** What precedes each target. */
  readonly prefix: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly connect: Connector;
}

/** An Exchange over HTTP. Its idle sockets do not keep a process alive; redirects are returned as they come. */
export async function openExchange(options: ExchangeOptions): Promise<Exchange> {
  const base = new URL(options.baseUrl);
  const route = await chooseRoute(base, options);
  const createClient = clientFactory(route);
  const destination = { host: base.host, timeout: options.timeout, largest: options.largest ?? 32 };
  const idle: Client[] = [];
  return async ({ method, target, headers, body, signal }) => {
    const path = route.prefix + target;
    const sent = { method, path, headers: { ...headers, ...route.headers }, body: body ?? null, signal };
    const client = idle.pop() ?? createClient();
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

async function chooseRoute(base: URL, options: ExchangeOptions): Promise<Route> {
  const { env, caFile, readFile, clientCertificate } = options;
  const proxy = findProxy(base, env);
  const ca =
    caFile === undefined
      ? undefined
      : await (await import("./trust.ts")).trustedCertificates(caFile, env, readFile);
  const connect = createConnector({
    ...clientCertificate,
    ...(ca && { ca }),
  });
  const prefix = withoutEndSlashes(base.pathname);
  if (proxy === undefined) return { origin: base.origin, prefix, headers: {}, connect };
  if (base.protocol === "https:") {
    const tunneled = throughTunnel(connect, {
      proxy,
      authority: `${base.hostname}:${base.port || 443}`,
      ca,
    });
    return { origin: base.origin, prefix, headers: {}, connect: tunneled };
  }
  // A proxy takes plain requests by their full address (RFC 9112, section 3.2.2).
  const headers = { host: base.host, ...proxyCredentials(proxy) };
  return { origin: proxy.origin, prefix: base.origin + prefix, headers, connect };
}

/** How the service is judged, and what it sees of the client. */
interface Trust extends Partial<ShownCertificate> {
  readonly ca?: string[];
}

function createConnector(trust: Trust): Connector {
  // The attempt's own timer bounds connecting too.
  const connect = buildConnector({
    timeout: 0,
    ...strictTls,
    lookup: lookUpName,
    ...trust,
  });
  return (options, callback) =>
    connect(options, (...connected) => {
      leaveParserUnoptimised();
      const [, socket] = connected;
      // undici would report the end of the connection that follows an alert, and not the alert.
      socket?.once("error", (error) => socket.destroy(error));
      callback(...connected);
    });
}

/**
 * undici compiles its WebAssembly parser with the first connection. Otherwise V8 optimises it fully, and the process
 * waits for that before it exits. Not earlier: whatever Node loads after a change of flags, such as TLS, it compiles
 * again.
 */
function leaveParserUnoptimised(): void {
  v8.setFlagsFromString("--liftoff-only");
}

/** Each client is one connection, which reopens after it was closed. */
function clientFactory({ origin, connect }: Route): () => Client {
  return () => new Client(origin, { connect: unreferenced(connect), headersTimeout: 0, bodyTimeout: 0 });
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
function receive(client: Client, sent: Sent, destination: Destination): Promise<ApiResponse> {
  const { signal, ...options } = sent;
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const answer = collectAnswer(destination);
    const release = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", interrupt);
    };
    const succeed = (response: ApiResponse): void => {
      release();
      resolve(response);
    };
    const fail = (error: unknown): void => {
      release();
      reject(error);
    };
    const interrupt = (): void => fail(signal?.reason);
    // Sockets are not counted while they connect, so this timer is what keeps the process alive.
    const timer = setTimeout(() => fail(timeoutError(answer.phase(), destination)), destination.timeout);
    signal?.addEventListener("abort", interrupt);
    client.dispatch(options, createHandler(answer, destination.host, { succeed, fail }));
  });
}

function createHandler(
  answer: AnswerCollector,
  host: string,
  { succeed, fail }: { succeed(response: ApiResponse): void; fail(error: unknown): void },
): Dispatcher.DispatchHandler {
  const attempt = (step: () => void): void => {
    try {
      step();
    } catch (error) {
      fail(error);
    }
  };
  return {
    // Called when the request is about to be written: before that, it can't have arrived.
    onRequestStart: () => answer.start(),
    onResponseStart: (_, status, headers) => answer.head(status, headers),
    onResponseData: (_, chunk) => attempt(() => answer.add(chunk)),
    onResponseEnd: () => attempt(() => succeed(answer.read())),
    onResponseError: (_, error) => fail(connectionError(error, answer.phase(), host)),
  };
}

function timeoutError(phase: Phase, { host, timeout }: Destination): TransportError {
  const hint = "allow more time for an attempt: --timeout 60s";
  const time = timeout < 1000 ? `${timeout} ms` : `${timeout / 1000} s`;
  if (phase === "connecting") {
    return new TransportError("unsent", `no connection to ${host} within ${time}`, { hint });
  }
  return new TransportError("lost", `no complete answer from ${host} within ${time}`, { hint });
}

type AnswerCollector = ReturnType<typeof collectAnswer>;

/** Collects one answer as its parts arrive. */
function collectAnswer({ host, largest }: Destination) {
  let phase: Phase = "connecting";
  let status = 0;
  let headers: IncomingHttpHeaders = {};
  let size = 0;
  const chunks: Uint8Array[] = [];
  return {
    phase: (): Phase => phase,
    start(): void {
      phase = "sent";
    },
    head(received: number, fields: IncomingHttpHeaders): void {
      phase = "answering";
      status = received;
      headers = fields;
    },
    /** Throws a TransportError when the answer is too large. */
    add(chunk: Uint8Array): void {
      size += chunk.byteLength;
      if (size > largest * 1024 * 1024) {
        throw new TransportError("malformed", `the answer from ${host} is larger than ${largest} MiB`);
      }
      chunks.push(chunk);
    },
    /** Throws a TransportError when the answer is compressed, or not UTF-8. */
    read(): ApiResponse {
      const joined = joinHeaders(headers);
      const encoding = joined["content-encoding"] ?? "";
      if (size === 0 || /^(?:\s*|identity)$/i.test(encoding)) {
        return { status, headers: joined, body: decode(chunks, host) };
      }
      // The status of a failure says enough.
      if (status >= 400) return { status, headers: joined, body: "" };
      throw new TransportError("malformed", `the answer from ${host} has Content-Encoding: ${encoding}`, {
        hint: "payctl asks for no compression: switch it off at the service, or at a proxy in front of it",
      });
    },
  };
}

function decode(chunks: readonly Uint8Array[], host: string): string {
  try {
    const [first] = chunks;
    const bytes = chunks.length === 1 ? first : Buffer.concat(chunks);
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
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
