import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Exchange } from "../contract/exchange.ts";
import { answerRequest } from "./listening/answer-request.ts";
import { answerBroken, answerTunnel } from "./listening/broken-request.ts";
import { trackConnections } from "./listening/connections.ts";
import { listenOn } from "./listening/listen-on.ts";
import { createOwedAnswers } from "./listening/owed-answers.ts";
import { createResponder } from "./listening/respond.ts";

export interface ListenOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  newId(): string;
  /** Milliseconds; a client that needs longer to send a request is cut off. 30 seconds unless given. */
  readonly longestRequest?: number;
}

/** The server on its port. */
export interface Listener {
  /** Where programs on this machine reach it: `http://127.0.0.1:4010`. */
  readonly url: string;
  /** Takes no new requests and resolves when the running ones are answered, or cut off after so many milliseconds. */
  close(patience: number): Promise<void>;
}

/** Answers HTTP by an Exchange; a port that can't be had is a ConfigurationError. */
export async function listen(exchange: Exchange, options: ListenOptions): Promise<Listener> {
  const { longestRequest = 30_000, newId } = options;
  const server = createBoundedServer(longestRequest);
  const owed = createOwedAnswers();
  const responder = createResponder();
  const serve = (incoming: IncomingMessage, response: ServerResponse) => {
    owed.add(incoming, response);
    void responder.respond(response, async () => {
      const answered = await answerRequest(exchange, incoming, newId);
      // Behind its last answer, a connection must not wait for requests that nobody will take.
      if (!server.listening) response.shouldKeepAlive = false;
      return answered;
    });
  };
  server.on("request", serve);
  // A request that expects what nobody knows is answered like any other.
  server.on("checkExpectation", serve);
  // What is no request stands behind those that are still running, and so does its answer.
  server.on("clientError", (error, socket) => {
    void owed.settled(socket).then(() => answerBroken(error, socket, newId()));
  });
  server.on("connect", (_, socket) => {
    void owed.settled(socket).then(() => answerTunnel(socket, newId()));
  });
  const connections = trackConnections(server);
  const url = await listenOn(server, options);
  return {
    url,
    close(patience) {
      responder.release();
      return connections.close(patience);
    },
  };
}

function createBoundedServer(longestRequest: number): Server {
  const server = createServer({
    maxHeaderSize: 16_384,
    requestTimeout: longestRequest,
    headersTimeout: longestRequest,
    keepAliveTimeout: longestRequest,
    connectionsCheckingInterval: Math.min(1000, longestRequest),
    // Node would answer in a shape of its own; reading the request asks for the header instead.
    requireHostHeader: false,
  });
  // Their size bounds the headers; behind a number of them Node would leave out the rest without a word.
  server.maxHeadersCount = 0;
  // A client that stops sending behind its request would lose the answer; Node knows this switch, its manual does not.
  return Object.assign(server, { httpAllowHalfOpen: true });
}
