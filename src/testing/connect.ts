import type { Exchange } from "../contract/exchange.ts";
import { healthPath, instanceHeader, rootOf } from "../server/world.ts";
import type { ConnectedReferenceServer, ConnectOptions } from "./api.ts";
import { createWorldControl } from "./control.ts";
import { createServer, deleteWorld } from "./create-world.ts";

export async function connectTo(
  address: string,
  { controlToken }: ConnectOptions,
): Promise<ConnectedReferenceServer> {
  const url = checkUrl(address);
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
      const control = createWorldControl({ exchange, prefix: "", token: controlToken });
      for (const name of made) await deleteWorld(control, name);
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
  if (URL.canParse(address) && /^https?:/.test(address)) return address.replace(/\/+$/, "");
  throw new TypeError(`${address} is not the address of a server, as in http://127.0.0.1:4010`);
}

/** Any program may listen there, and would be sent the control token. */
async function refuseStranger(url: string): Promise<void> {
  const ask = createExchange(rootOf(url));
  const { headers } = await ask({ method: "HEAD", target: healthPath, headers: {} });
  if (headers[instanceHeader] === undefined)
    throw new Error(`what answers at ${url} is not a reference server`);
}

function createExchange(url: string): Exchange {
  return async ({ body, headers, method, signal = null, target }) => {
    const answer = await fetch(`${url}${target}`, {
      method,
      headers,
      signal,
      body: body === undefined ? null : new Uint8Array(body),
    }).catch((cause: unknown) => {
      throw new Error(`no reference server answers at ${url}`, { cause });
    });
    return { status: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.text() };
  };
}
