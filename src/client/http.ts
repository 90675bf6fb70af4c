import { Socket } from "node:net";
import v8 from "node:v8";
import type { buildConnector, Pool } from "undici";
import type { ConnectOptions } from "../context.ts";
import type { ApiRequest, Exchange } from "../contract/exchange.ts";
import { findProxy, proxyCredentials } from "./proxy.ts";
import { receive } from "./receive.ts";
import { openTunnel, type TunnelOptions } from "./tunnel.ts";

type Connect = ReturnType<typeof buildConnector>;

/** How a request to the service is written on its way. */
interface Route {
  /** Where the sockets go. */
  readonly origin: string;
  /** What stands before each target. */
  readonly prefix: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly connect: Connect;
}

/** An Exchange over HTTP. Its idle sockets keep no process alive; redirects are handed back as they come. */
export async function connect(options: ConnectOptions): Promise<Exchange> {
  const base = new URL(options.baseUrl);
  const route = await findRoute(base, options);
  const pool = await openPool(route);
  const destination = { pool, host: base.host, timeout: options.timeout };
  return ({ method, target, headers, body, signal }: ApiRequest) => {
    const path = route.prefix + target;
    const sent = { method, path, headers: { ...headers, ...route.headers }, body: body ?? null, signal };
    return receive(sent, destination);
  };
}

async function findRoute(base: URL, { env, caFile }: ConnectOptions): Promise<Route> {
  const proxy = findProxy(base, env);
  const ca =
    caFile === undefined ? undefined : await (await import("./trust.ts")).trustedCertificates(caFile, env);
  const connect = await createConnector(ca);
  const prefix = base.pathname.replace(/\/+$/, "");
  if (proxy === undefined) return { origin: base.origin, prefix, headers: {}, connect };
  if (base.protocol === "https:") {
    const tunneled = throughTunnel(connect, { proxy, authority: `${base.hostname}:${base.port || 443}`, ca });
    return { origin: base.origin, prefix, headers: {}, connect: tunneled };
  }
  // A proxy takes plain requests by their full address (RFC 9112, section 3.2.2).
  const headers = { host: base.host, ...proxyCredentials(proxy) };
  return { origin: proxy.origin, prefix: base.origin + prefix, headers, connect };
}

async function createConnector(ca: string[] | undefined): Promise<Connect> {
  leaveParserUnoptimised();
  const { default: buildConnector } = await import("undici/lib/core/connect.js");
  // The attempt's own timer bounds connecting too.
  return buildConnector({ timeout: 0, ...(ca === undefined ? {} : { ca }) });
}

/** Otherwise V8 optimises undici's WebAssembly parser in full, and the process waits for that at its end. */
function leaveParserUnoptimised(): void {
  v8.setFlagsFromString("--liftoff-only");
}

function throughTunnel(connect: Connect, tunnel: TunnelOptions): Connect {
  return (options, callback) => {
    openTunnel(tunnel).then(
      (httpSocket) => connect({ ...options, httpSocket }, callback),
      (error: Error) => callback(error, null),
    );
  };
}

async function openPool({ origin, connect }: Route): Promise<Pool> {
  const { default: Pool } = await import("undici/lib/dispatcher/pool.js");
  return new Pool(origin, { connect: unreferenced(connect), headersTimeout: 0, bodyTimeout: 0 });
}

/** A socket that still connects must not outlive the request it was meant for. */
function unreferenced(connect: Connect): Connect {
  return (options, callback) => {
    const socket: unknown = connect(options, callback);
    if (socket instanceof Socket) socket.unref();
  };
}
