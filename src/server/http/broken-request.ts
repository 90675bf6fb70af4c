import { once } from "node:events";
import type { ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { systemCode } from "../../errors.ts";
import { answerFailure } from "../answer.ts";
import { type Failure, failure } from "../failure.ts";

/** Tracks for each connection which requests are still waiting for their answers. */
export interface OwedAnswers {
  add(response: ServerResponse): void;
  /** Whether one is still waiting. */
  has(connection: Duplex): boolean;
  /** Resolves when every request that arrived completely has its answer; one that broke off never gets one. */
  settled(connection: Duplex): Promise<unknown>;
}

export function createOwedAnswers(): OwedAnswers {
  const connections = new WeakMap<Duplex, readonly ServerResponse[]>();
  const owedTo = (connection: Duplex) => connections.get(connection)?.filter(({ closed }) => !closed) ?? [];
  return {
    add(response) {
      const { socket } = response.req;
      connections.set(socket, [...owedTo(socket), response]);
    },
    has: (connection) => owedTo(connection).length > 0,
    settled(connection) {
      const whole = owedTo(connection).filter(({ req }) => req.complete);
      return Promise.all(whole.map((response) => once(response, "close")));
    },
  };
}

/** Milliseconds that a client has to read its last answer; one that never hangs up must not hold a connection. */
const linger = 1000;

/** Answers input that is not HTTP, or comes too slowly or too large to be read, in the shape of every failure. */
export function answerBroken(error: Error, socket: Duplex, requestId: string): void {
  const code = systemCode(error);
  if (code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  send(socket, failure(400, { message: sentence(code) }), requestId);
}

/** Answers HTTP in clear where only TLS is spoken. */
export function answerPlain(socket: Duplex, requestId: string): void {
  send(socket, failure(400, { message: "This port speaks TLS: use https" }), requestId);
  socket.resume();
}

/** The reference server is not a proxy. */
export function answerTunnel(socket: Duplex, requestId: string): void {
  send(socket, failure(405, { headers: { allow: "" } }), requestId);
}

function sentence(code: string | undefined): string {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return "The headers must not be larger than 16 KiB";
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return "The request did not arrive in time";
    default:
      return "The request is not valid HTTP";
  }
}

function send(socket: Duplex, failed: Failure, requestId: string): void {
  const { body, headers, status } = answerFailure(failed, requestId);
  const lines = Object.entries({
    ...headers,
    "content-length": String(Buffer.byteLength(body)),
    connection: "close",
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const reason = status === 405 ? "Method Not Allowed" : "Bad Request";
  socket.end(`HTTP/1.1 ${status} ${reason}\r\n${lines.join("")}\r\n${body}`);
  setTimeout(() => socket.destroy(), linger).unref();
}
