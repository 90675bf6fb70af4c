import { Socket } from "node:net";
import type { buildConnector } from "undici";
import { openTunnel, type TunnelOptions } from "./tunnel.ts";

/** Opens the socket of one connection. */
export type Connector = ReturnType<typeof buildConnector>;

/** Connects through a proxy first. */
export function throughTunnel(connect: Connector, tunnel: TunnelOptions): Connector {
  return (options, callback) => {
    openTunnel(tunnel).then(
      (httpSocket) => connect({ ...options, httpSocket }, callback),
      (error: Error) => callback(error, null),
    );
  };
}

/** A socket that still connects must not outlive the request it was meant for. */
export function unreferenced(connect: Connector): Connector {
  return (options, callback) => {
    const socket: unknown = connect(options, callback);
    if (socket instanceof Socket) socket.unref();
  };
}
