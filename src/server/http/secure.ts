import type { ServerOptions as HttpOptions } from "node:http";
import { createServer, type Server } from "node:https";
import type { Socket } from "node:net";
import { answerPlain } from "./broken-request.ts";

/** In PEM. */
export interface Pair {
  /** The certificate, and the chain that leads from it to an authority. */
  readonly cert: string;
  readonly key: string;
}

/** What the context of a connection is made from; Node's command line could allow older versions. */
export function contextOf({ cert, key }: Pair) {
  return { cert, key, minVersion: "TLSv1.2" } as const;
}

interface SecureServer {
  readonly server: Server;
  /** Uses another certificate for connections that begin from now on. */
  renew(pair: Pair): void;
}

interface SecureParts {
  readonly pair: Pair;
  /** Milliseconds that a client may take for its first byte, and for the handshake. */
  readonly longest: number;
  newId(): string;
}

/** TLS records start with the type of their content, which is a handshake first (RFC 8446, section 5.1). */
const handshake = 22;

/** A server that speaks TLS, and tells a client that does not what is wrong. */
export function createSecureServer(
  options: HttpOptions,
  { longest, newId, pair }: SecureParts,
): SecureServer {
  const server = createServer({
    ...options,
    ...contextOf(pair),
    handshakeTimeout: longest,
  });
  const [accept] = server.listeners("connection");
  server.removeAllListeners("connection");
  server.on("connection", (socket: Socket) => {
    const end = () => socket.destroy();
    socket.setTimeout(longest, end).once("end", end);
    socket.once("data", (first: Uint8Array) => {
      socket.setTimeout(0, end).off("end", end);
      if (first[0] !== handshake) return answerPlain(socket, newId());
      socket.pause().unshift(first);
      if (accept !== undefined) Reflect.apply(accept, server, [socket]);
    });
  });
  // A client may stop sending after its request; one that leaves during the handshake must leave no connection behind.
  server.on("secureConnection", (socket) => {
    socket.allowHalfOpen = true;
  });
  // A broken handshake can't be answered.
  server.on("tlsClientError", (_, socket) => socket.destroy());
  return { server, renew: (other) => server.setSecureContext(contextOf(other)) };
}
