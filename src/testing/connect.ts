import http from "node:http";
import https from "node:https";
import { text } from "node:stream/consumers";
import type { ApiResponse, Exchange } from "../contract/exchange.ts";
import { healthPath, instanceHeader, rootOf } from "../server/world.ts";
import { isLoopback, lookUpLoopback } from "../values/loopback.ts";
import { withoutEndSlashes } from "../values/text.ts";
import type { ConnectedReferenceServer, ConnectOptions } from "./api.ts";
import { createServer, removeWorld } from "./create-world.ts";

export async function connectTo(
  address: string,
  { controlToken }: ConnectOptions,
): Promise<ConnectedReferenceServer> {
  const url = checkUrl(address);
  if (controlToken !== undefined) refusePlain(url);
  const exchange = createExchange(url);
  await refuseStranger(url);
  const made = new Set<string>();
  return createServer({
    url,
    exchange,
    controlToken,
    privateKey: undefined,
    fetch: (prefix) => (input, init) => {
      const { request, target } = addressed(url, prefix, input, init);
      return fetch(new Request(`${url}${target}`, request));
    },
    made,
    async close() {
      for (const name of made) await removeWorld({ exchange, controlToken }, name);
    },
  });
}

/** Where a request of the platform's fetch goes: whatever the host, its path counts. */
export function addressed(place: string, prefix: string, ...[input, init]: Parameters<typeof fetch>) {
  const isRequest = input instanceof Request;
  const request = new Request(isRequest ? input : new URL(input, `${place}${prefix}/`), init);
  const { pathname, search } = new URL(request.url);
  const isBelow = pathname === prefix || pathname.startsWith(`${prefix}/`);
  return { request, target: `${isBelow ? "" : prefix}${pathname}${search}` };
}

function checkUrl(address: string): string {
  if (URL.canParse(address) && /^https?:/.test(address)) return withoutEndSlashes(address);
  throw new TypeError(`${address} is not the address of a server, as in http://127.0.0.1:4010`);
}

/** Any program may listen there, and would be sent the control token. */
async function refuseStranger(url: string): Promise<void> {
  const ask = createExchange(rootOf(url));
  const { headers } = await ask({ method: "HEAD", target: healthPath, headers: {} });
  if (headers[instanceHeader] === undefined)
    throw new Error(`what answers at ${url} is not a reference server`);
}

/** Whoever reads the token on its way can do with the server what they like. */
function refusePlain(url: string): void {
  const { hostname, protocol } = new URL(url);
  if (protocol === "https:" || isLoopback(hostname)) return;
  throw new Error(`the control token would be sent to ${url} unencrypted: use https off this machine`);
}

/** Unlike the platform's fetch it follows no redirect, and reaches this machine without a proxy. */
function createExchange(url: string): Exchange {
  const { hostname, protocol } = new URL(url);
  const { Agent, globalAgent, request } = protocol === "https:" ? https : http;
  // Only the global agent knows the proxies that the environment names.
  const agent = isLoopback(hostname) ? new Agent({ lookup: lookUpLoopback }) : globalAgent;
  return async ({ body, headers, method, signal, target }) => {
    const asking = request(`${url}${target}`, { agent, method, headers, ...(signal && { signal }) });
    return new Promise<ApiResponse>((resolve, reject) => {
      asking.on("error", reject);
      asking.on("response", (answer) =>
        text(answer).then((body) => resolve(readAnswer(answer, body)), reject),
      );
      asking.end(body);
    }).catch((cause: unknown) => {
      throw new Error(`no reference server answers at ${url}`, { cause });
    });
  };
}

function readAnswer({ headers, statusCode = 0 }: http.IncomingMessage, body: string): ApiResponse {
  const single = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  return { status: statusCode, headers: Object.fromEntries(single), body };
}
