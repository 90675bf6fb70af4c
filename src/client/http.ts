import v8 from "node:v8";
import type { ConnectOptions } from "../context.ts";
import type { Exchange } from "../contract/exchange.ts";
import { type Connector, throughTunnel, unreferenced } from "./connector.ts";
import { findProxy, proxyCredentials } from "./proxy.ts";
import { receive } from "./receive.ts";
import { buildConnector, Client } from "./undici-parts.ts";

/** How a request to the service is written on its way. */
interface Route {
  /** Where the sockets go. */
  readonly origin: string;
  /** What stands before each target. */
  readonly prefix: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly connect: Connector;
}

/** An Exchange over HTTP. Its idle sockets keep no process alive; redirects are handed back as they come. */
export async function connect(options: ConnectOptions): Promise<Exchange> {
  const base = new URL(options.baseUrl);
  const route = await chooseRoute(base, options);
  const createClient = clientFactory(route);
  const idle: Client[] = [];
  return async ({ method, target, headers, body, signal }) => {
    const path = route.prefix + target;
    const sent = { method, path, headers: { ...headers, ...route.headers }, body: body ?? null, signal };
    const client = idle.pop() ?? createClient();
    try {
      const response = await receive(client, sent, { host: base.host, timeout: options.timeout });
      idle.push(client);
      return response;
    } catch (error) {
      // Whatever it still does, nobody waits for it.
      void client.destroy();
      throw error;
    }
  };
}

async function chooseRoute(base: URL, { env, caFile }: ConnectOptions): Promise<Route> {
  const proxy = findProxy(base, env);
  const ca =
    caFile === undefined ? undefined : await (await import("./trust.ts")).trustedCertificates(caFile, env);
  const connect = createConnector(ca);
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

function createConnector(ca: string[] | undefined): Connector {
  leaveParserUnoptimised();
  // The attempt's own timer bounds connecting too; NODE_TLS_REJECT_UNAUTHORIZED=0 must not open tokens to anyone.
  return buildConnector({ timeout: 0, rejectUnauthorized: true, ...(ca === undefined ? {} : { ca }) });
}

/** The parser is compiled with the first connection. Otherwise V8 optimises undici's WebAssembly parser in full, and the process waits for that at its end. */
function leaveParserUnoptimised(): void {
  v8.setFlagsFromString("--liftoff-only");
}

/** Each client is one connection, which opens again where it was closed. */
function clientFactory({ origin, connect }: Route): () => Client {
  return () => new Client(origin, { connect: unreferenced(connect), headersTimeout: 0, bodyTimeout: 0 });
}
