import http from "node:http";
import https from "node:https";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { failureBody } from "../contract/failure.ts";
import { isLoopback, lookUpLoopback } from "../values/loopback.ts";
import { largestPassed, type PassedBody } from "./bodies.ts";
import type { Passed } from "./entry.ts";

interface ProxyParts {
  /** The service; its path is put before that of each request. */
  readonly upstream: URL;
  /** How a service over TLS is judged, and what it sees of the client; as Node does it unless given. */
  readonly trust?: https.AgentOptions | undefined;
  /** Starts listening; resolves to the address. */
  listen(server: http.Server): Promise<string>;
  /** Is told of each exchange before its answer has gone out completely. */
  passed(exchange: Passed): Promise<void>;
  /** Is told why a request got no answer of the service. */
  lost(reason: unknown): void;
  /** Milliseconds since the epoch. */
  now(): number;
}

export interface RecordingProxy {
  readonly url: string;
  /** Accepts no more requests, and lets running ones finish for a while. */
  close(): Promise<void>;
}

/** Milliseconds. */
const patience = 5000;

/** Passes requests and answers on as they are, and tells what went by. */
export async function startProxy(parts: ProxyParts): Promise<RecordingProxy> {
  const { Agent, request } = parts.upstream.protocol === "https:" ? https : http;
  const agent = new Agent({
    ...parts.trust,
    keepAlive: true,
    ...(isLoopback(parts.upstream.hostname) ? { lookup: lookUpLoopback } : {}),
  });
  const server = http.createServer({ maxHeaderSize: 65_536 }, (incoming, response) => {
    response.sendDate = false;
    pass(incoming, response, {
      ...parts,
      ask: (options) => request(parts.upstream, { ...options, agent }),
    }).catch((reason: unknown) => {
      parts.lost(reason);
      refuse(response);
    });
  });
  const url = await parts.listen(server);
  return {
    url,
    close: () =>
      new Promise((resolve) => {
        const end = setTimeout(() => server.closeAllConnections(), patience);
        server.close(() => {
          clearTimeout(end);
          agent.destroy();
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}

interface PassParts extends ProxyParts {
  ask(options: http.RequestOptions): http.ClientRequest;
}

async function pass(
  incoming: http.IncomingMessage,
  response: http.ServerResponse,
  { ask, now, passed, upstream }: PassParts,
): Promise<void> {
  const startedAt = now();
  const start = performance.now();
  const { method = "GET", url: target = "/" } = incoming;
  const asking = ask({
    method,
    path: `${upstream.pathname.replace(/\/$/, "")}${target}`,
    headers: requestHeaders(incoming, upstream.host),
  });
  response.on("close", () => asking.destroy());
  const sent = collect();
  // The service may answer before it has read everything.
  void pipeline(incoming, sent.stream, asking).catch(() => {});
  const answer = await answerTo(asking);
  const { headers, rawHeaders, statusCode: status = 502, statusMessage } = answer;
  const received = collect(async (body) => {
    const milliseconds = performance.now() - start;
    const all = { headers: single(headers), status, body };
    await passed({
      startedAt,
      milliseconds,
      method,
      target,
      headers: single(incoming.headers),
      body: sent.body(),
      answer: all,
    });
  });
  response.writeHead(status, statusMessage, endToEnd(rawHeaders));
  await pipeline(answer, received.stream, response);
}

function answerTo(
  asking: http.ClientRequest,
): Promise<http.IncomingMessage & { readonly statusCode?: number }> {
  return new Promise((resolve, reject) => {
    asking.on("response", resolve);
    asking.on("error", reject);
  });
}

/** Copies what flows through; the last piece waits for `ended`, so that nobody has an answer that was not told. */
function collect(ended: (body: PassedBody) => Promise<void> = async () => {}) {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let last: Uint8Array | undefined;
  const body = (): PassedBody => ({ size, bytes: size > largestPassed ? undefined : Buffer.concat(chunks) });
  const stream = new Transform({
    transform(chunk: Uint8Array, _, done) {
      size += chunk.length;
      if (size <= largestPassed) chunks.push(chunk);
      else chunks.length = 0;
      const before = last;
      last = chunk;
      done(null, before);
    },
    flush(done) {
      ended(body()).then(() => done(null, last), done);
    },
  });
  return { body, stream };
}

/** Those that belong to one connection (RFC 9110, section 7.6.1); how a body is framed stays. */
const hopByHop: readonly string[] = [
  "connection",
  "keep-alive",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "upgrade",
];

function endToEnd(raw: readonly string[]): string[] {
  const pairs = raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? ""] as const] : []));
  const named = pairs.flatMap(([name, value]) =>
    name.toLowerCase() === "connection"
      ? value
          .toLowerCase()
          .split(",")
          .map((word) => word.trim())
      : [],
  );
  const dropped = new Set([...hopByHop, ...named]);
  return pairs.filter(([name]) => !dropped.has(name.toLowerCase())).flat();
}

function requestHeaders({ headers, method, rawHeaders }: http.IncomingMessage, host: string): string[] {
  const kept = endToEnd(rawHeaders);
  const at = kept.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === "host");
  if (at >= 0) kept.splice(at, 2);
  const isFramed = headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
  const mayHaveBody = method === "POST" || method === "PUT" || method === "PATCH";
  // Otherwise Node would send an empty body in chunks.
  return ["Host", host, ...kept, ...(mayHaveBody && !isFramed ? ["Content-Length", "0"] : [])];
}

function single(headers: http.IncomingHttpHeaders): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value?.toString()]));
}

/** As a gateway answers. */
function refuse(response: http.ServerResponse): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.writeHead(502, { "content-type": "application/json" });
  response.end(JSON.stringify(failureBody(502)));
}
