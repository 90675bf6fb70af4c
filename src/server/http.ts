import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { ApiResponse, Exchange } from "../contract/exchange.ts";
import { answerFailure } from "./answer.ts";
import { answerBroken, answerTunnel } from "./listening/broken-request.ts";
import { listenOn } from "./listening/listen-on.ts";
import { readRequest } from "./listening/read-request.ts";
import { findRefusal } from "./listening/refuse-request.ts";
import { writeAnswer } from "./listening/write-answer.ts";

export interface ListenOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  newId(): string;
}

/** The server on its port. */
export interface Listener {
  /** Where programs on this machine reach it: `http://127.0.0.1:4010`. */
  readonly url: string;
  /** Takes no new requests and resolves when the running ones are answered, or cut off after so many milliseconds. */
  close(patience: number): Promise<void>;
}

/** A client that needs longer to send its request is cut off. */
const longestRequest = 30_000;

/** Answers HTTP by an Exchange; a port that can't be had is a ConfigurationError. */
export async function listen(exchange: Exchange, options: ListenOptions): Promise<Listener> {
  const server = createServer({
    maxHeaderSize: 16_384,
    requestTimeout: longestRequest,
    headersTimeout: longestRequest,
    keepAliveTimeout: longestRequest,
    connectionsCheckingInterval: 1000,
    // Node would answer in a shape of its own; reading the request asks for the header instead.
    requireHostHeader: false,
  });
  const serve = (incoming: IncomingMessage, response: ServerResponse) => {
    void respond(response, async () => {
      const answered = await answer(exchange, incoming, options.newId);
      // Behind its last answer, a connection must not wait for requests that nobody will take.
      if (!server.listening) response.shouldKeepAlive = false;
      return answered;
    });
  };
  server.on("request", serve);
  // A request that expects what nobody knows is answered like any other.
  server.on("checkExpectation", serve);
  server.on("clientError", (error, socket) => answerBroken(error, socket, options.newId()));
  server.on("connect", (_, socket) => answerTunnel(socket, options.newId()));
  const url = await listenOn(server, options);
  return { url, close: (patience) => close(server, patience) };
}

async function answer(
  exchange: Exchange,
  incoming: IncomingMessage,
  newId: () => string,
): Promise<ApiResponse> {
  const refusal = findRefusal(incoming);
  return refusal === undefined ? exchange(await readRequest(incoming)) : answerFailure(refusal, newId());
}

async function respond(response: ServerResponse, work: () => Promise<ApiResponse>): Promise<void> {
  try {
    writeAnswer(response, await work());
  } catch {
    // The client went away while it was sending: there is nobody left to answer.
    response.destroy();
  }
}

function close(server: Server, patience: number): Promise<void> {
  return new Promise((resolve) => {
    const end = setTimeout(() => server.closeAllConnections(), patience);
    server.close(() => {
      clearTimeout(end);
      resolve();
    });
  });
}
