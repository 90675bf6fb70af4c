import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { ApiRequest, Exchange } from "../../contract/exchange.ts";
import { answerFailure } from "../answer.ts";
import { answerBroken, answerTunnel, createOwedAnswers } from "./broken-request.ts";
import { createConnections } from "./connections.ts";
import { createPipelines } from "./pipelines.ts";
import { findRefusal, hasBody, readRequest, readWaitingRequest } from "./read-request.ts";
import type { Pair } from "./secure.ts";
import { type PortAddress, takePort } from "./take-port.ts";
import { createResponder } from "./write-answer.ts";

export interface ListenOptions extends PortAddress {
  newId(): string;
  /** Milliseconds; a client that needs longer to send a request is cut off. 30 seconds unless given. */
  readonly longestRequest?: number;
  /** Connections beyond this number are closed at once; 1,024 unless given. */
  readonly mostConnections?: number;
  /** Makes it speak https, and nothing else. */
  readonly certificate?: Certificate | undefined;
}

interface Certificate {
  readonly pair: Pair;
  /** Whether it proves that a server has this name or address. */
  isFor(name: string): boolean;
}

/** The server on its port. */
export interface Listener {
  /** The address for programs on this machine: `http://127.0.0.1:4010`. */
  readonly url: string;
  /** Uses another certificate for connections that begin from now on; only for a server that speaks https. */
  renew(pair: Pair): void;
  /** Stops accepting requests and resolves when the running ones are answered, or cut off after this many milliseconds. */
  close(patience: number): Promise<void>;
}

/** Answers HTTP through an Exchange; a port that can't be used is a ConfigurationError. */
export async function listen(exchange: Exchange, options: ListenOptions): Promise<Listener> {
  const { certificate, longestRequest: longest = 30_000, mostConnections = 1024, newId } = options;
  const speaker = createSpeaker(longest);
  const waits = createWaits();
  const owed = createOwedAnswers();
  const runInOrder = createPipelines();
  // Broken bytes come after requests that are still running, so their answer waits for those of the requests.
  const refuse = (error: Error, socket: Duplex) => {
    void owed.settled(socket).then(() => answerBroken(error, socket, newId()));
  };
  const { close, deadlines, renew, reset, server } = await createConnections({
    ...{ longest, mostConnections, newId, pair: certificate?.pair },
    speak: (socket) => speaker.emit("connection", socket),
    late: (socket) => refuse(new LateError(), socket),
  });
  const responder = createResponder(reset);
  const serve = (response: ServerResponse, read: () => ApiRequest | Promise<ApiRequest>) => {
    const { req: incoming } = response;
    const { socket } = incoming;
    owed.add(response);
    if (hasBody(incoming)) incoming.once("end", () => deadlines.end(socket));
    else deadlines.end(socket);
    response.once("close", () => owed.has(socket) || deadlines.begin(socket));
    const carryOut = async () => {
      const refusal = findRefusal(incoming);
      return refusal === undefined ? exchange(await read()) : answerFailure(refusal, newId());
    };
    void responder.respond(response, async () => {
      const answer = await runInOrder(incoming, carryOut);
      // After its last answer, a connection must not wait for requests that nobody will accept.
      if (!server.listening) response.shouldKeepAlive = false;
      return answer;
    });
  };
  const serveSent = (incoming: IncomingMessage, response: ServerResponse) => {
    serve(response, () => readRequest(incoming, () => waits.signalOf(response)));
  };
  speaker.on("request", serveSent);
  // An `Expect` header with an unknown value changes nothing.
  speaker.on("checkExpectation", serveSent);
  speaker.on("checkContinue", (incoming, response) => {
    const whenGone = () => waits.signalOf(response);
    serve(response, () => readWaitingRequest(incoming, whenGone, () => response.writeContinue()));
  });
  speaker.on("clientError", refuse);
  speaker.on("connect", (_, socket) => {
    void owed.settled(socket).then(() => answerTunnel(socket, newId()));
  });
  const url = await takePort(server, options);
  return {
    url,
    renew,
    close(patience) {
      waits.end();
      responder.release();
      return close(patience);
    },
  };
}

/** A request that did not arrive in time, as Node names it. */
class LateError extends Error {
  readonly code = "ERR_HTTP_REQUEST_TIMEOUT";
}

/** Speaks HTTP on the connections that it is given, which wait this many milliseconds for another request. */
function createSpeaker(keepAliveTimeout: number): Server {
  const speaker = createServer({
    keepAliveTimeout,
    maxHeaderSize: 16_384,
    // Node measures only connections that it has accepted.
    ...{ requestTimeout: 0, headersTimeout: 0 },
    // Node would answer in a shape of its own; the code that reads the request checks the header instead.
    requireHostHeader: false,
  });
  // Their size limits the headers; beyond a certain number of them Node would silently drop the rest.
  speaker.maxHeadersCount = 0;
  // A client that stops sending after its request would lose the answer; Node has this switch, though not in its manual.
  return Object.assign(speaker, { httpAllowHalfOpen: true });
}

/** Tells those who wait with an answer that nobody is waiting for it any longer. */
interface Waits {
  /** Aborts when the client goes away, and when the server stops. */
  signalOf(response: ServerResponse): AbortSignal;
  end(): void;
}

function createWaits(): Waits {
  const controllers = new Map<ServerResponse, AbortController>();
  let hasEnded = false;
  return {
    signalOf(response) {
      const known = controllers.get(response);
      if (known !== undefined) return known.signal;
      const controller = new AbortController();
      if (hasEnded) controller.abort();
      controllers.set(response, controller);
      response.once("close", () => {
        controllers.delete(response);
        controller.abort();
      });
      return controller.signal;
    },
    end() {
      hasEnded = true;
      for (const controller of controllers.values()) controller.abort();
    },
  };
}
