import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { finished } from "node:stream/promises";
import type { ApiResponse } from "../../contract/exchange.ts";
import { systemCode } from "../../errors.ts";
import { setTimeout } from "../../values/timers.ts";
import { answerFailure } from "../answer.ts";
import { type Failure, failure } from "../failure.ts";
import type { TransportFault } from "../faults/simulate.ts";

/** Does to the connection what a simulated fault wants. */
export function breakConnection(
  response: ServerResponse,
  { body, kind, released }: TransportFault,
  /** Below TLS. */
  connection: Socket | undefined,
  stopping: AbortSignal,
): void {
  if (kind === "reset") connection?.resetAndDestroy();
  else if (kind === "truncate") truncate(response, body);
  else hang(response, [stopping, ...(released === undefined ? [] : [released])]);
}

/** Until the fault is taken away or the server stops, so that nobody waits for the connection. */
function hang({ req: { socket } }: ServerResponse, ends: AbortSignal[]): void {
  // A signal for each, as Node warns of more than ten listeners of one.
  const end = AbortSignal.any(ends);
  const drop = () => socket.destroy();
  if (end.aborted) return void drop();
  end.addEventListener("abort", drop);
  socket.once("close", () => end.removeEventListener("abort", drop));
}

export async function writeAnswer(
  response: ServerResponse,
  { body, headers, status }: ApiResponse,
): Promise<void> {
  const { req: incoming } = response;
  // Nobody waits for a body that was not asked for, so the connection can't be used again.
  const isUnread = !incoming.complete;
  if (isUnread) response.shouldKeepAlive = false;
  response.writeHead(status, listHeaders(headers, Buffer.byteLength(body)));
  if (isUnread) {
    response.write(body);
    await drained(incoming);
  }
  response.end(isUnread ? "" : body);
}

/** Names and values in turn: Node reads a list faster than an object that has to be put together. */
function listHeaders(headers: ApiResponse["headers"], size: number): (string | number)[] {
  const list: (string | number)[] = [];
  for (const [name, value] of Object.entries(headers)) list.push(name, value);
  if (size > 0) list.push("content-length", size);
  return list;
}

/**
 * Milliseconds that a client has to read its last answer, and to send what nobody asked for: closing on unread bytes would
 * lose the answer, and one that never hangs up must not hold a connection.
 */
const linger = 1000;

/** Resolves when a client has sent everything or gone away. */
function drained(incoming: IncomingMessage): Promise<void> {
  return finished(incoming.resume(), { signal: AbortSignal.timeout(linger) }).catch(() => {});
}

/** What is cut off if there is no real answer. */
const usualStart = '{"items": [';

/** What a truncated answer announces, and what it sends. */
export function cutAnswer(body = "") {
  const bytes = Buffer.from(body);
  const part = body === "" ? Buffer.from(usualStart) : bytes.subarray(0, Math.ceil(bytes.length / 2));
  const length = Math.max(bytes.length, part.length + 1);
  return { headers: { "content-type": "application/json", "content-length": String(length) }, part };
}

function truncate(response: ServerResponse, body: string | undefined): void {
  const { headers, part } = cutAnswer(body);
  response.writeHead(200, headers);
  response.write(part, () => response.req.socket.destroy());
}

/** Answers input that is not HTTP, or comes too slowly or too large to be read, in the shape of every failure. */
export function answerBroken(error: Error, socket: Duplex, requestId: string): void {
  const message = problemOf(systemCode(error));
  // Nothing can be said to a client that has gone away, or with which TLS has failed.
  if (message === undefined || !socket.writable) socket.destroy();
  else sendFailure(socket, failure(400, { message }), requestId);
}

/** The reference server is not a proxy. */
export function answerTunnel(socket: Duplex, requestId: string): void {
  // Node removes its own listener from a tunnel, and an error without a listener ends the process.
  socket.on("error", () => socket.destroy());
  sendFailure(socket, failure(405, { headers: { allow: "" } }), requestId);
}

function problemOf(code = ""): string | undefined {
  if (code === "HPE_HEADER_OVERFLOW") return "The headers must not be larger than 16 KiB";
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return "The request did not arrive in time";
  return code.startsWith("HPE_") ? "The request is not valid HTTP" : undefined;
}

function sendFailure(socket: Duplex, failed: Failure, requestId: string): void {
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
