import type { Socket } from "node:net";
import { createSecureContext, TLSSocket } from "node:tls";
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

/** Makes connections secure. */
export interface Handshakes {
  /** Secures a connection; one that does not want to be, or not in time, ends. */
  secure(socket: Socket, secured: (socket: TLSSocket) => void): void;
  /** Uses another certificate for connections that begin from now on. */
  renew(pair: Pair): void;
}

interface HandshakeParts {
  readonly pair: Pair;
  /** Milliseconds that a client may take until the connection is secure. */
  readonly longest: number;
  newId(): string;
}

/** TLS records start with the type of their content, which is a handshake first (RFC 8446, section 5.1). */
const handshake = 22;

/** Speaks TLS, and tells a client that does not what is wrong. */
export function createHandshakes({ longest, newId, pair }: HandshakeParts): Handshakes {
  let secureContext = createSecureContext(contextOf(pair));

  function begin(socket: Socket, first: Uint8Array): TLSSocket {
    socket.pause().unshift(first);
    const secure = new TLSSocket(socket, { isServer: true, secureContext, ALPNProtocols: ["http/1.1"] });
    // A client may stop sending after its request.
    secure.allowHalfOpen = true;
    // A broken handshake can't be answered.
    return secure.on("error", () => socket.destroy());
  }

  return {
    secure(socket, secured) {
      const end = () => socket.destroy();
      const timer = setTimeout(end, longest);
      socket.once("end", end).once("close", () => clearTimeout(timer));
      socket.once("data", (first: Uint8Array) => {
        socket.off("end", end);
        if (first[0] !== handshake) return answerPlain(socket, newId());
        const secure = begin(socket, first);
        secure.once("end", end).once("secure", () => {
          clearTimeout(timer);
          secure.off("end", end);
          secured(secure);
        });
      });
    },
    renew: (other) => {
      secureContext = createSecureContext(contextOf(other));
    },
  };
}
