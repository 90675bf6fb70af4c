import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { ApiRequest, Exchange } from "../../contract/exchange.ts";
import { ConfigurationError, systemCode } from "../../errors.ts";
import { clearTimeout, setTimeout } from "../../values/timers.ts";
import { answerFailure } from "../answer.ts";
import { TransportFault } from "../faults/simulate.ts";
import { findRefusal, readRequest, readWaitingRequest } from "./read-request.ts";
import type { Pair } from "./secure.ts";
import { answerBroken, answerTunnel, breakConnection, writeAnswer } from "./write-answer.ts";

export interface ListenOptions {
  readonly host: string;
  /** 0 means a free one. */
  readonly port: number;
  newId(): string;
  /** Milliseconds; a client that needs longer to send a request is cut off. 30 seconds unless given. */
  readonly longestRequest?: number;
  /** Connections beyond this number are closed at once; 1,024 unless given. */
  readonly mostConnections?: number;
  /** Makes it speak https, and nothing else. */
  readonly certificate?: { readonly pair: Pair } | undefined;
}

/** The server on its port. */
export interface Listener {
  /** The address for programs on this machine: `http://127.0.0.1:4010`. */
  readonly url: string;
  /** Stops accepting requests and resolves when the running ones are answered, or cut off after this many milliseconds. */
  close(timeout: number): Promise<void>;
}

type ReadRequest = (incoming: IncomingMessage) => ApiRequest | Promise<ApiRequest>;

/** Answers HTTP through an Exchange; a port that can't be used is a ConfigurationError. */
export async function listen(exchange: Exchange, options: ListenOptions): Promise<Listener> {
  const { newId } = options;
  const server = await createNodeServer(options);
  const connections = trackConnections(server);
  const stopping = new AbortController();

  async function serve(response: ServerResponse, read: ReadRequest) {
    const { req: incoming } = response;
    try {
      const refusal = findRefusal(incoming);
      const answer =
        refusal === undefined ? await exchange(await read(incoming)) : answerFailure(refusal, newId());
      // After its last answer, a connection must not wait for requests that nobody will accept.
      if (!server.listening) response.shouldKeepAlive = false;
      await writeAnswer(response, answer);
    } catch (error) {
      // Without a fault the client went away while it was sending, and there is nobody left to answer.
      if (!(error instanceof TransportFault)) return void incoming.socket.destroy();
      breakConnection(response, error, tcpConnectionOf(incoming.socket, connections), stopping.signal);
    }
  }

  const serveSent = (_: IncomingMessage, response: ServerResponse) => void serve(response, readRequest);
  server.on("request", serveSent);
  // An `Expect` header with an unknown value changes nothing.
  server.on("checkExpectation", serveSent);
  server.on("checkContinue", (_, response) => {
    const invite = () => response.writeContinue();
    void serve(response, (incoming) => readWaitingRequest(incoming, invite));
  });
  server.on("clientError", (error, socket) => answerBroken(error, socket, newId()));
  server.on("connect", (_, socket) => answerTunnel(socket, newId()));
  const url = await takePort(server, options, options.certificate === undefined ? "http" : "https");
  return {
    url,
    close(timeout) {
      stopping.abort();
      return closeServer(server, connections, timeout);
    },
  };
}

/** Milliseconds between two looks for requests that take too long to arrive. */
const checkInterval = 1000;

/** A server that speaks https if there is a certificate, with our limits. */
async function createNodeServer({
  certificate,
  longestRequest = 30_000,
  mostConnections = 1024,
}: ListenOptions) {
  const limits = {
    maxHeaderSize: 16_384,
    requestTimeout: longestRequest,
    headersTimeout: longestRequest,
    keepAliveTimeout: longestRequest,
    connectionsCheckingInterval: Math.min(checkInterval, longestRequest),
    // Node would answer in a shape of its own; the code that reads the request checks the header instead.
    requireHostHeader: false,
  };
  const server =
    certificate === undefined
      ? createServer(limits)
      : // Most servers load nothing of TLS.
        (await import("./secure.ts")).createSecureServer(certificate.pair, limits);
  server.maxConnections = mostConnections;
  // Their size limits the headers; beyond a certain number of them Node would silently drop the rest.
  server.maxHeadersCount = 0;
  // A client that stops sending after its request would lose the answer; Node has this switch, though not in its manual.
  return Object.assign(server, { httpAllowHalfOpen: true });
}

/** Resolves to the server's URL, rejects with a ConfigurationError. */
function takePort(server: Server, { host, port }: ListenOptions, scheme: string): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => reject(portProblem(host, port, error)));
    server.listen({ host, port, exclusive: true }, () => resolve(urlOf(server, host, scheme)));
  });
}

/** The addresses that stand for every one of this machine are not addresses to send a request to. */
const everyAddress: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

function urlOf(server: Server, host: string, scheme: string): string {
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const name = everyAddress[host] ?? host;
  return `${scheme}://${name.includes(":") ? `[${name}]` : name}:${port}`;
}

function portProblem(host: string, port: number, cause: Error): ConfigurationError {
  const [message, text, command] = portProblems(host, port, systemCode(cause));
  return new ConfigurationError(message, { hint: { text, command: `payctl serve ${command}` }, cause });
}

function portProblems(host: string, port: number, code: string | undefined) {
  if (code === "EADDRINUSE")
    return [`port ${port} of ${host} is in use`, "use a free one", "--port 0"] as const;
  if (code === "EACCES") {
    return [`port ${port} needs privileges that you do not have`, "use another", "--port 4010"] as const;
  }
  return [
    `${host} is not an address of this machine`,
    "use one of this machine",
    "--host 127.0.0.1",
  ] as const;
}

/** The open TCP connections, those below TLS and those that have not asked anything included. */
function trackConnections(server: Server): ReadonlySet<Socket> {
  const open = new Set<Socket>();
  server.on("connection", (socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  return open;
}

/** The connection below TLS, which has the same address; without TLS it is the same. */
function tcpConnectionOf({ remoteAddress, remotePort }: Socket, connections: ReadonlySet<Socket>) {
  return [...connections].find(
    (other) => other.remotePort === remotePort && other.remoteAddress === remoteAddress,
  );
}

/** Milliseconds; a browser may open a connection long before it has a request for it. */
const longestSilence = 100;

async function closeServer(server: Server, connections: ReadonlySet<Socket>, timeout: number): Promise<void> {
  const cut = (sockets: Iterable<Socket>) => {
    for (const socket of sockets) socket.destroy();
  };
  const timers = [
    setTimeout(() => cut([...connections].filter(({ bytesRead }) => bytesRead === 0)), longestSilence),
    setTimeout(() => cut(connections), timeout),
  ];
  await new Promise<unknown>((resolve) => server.close(resolve));
  timers.forEach(clearTimeout);
}
