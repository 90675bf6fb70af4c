import { Socket } from "node:net";
import v8 from "node:v8";
import { buildConnector, Client } from "undici";
import type { Environment } from "../values/environment.ts";
import { withoutEndSlashes } from "../values/url.ts";
import { findProxy, lookUpName, proxyCredentials, strictTls } from "./proxy.ts";
import { connectionError, TransportError } from "./transport-error.ts";
import type { ReadFile, ShownCertificate } from "./trust.ts";

/** Where the service is, and how both sides prove who they are. */
export interface RouteOptions {
  readonly baseUrl: string;
  /** A PEM file with additional certificates to trust. */
  readonly caFile: string | undefined;
  /** Reads that file, which may be a pipe. */
  readonly readFile?: ReadFile | undefined;
  /** What the service sees of the client, if it asks. */
  readonly clientCertificate?: ShownCertificate | undefined;
  /** Where proxies and their exceptions are named. */
  readonly env: Environment;
}

/** How a request to the service is written to the socket. */
interface Route {
  /** What precedes each target. */
  readonly prefix: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Each client is one connection, which reopens after it was closed. */
  createClient(): Client;
}

export async function openRoute(options: RouteOptions): Promise<Route> {
  const { env, caFile, readFile, clientCertificate } = options;
  const base = new URL(options.baseUrl);
  const proxy = findProxy(base, env);
  const ca =
    caFile === undefined
      ? undefined
      : await (await import("./trust.ts")).trustedCertificates(caFile, env, readFile);
  const connect = createConnector({ ...clientCertificate, ...(ca && { ca }) });
  const prefix = withoutEndSlashes(base.pathname);
  if (proxy !== undefined && base.protocol === "http:") {
    // A proxy takes plain requests by their full address (RFC 9112, section 3.2.2).
    const headers = { host: base.host, ...proxyCredentials(proxy) };
    return { prefix: base.origin + prefix, headers, createClient: () => createClient(proxy, connect) };
  }
  const authority = `${base.hostname}:${base.port || 443}`;
  const connector = proxy === undefined ? connect : throughTunnel(connect, { proxy, authority, ca });
  return { prefix, headers: {}, createClient: () => createClient(base, connector) };
}

/** Opens the socket of one connection. */
type Connector = ReturnType<typeof buildConnector>;

/** `trust` is how the service is judged, and what it sees of the client. */
function createConnector(trust: Partial<ShownCertificate> & { readonly ca?: string[] }): Connector {
  // The attempt's own timer bounds connecting too.
  const connect = buildConnector({ timeout: 0, ...strictTls, lookup: lookUpName, ...trust });
  return (options, callback) =>
    connect(options, (...connected) => {
      leaveParserUnoptimised();
      const [, socket] = connected;
      // undici would report the end of the connection that follows an alert, and not the alert.
      socket?.once("error", (error) => socket.destroy(error));
      callback(...connected);
    });
}

/**
 * undici compiles its WebAssembly parser with the first connection. Otherwise V8 optimises it fully, and the process
 * waits for that before it exits. Not earlier: whatever Node loads after a change of flags, such as TLS, it compiles
 * again.
 */
function leaveParserUnoptimised(): void {
  v8.setFlagsFromString("--liftoff-only");
}

/** The attempt's own timer bounds every step. */
function createClient({ origin }: URL, connect: Connector): Client {
  return new Client(origin, { connect: unreferenced(connect), headersTimeout: 0, bodyTimeout: 0 });
}

/** A socket that is still connecting must not outlive the request that it was meant for. */
function unreferenced(connect: Connector): Connector {
  return (options, callback) => {
    const socket: unknown = connect(options, callback);
    if (socket instanceof Socket) socket.unref();
  };
}

interface TunnelOptions {
  readonly proxy: URL;
  /** `host:port` of the service. */
  readonly authority: string;
  /** Certificates to trust when the proxy itself speaks TLS. */
  readonly ca: string[] | undefined;
}

/** Connects through a proxy first. */
function throughTunnel(connect: Connector, tunnel: TunnelOptions): Connector {
  return (options, callback) => {
    openTunnel(tunnel).then(
      (httpSocket) => connect({ ...options, httpSocket }, callback),
      (error: Error) => callback(error, null),
    );
  };
}

/** Asks a proxy for a connection to the service. */
export async function openTunnel({ proxy, authority, ca }: TunnelOptions): Promise<Socket> {
  const connect = createConnector(ca === undefined ? {} : { ca });
  // Otherwise undici would ask the proxy for a certificate of the host in the header below.
  const client = createClient(proxy, (options, callback) =>
    connect({ ...options, servername: "" }, callback),
  );
  const headers = { host: authority, ...proxyCredentials(proxy) };
  const { socket, statusCode } = await client.connect({ path: authority, headers }).catch((cause: Error) => {
    throw proxyError(proxy, cause);
  });
  if (statusCode === 200 && socket instanceof Socket) return socket;
  socket.destroy();
  throw proxyRefusal(proxy, statusCode);
}

const proxyHint = { text: "check HTTPS_PROXY, or bypass the proxy", command: "NO_PROXY=HOST" };

/** Rewords an error about the service as one about the proxy. */
function proxyError(proxy: URL, cause: Error): Error {
  const error = connectionError(cause, "connecting", proxy.host);
  if (!(error instanceof TransportError)) return error;
  return new TransportError(error.kind, `can't reach the proxy: ${error.message}`, {
    cause,
    hint: proxyHint,
  });
}

function proxyRefusal(proxy: URL, status: number): TransportError {
  const message = `the proxy ${proxy.host} refused the connection to the service (${status})`;
  const text = "put a name and a password into the proxy's URL";
  const hint = { text, command: "HTTPS_PROXY=http://NAME:PASSWORD@HOST:PORT" };
  if (status === 407) return new TransportError("unusable", message, { hint });
  return new TransportError(status >= 500 ? "unsent" : "unusable", message, { hint: proxyHint });
}
