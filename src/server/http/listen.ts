import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { ApiRequest, Exchange } from "../../contract/exchange.ts";
import { ConfigurationError, systemCode } from "../../errors.ts";
import { isLoopbackAddress } from "../../values/loopback.ts";
import { answerFailure } from "../answer.ts";
import { answerBroken, answerTunnel, createOwedAnswers } from "./broken-request.ts";
import { createPipelines } from "./pipelines.ts";
import { findRefusal, readRequest, readWaitingRequest } from "./read-request.ts";
import type { Pair } from "./secure.ts";
import { createResponder } from "./write-answer.ts";

interface Address {
  readonly host: string;
  /** 0 means a free one. */
  readonly port: number;
  /** What is run again with another port; `payctl serve` unless given. */
  readonly command?: string | undefined;
}

export interface ListenOptions extends Address {
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
  const { mostConnections = 1024, newId } = options;
  const { renew, server } = await createBoundedServer(options);
  server.maxConnections = mostConnections;
  const open = trackConnections(server);
  const owed = createOwedAnswers();
  const responder = createResponder((socket) => carrierOf(socket, open).resetAndDestroy());
  const waits = createWaits();
  const runInOrder = createPipelines();
  const serve = (response: ServerResponse, read: () => ApiRequest | Promise<ApiRequest>) => {
    const { req: incoming } = response;
    owed.add(response);
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
  server.on("request", serveSent);
  // An `Expect` header with an unknown value changes nothing.
  server.on("checkExpectation", serveSent);
  server.on("checkContinue", (incoming, response) => {
    const whenGone = () => waits.signalOf(response);
    serve(response, () => readWaitingRequest(incoming, whenGone, () => response.writeContinue()));
  });
  // Broken bytes come after requests that are still running, so their answer waits for those of the requests.
  server.on("clientError", (error, socket) => {
    void owed.settled(socket).then(() => answerBroken(error, socket, newId()));
  });
  server.on("connect", (_, socket) => {
    void owed.settled(socket).then(() => answerTunnel(socket, newId()));
  });
  const url = await takePort(server, options);
  return {
    url,
    renew,
    close(patience) {
      waits.end();
      responder.release();
      return closeServer(server, open, patience);
    },
  };
}

interface Bounded extends Pick<Listener, "renew"> {
  readonly server: Server;
}

async function createBoundedServer({
  certificate,
  longestRequest = 30_000,
  newId,
}: ListenOptions): Promise<Bounded> {
  const bounds = {
    maxHeaderSize: 16_384,
    requestTimeout: longestRequest,
    headersTimeout: longestRequest,
    keepAliveTimeout: longestRequest,
    connectionsCheckingInterval: Math.min(1000, longestRequest),
    // Node would answer in a shape of its own; the code that reads the request checks the header instead.
    requireHostHeader: false,
  };
  const made =
    certificate === undefined
      ? { server: createServer(bounds), renew: () => {} }
      : (await import("./secure.ts")).createSecureServer(bounds, {
          pair: certificate.pair,
          longest: longestRequest,
          newId,
        });
  // Their size limits the headers; beyond a certain number of them Node would silently drop the rest.
  made.server.maxHeadersCount = 0;
  // A client that stops sending after its request would lose the answer; Node has this switch, though not in its manual.
  Object.assign(made.server, { httpAllowHalfOpen: true });
  return made;
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

/** Node's own list of connections drops those that broke or asked for a tunnel. */
function trackConnections(server: Server): ReadonlySet<Socket> {
  const open = new Set<Socket>();
  // Node removes its own listener from a tunnel, and an error without a listener ends the process.
  const survive = (socket: Socket) => socket.on("error", () => socket.destroy());
  server.on("connection", (socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    survive(socket);
  });
  server.on("secureConnection", survive);
  return open;
}

/** The connection below TLS, or the same one without TLS; only that one can be reset. */
function carrierOf(socket: Socket, open: ReadonlySet<Socket>): Socket {
  const { localAddress, remoteAddress, remotePort } = socket;
  const carrier = [...open].find(
    (each) =>
      each.remotePort === remotePort &&
      each.remoteAddress === remoteAddress &&
      each.localAddress === localAddress,
  );
  return carrier ?? socket;
}

async function closeServer(server: Server, open: ReadonlySet<Socket>, patience: number): Promise<void> {
  await takeArrived(server, open, patience);
  await new Promise<void>((resolve) => {
    const end = setTimeout(() => {
      for (const socket of open) socket.destroy();
    }, patience);
    server.close(() => {
      clearTimeout(end);
      resolve();
    });
  });
}

/** Milliseconds; a browser may open a connection long before it has a request for it. */
const longestSilence = 100;

/**
 * Resolves once all connections that clients have made are accepted and have started their request, after this many
 * milliseconds at most. The system makes connections ahead of the server, which accepts one per turn, and closing the
 * port resets the others: a load balancer can't resend a change whose connection broke.
 */
async function takeArrived(server: Server, open: ReadonlySet<Socket>, patience: number): Promise<void> {
  const start = performance.now();
  const lasted = () => performance.now() - start;
  let taken = 0;
  const count = () => {
    taken += 1;
  };
  server.on("connection", count);
  // The first turn may already have polled for connections.
  await nextTurn();
  let before: number;
  do {
    before = taken;
    await nextTurn();
  } while (lasted() < patience && (taken > before || (hasSilent(open) && lasted() < longestSilence)));
  server.off("connection", count);
}

function hasSilent(open: ReadonlySet<Socket>): boolean {
  return [...open].some((socket) => socket.bytesRead === 0 && !socket.destroyed);
}

/** Resolves to the server's URL, rejects with a ConfigurationError. */
export function takePort(
  server: Server,
  { certificate, ...place }: Address & Pick<ListenOptions, "certificate">,
): Promise<string> {
  const { host, port } = place;
  return new Promise((resolve, reject) => {
    server.once("error", (error) => reject(portProblem(place, error)));
    server.listen({ host, port, exclusive: true }, () => resolve(urlOf(server, host, certificate)));
  });
}

/** The addresses that stand for every one of this machine are not addresses to send a request to. */
const everyAddress: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

function urlOf(server: Server, host: string, certificate: Certificate | undefined): string {
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const own = everyAddress[host] ?? host;
  // A certificate for this machine often has its name alone.
  const name =
    isLoopbackAddress(own) && certificate?.isFor(own) === false && certificate.isFor("localhost")
      ? "localhost"
      : own;
  const scheme = certificate === undefined ? "http" : "https";
  return `${scheme}://${name.includes(":") ? `[${name}]` : name}:${port}`;
}

function portProblem({ command = "payctl serve", host, port }: Address, cause: Error): ConfigurationError {
  switch (systemCode(cause)) {
    case "EADDRINUSE":
      return new ConfigurationError(`port ${port} of ${host} is in use`, {
        hint: `use a free one: ${command} --port 0`,
        cause,
      });
    case "EACCES":
      return new ConfigurationError(`port ${port} needs privileges that you do not have`, {
        hint: `use another: ${command} --port 4010`,
        cause,
      });
    default:
      return new ConfigurationError(`${host} is not an address of this machine`, {
        hint: "drop --host, or use an address of this machine",
        cause,
      });
  }
}
