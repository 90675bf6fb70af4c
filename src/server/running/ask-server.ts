import http from "node:http";
import { text } from "node:stream/consumers";
import type { ApiResponse, Exchange } from "../../contract/exchange.ts";
import { isLoopback, lookUpLoopback } from "../../values/loopback.ts";
import { once } from "../../values/once.ts";
import { healthPath, instanceHeader } from "../world.ts";

/**
 * A running server as a function. Unlike the platform's fetch it follows no redirect, and reaches this machine without a
 * proxy.
 */
export function createExchange(url: string): Exchange {
  const { hostname, protocol } = new URL(url);
  const findWay = once(async () => {
    const { Agent, globalAgent, request } = protocol === "https:" ? await import("node:https") : http;
    // Only the global agent knows the proxies that the environment names.
    const agent = isLoopback(hostname) ? new Agent({ lookup: lookUpLoopback }) : globalAgent;
    return { agent, request };
  });
  return async ({ body, headers, method, signal, target }) => {
    const { agent, request } = await findWay();
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

/** Milliseconds that a server may take to say that it is one. */
const patience = 5000;

/** Which server answers there in time, even if its control interface is closed to us. */
export async function instanceAt(url: string): Promise<string | undefined> {
  return (await ask(url, "HEAD", healthPath))?.headers[instanceHeader];
}

/** Whether the server at a URL has a key pair; one whose control interface is closed counts too. */
export async function servesKey(url: string, thumbprint: string): Promise<boolean> {
  const answer = await ask(url, "GET", "/_reference/data/api_key_pairs");
  // Each answer of a reference server has an id, even a refusal.
  if (answer?.headers["x-request-id"] === undefined) return false;
  return answer.status !== 200 || answer.body.includes(thumbprint);
}

async function ask(url: string, method: string, target: string): Promise<ApiResponse | undefined> {
  try {
    return await createExchange(url)({ method, target, headers: {}, signal: AbortSignal.timeout(patience) });
  } catch {
    return undefined;
  }
}
