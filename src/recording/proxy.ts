import { once } from "node:events";
import http from "node:http";
import https from "node:https";
import { pipeline } from "node:stream/promises";
import { failureBody } from "../contract/failure.ts";
import { largestPassed, type PassedBody } from "./bodies.ts";
import type { Passed } from "./entry.ts";

interface ProxyParts {
  /** The service; its path is put before that of each request. */
  readonly upstream: URL;
  /** Connects to it. */
  readonly agent: http.Agent;
  /** Starts listening; resolves to the address. */
  listen(server: http.Server): Promise<string>;
  /** Is told of each exchange before its answer has gone out completely. */
  passed(exchange: Passed): Promise<void>;
  /** Is told why a request got no answer of the service. */
  lost(reason: unknown): void;
  /** Milliseconds since the epoch. */
  now(): number;
}

export type RecordingProxy = Awaited<ReturnType<typeof startProxy>>;

/** Milliseconds. */
const patience = 5000;

/** Passes requests and answers on as they are, and tells what went by. */
export async function startProxy(parts: ProxyParts) {
  const server = http.createServer({ maxHeaderSize: 65_536 }, (incoming, response) => {
    response.sendDate = false;
    pass(incoming, response, parts).catch((reason: unknown) => {
      parts.lost(reason);
      refuse(response);
    });
  });
  const url = await parts.listen(server);
  return {
    url,
    /** Accepts no more requests, and lets running ones finish for a while. */
    async close(): Promise<void> {
      const end = setTimeout(() => server.closeAllConnections(), patience);
      await once(server.close(), "close");
      clearTimeout(end);
      parts.agent.destroy();
    },
  };
}

async function pass(
  incoming: http.IncomingMessage,
  response: http.ServerResponse,
  parts: ProxyParts,
): Promise<void> {
  const startedAt = parts.now();
  const start = performance.now();
  const { method = "GET", url: target = "/" } = incoming;
  const asking = ask(incoming, parts);
  response.on("close", () => asking.destroy());
  const sent = createCopy();
  // The service may answer before it has read everything.
  void pipeline(incoming, sent.flow, asking).catch(() => {});
  const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
    asking.on("response", resolve).on("error", reject);
  });
  const { statusCode: status = 502, statusMessage } = answer;
  const received = createCopy(() =>
    parts.passed({
      startedAt,
      milliseconds: performance.now() - start,
      method,
      target,
      headers: incoming.headers,
      body: sent.body(),
      answer: { headers: answer.headers, status, body: received.body() },
    }),
  );
  response.writeHead(status, statusMessage, endToEnd(answer));
  // Before anything else would end the answer as if it were whole.
  answer.once("error", () => incoming.socket.destroy());
  await pipeline(answer, received.flow, response);
}

function ask(incoming: http.IncomingMessage, { agent, upstream }: ProxyParts): http.ClientRequest {
  const { headers, method = "GET", url = "/" } = incoming;
  const { request } = upstream.protocol === "https:" ? https : http;
  const isFramed = headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
  // Otherwise Node would send an empty body of a POST, PUT or PATCH in chunks.
  const framing = isFramed || !method.startsWith("P") ? [] : ["Content-Length", "0"];
  return request(upstream, {
    agent,
    method,
    path: `${upstream.pathname.replace(/\/$/, "")}${url}`,
    headers: ["Host", upstream.host, ...endToEnd(incoming, ["host"]), ...framing],
  });
}

/** Copies what flows through; the last piece waits for `ended`, so that nobody has an answer that was not told. */
function createCopy(ended: () => Promise<void> = async () => {}) {
  const chunks: Uint8Array[] = [];
  let size = 0;
  return {
    body: (): PassedBody => ({ size, bytes: size > largestPassed ? undefined : Buffer.concat(chunks) }),
    async *flow(source: AsyncIterable<Uint8Array>) {
      let last: Uint8Array | undefined;
      for await (const chunk of source) {
        size += chunk.length;
        if (size <= largestPassed) chunks.push(chunk);
        else chunks.length = 0;
        if (last !== undefined) yield last;
        last = chunk;
      }
      await ended();
      if (last !== undefined) yield last;
    },
  };
}

/** Headers of one connection (RFC 9110, section 7.6.1); how a body is framed stays. */
const hopByHop = ["connection", "keep-alive", "proxy-authorization", "proxy-connection", "te", "upgrade"];

/** Names and values in turn, in their case and order. */
function endToEnd({ headers, rawHeaders }: http.IncomingMessage, further: readonly string[] = []): string[] {
  const named = headers.connection?.toLowerCase().split(/[\s,]+/) ?? [];
  const dropped = new Set([...hopByHop, ...further, ...named]);
  return rawHeaders.filter((_, at) => !dropped.has(rawHeaders[at - (at % 2)]?.toLowerCase() ?? ""));
}

/** As a gateway answers. */
function refuse(response: http.ServerResponse): void {
  if (response.headersSent) response.req.socket.destroy();
  else response.writeHead(502, { "content-type": "application/json" }).end(JSON.stringify(failureBody(502)));
}
