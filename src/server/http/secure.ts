import { constants } from "node:crypto";
import { createServer, type ServerOptions } from "node:https";

/** In PEM. */
export interface Pair {
  /** The certificate, and the chain that leads from it to an authority. */
  readonly cert: string;
  readonly key: string;
}

/**
 * What the context of a connection is made from. Node's command line could allow older versions, and each renegotiation
 * that TLS 1.2 has costs the server more than the client.
 */
export function contextOf({ cert, key }: Pair) {
  return { cert, key, minVersion: "TLSv1.2", secureOptions: constants.SSL_OP_NO_RENEGOTIATION } as const;
}

export function createSecureServer(pair: Pair, limits: ServerOptions & { readonly requestTimeout: number }) {
  return createServer({
    ...contextOf(pair),
    ...limits,
    handshakeTimeout: limits.requestTimeout,
    // A client may stop sending after its request.
    allowHalfOpen: true,
  });
}
