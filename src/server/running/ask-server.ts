import http from "node:http";
import { resolve } from "node:path";
import { text } from "node:stream/consumers";
import type { ApiResponse, Exchange } from "../../contract/exchange.ts";
import { disk } from "../../files/disk.ts";
import { isLoopback, lookUpLoopback } from "../../values/loopback.ts";
import { once } from "../../values/once.ts";
import { healthPath, instanceHeader } from "../world.ts";

/** How a server that speaks https is recognised, if not by the authorities that Node trusts. */
export interface Trust {
  /** A PEM file with the authorities to trust instead. */
  readonly caFile?: string | undefined;
}

/** What makes a program of payctl or Node recognise it. */
export function trustVariables({ caFile }: Trust): Readonly<Record<string, string>> {
  if (caFile === undefined) return {};
  const path = resolve(caFile);
  return { PAYCTL_CA_FILE: path, NODE_EXTRA_CA_CERTS: path };
}

/**
 * A running server as a function. Unlike the platform's fetch it follows no redirect, reaches this machine without a
 * proxy, and checks every certificate and speaks TLS 1.2 or newer, whatever Node was told.
 */
export function createExchange(url: string, { caFile }: Trust = {}): Exchange {
  const { hostname, protocol } = new URL(url);
  const prepare = once(async () => {
    const { Agent, globalAgent, request } = protocol === "https:" ? await import("node:https") : http;
    // Only the global agent knows the proxies that the environment names.
    const agent = isLoopback(hostname) ? new Agent({ lookup: lookUpLoopback }) : globalAgent;
    const trust = {
      rejectUnauthorized: true,
      minVersion: "TLSv1.2" as const,
      ...(caFile && { ca: await disk.readFile(caFile) }),
    };
    return { request, options: { agent, ...trust } };
  });
  return async ({ body, headers, method, signal, target }) => {
    const { request, options } = await prepare();
    const sent = request(`${url}${target}`, { ...options, method, headers, ...(signal && { signal }) });
    return new Promise<ApiResponse>((settle, reject) => {
      sent.on("error", reject);
      sent.on("response", (answer) => text(answer).then((body) => settle(readAnswer(answer, body)), reject));
      sent.end(body);
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
const longestWait = 5000;

/** Whether a reference server answers there, even one whose control interface is closed. */
export async function isAnswering(url: string, trust: Trust): Promise<boolean> {
  const signal = AbortSignal.timeout(longestWait);
  const request = { method: "HEAD", target: healthPath, headers: {}, signal };
  const answer = await createExchange(url, trust)(request).catch(() => undefined);
  return answer?.headers[instanceHeader] !== undefined;
}
