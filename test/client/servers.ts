import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import {
  type AddressInfo,
  connect as connectTcp,
  createServer as createTcpServer,
  type Socket,
  type Server as TcpServer,
} from "node:net";
import tls, { type TlsOptions } from "node:tls";
import { onTestFinished } from "vitest";
import type { SelfSigned } from "./self-signed.ts";

/** Servers on the loopback that end with the test. Each resolves to its port. */
export function serveHttp(listener: RequestListener): Promise<number> {
  return listen(createServer(listener));
}

export function serveTls(
  certificate: SelfSigned,
  listener: RequestListener,
  terms: TlsOptions = {},
): Promise<number> {
  return listen(createTlsServer({ ...certificate, ...terms }, listener));
}

/** Hands each connection's first bytes to the test, which may answer with anything. */
export function serveBytes(answer: (socket: Socket, request: string) => void): Promise<number> {
  const server = createTcpServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", (bytes) => answer(socket, bytes.toString()));
  });
  return listen(server);
}

/** A proxy that tunnels every CONNECT to one port, whatever name is requested. */
export function serveProxy(target: number, seen: IncomingMessage[], tls?: TlsOptions): Promise<number> {
  const server = tls === undefined ? createServer() : createTlsServer(tls);
  server.on("connect", (request: IncomingMessage, socket) => {
    seen.push(request);
    const upstream = connectTcp(target, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      socket.pipe(upstream).pipe(socket);
    });
    socket.on("error", () => upstream.destroy());
    upstream.on("error", () => socket.destroy());
  });
  return listen(server);
}

function listen(server: Server | TcpServer): Promise<number> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });
}

/** A port of the loopback that has no listener. */
export async function closedPort(): Promise<number> {
  const server = createTcpServer();
  const port = await new Promise<number>((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** As `NODE_OPTIONS="--tls-min-v1.0 --tls-cipher-list=DEFAULT@SECLEVEL=0"` would, until the test ends. */
export function allowOldTls(): void {
  const { DEFAULT_CIPHERS, DEFAULT_MIN_VERSION } = tls;
  onTestFinished(() => void Object.assign(tls, { DEFAULT_CIPHERS, DEFAULT_MIN_VERSION }));
  Object.assign(tls, { DEFAULT_CIPHERS: "DEFAULT@SECLEVEL=0", DEFAULT_MIN_VERSION: "TLSv1" });
}
