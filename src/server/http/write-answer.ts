import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { finished } from "node:stream/promises";
import type { ApiResponse } from "../../contract/exchange.ts";
import { TransportFault } from "../faults/faults.ts";
import { letCome } from "./read-request.ts";

/** Sends answers, or does to the connection what a simulated fault wants. */
export interface Responder {
  respond(response: ServerResponse, work: () => Promise<ApiResponse>): Promise<void>;
  /** Closes the connections held by `hang` faults, so that nobody waits for them. */
  release(): void;
}

export function createResponder(reset: (socket: Socket) => void): Responder {
  const hanging = new Set<ServerResponse>();
  let isReleased = false;

  function hang(response: ServerResponse, released = new AbortController().signal): void {
    const end = () => drop(response);
    if (isReleased || released.aborted) return void end();
    hanging.add(response);
    released.addEventListener("abort", end);
    response.once("close", () => {
      hanging.delete(response);
      released.removeEventListener("abort", end);
    });
  }

  function breakOff(response: ServerResponse, { body, kind, released }: TransportFault): void {
    if (kind === "reset") response.socket && reset(response.socket);
    else if (kind === "hang") hang(response, released);
    else truncate(response, body);
  }

  return {
    async respond(response, work) {
      try {
        await writeAnswer(response, await work());
      } catch (error) {
        if (error instanceof TransportFault) breakOff(response, error);
        // Otherwise the client went away while it was sending, and there is nobody left to answer.
        else drop(response);
      }
    },
    release() {
      isReleased = true;
      for (const response of hanging) drop(response);
    },
  };
}

async function writeAnswer(response: ServerResponse, { body, headers, status }: ApiResponse): Promise<void> {
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
  letCome(incoming);
  return finished(incoming, { signal: AbortSignal.timeout(linger) }).catch(() => {});
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
  response.write(part, () => drop(response));
}

/** Ends the connection with nothing more on it; Bun would write the head of an answer that is destroyed itself. */
function drop({ req }: ServerResponse): void {
  req.socket.destroy();
}
