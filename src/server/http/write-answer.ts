import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { finished } from "node:stream/promises";
import type { ApiResponse } from "../../contract/exchange.ts";
import type { TransportFault } from "../faults/faults.ts";

/** Does to the connection what a simulated fault wants. */
export function breakOff(
  response: ServerResponse,
  { body, kind, released }: TransportFault,
  /** Below TLS. */
  carrier: Socket | undefined,
  stopping: AbortSignal,
): void {
  if (kind === "reset") carrier?.resetAndDestroy();
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

/** Milliseconds in which a client may send unrequested data; closing on unread bytes would lose the answer. */
const linger = 1000;

/** Resolves when a client has sent everything or gone away. */
function drained(incoming: IncomingMessage): Promise<void> {
  return finished(incoming.resume(), { signal: AbortSignal.timeout(linger) }).catch(() => {});
}

/** What is cut off if there is no real answer. */
const beginning = '{"items": [';

/** What a truncated answer announces, and what it sends. */
export function cutAnswer(body = "") {
  const bytes = Buffer.from(body);
  const part = body === "" ? Buffer.from(beginning) : bytes.subarray(0, Math.ceil(bytes.length / 2));
  const length = Math.max(bytes.length, part.length + 1);
  return { headers: { "content-type": "application/json", "content-length": String(length) }, part };
}

function truncate(response: ServerResponse, body: string | undefined): void {
  const { headers, part } = cutAnswer(body);
  response.writeHead(200, headers);
  response.write(part, () => response.req.socket.destroy());
}
