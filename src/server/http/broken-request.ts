import type { Duplex } from "node:stream";
import { systemCode } from "../../errors.ts";
import { setTimeout } from "../../values/timers.ts";
import { answerFailure } from "../answer.ts";
import { type Failure, failure } from "../failure.ts";

/** Milliseconds that a client has to read its last answer; one that never hangs up must not hold a connection. */
const linger = 1000;

/** Answers input that is not HTTP, or comes too slowly or too large to be read, in the shape of every failure. */
export function answerBroken(error: Error, socket: Duplex, requestId: string): void {
  const message = sentence(systemCode(error));
  // Nothing can be said to a client that has gone away, or with which TLS has failed.
  if (message === undefined || !socket.writable) socket.destroy();
  else send(socket, failure(400, { message }), requestId);
}

/** The reference server is not a proxy. */
export function answerTunnel(socket: Duplex, requestId: string): void {
  // Node removes its own listener from a tunnel, and an error without a listener ends the process.
  socket.on("error", () => socket.destroy());
  send(socket, failure(405, { headers: { allow: "" } }), requestId);
}

function sentence(code = ""): string | undefined {
  if (code === "HPE_HEADER_OVERFLOW") return "The headers must not be larger than 16 KiB";
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return "The request did not arrive in time";
  return code.startsWith("HPE_") ? "The request is not valid HTTP" : undefined;
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
