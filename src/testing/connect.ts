import { createExchange } from "../server/running/ask-server.ts";
import { healthPath, instanceHeader, rootOf } from "../server/world.ts";
import { isLoopback } from "../values/loopback.ts";
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
    async close({ keep = false } = {}) {
      if (keep) return;
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
