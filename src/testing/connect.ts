import { createExchange, type Trust } from "../server/running/ask-server.ts";
import { healthPath, instanceHeader, rootOf } from "../server/world.ts";
import { isInClear } from "../values/loopback.ts";
import { parseUrl, withoutEndSlashes } from "../values/url.ts";
import type { ConnectedReferenceServer, ConnectOptions } from "./api.ts";
import { createServer, removeWorld } from "./create-world.ts";
import { resolveRequest } from "./resolve-request.ts";

export async function connectTo(
  address: string,
  { ca: caFile, controlToken }: ConnectOptions,
): Promise<ConnectedReferenceServer> {
  const url = checkUrl(address);
  if (controlToken !== undefined) refusePlain(url);
  const trust = { caFile };
  const exchange = createExchange(url, trust);
  await refuseStranger(url, trust);
  const createdWorlds = new Set<string>();
  const platformFetch =
    (prefix: string): typeof fetch =>
    (input, init) => {
      const { request, target } = resolveRequest(url, prefix, input, init);
      return fetch(new Request(`${url}${target}`, request));
    };
  // The platform's own can't be told whom to trust.
  const trusting = caFile === undefined ? undefined : (await import("./fetch.ts")).createFetch;
  return createServer({
    url,
    trust,
    exchange,
    controlToken,
    privateKey: undefined,
    fetch: (prefix) => trusting?.(exchange, url, prefix) ?? platformFetch(prefix),
    createdWorlds,
    async close({ keep = false } = {}) {
      if (keep) return;
      for (const name of createdWorlds) await removeWorld({ exchange, controlToken }, name);
    },
  });
}

function checkUrl(address: string): string {
  const url = parseUrl(address);
  if (url !== undefined) return withoutEndSlashes(url.href);
  throw new TypeError(`${address} is not the address of a server, as in http://127.0.0.1:4010`);
}

/** Any program may listen there, and would be sent the control token. */
async function refuseStranger(url: string, trust: Trust): Promise<void> {
  const ask = createExchange(rootOf(url), trust);
  const { headers } = await ask({ method: "HEAD", target: healthPath, headers: {} });
  if (headers[instanceHeader] === undefined)
    throw new Error(`what answers at ${url} is not a reference server`);
}

/** Whoever reads the token on its way can do with the server what they like. */
function refusePlain(url: string): void {
  if (!isInClear(url)) return;
  throw new Error(`the control token would be sent to ${url} unencrypted: use https off this machine`);
}
