import { isIP } from "node:net";
import { transportFailure } from "../client/answer.ts";
import { findProxy } from "../client/proxy.ts";
import { TransportError } from "../client/transport-error.ts";
import type { ApiResponse, Exchange } from "../contract/exchange.ts";
import { once } from "../values/once.ts";
import type { Examination } from "./examination.ts";
import { connectionProblem, nameProblem } from "./network-problems.ts";
import { NotTriedError } from "./not-tried.ts";

type Network = Pick<Examination, "proxy" | "addresses" | "handshake" | "exchange" | "skew">;
type Needed = Pick<Examination, "context" | "probes" | "settings" | "baseUrl">;

/** The way to the service, step by step; each step takes the one before. */
export function createNetwork({ context, probes, settings, baseUrl }: Needed): Network {
  const { globals, host } = context;
  const url = once(async () => new URL((await baseUrl()).value));
  const proxy = once(async () => findProxy(await url(), host.env));
  const patience = async () => ({ timeout: (await settings()).timeout.value, signal: host.signal });
  const addresses = once(async () => {
    const way = { url: await url(), proxy: await proxy() };
    if (globals.dryRun) throw new NotTriedError("--dry-run sends nothing");
    const name = (way.proxy ?? way.url).hostname.replace(/^\[|\]$/g, "");
    if (isIP(name) !== 0) return [];
    return probes.resolve(name, await patience()).catch((error: unknown) => {
      throw nameProblem(error, name, way);
    });
  });
  const handshake = once(async () => {
    await addresses();
    const caFile = (await settings()).caFile?.value;
    const way = { url: await url(), proxy: await proxy() };
    return probes.connect({ ...way, caFile, env: host.env }, await patience()).catch((error: unknown) => {
      throw connectionProblem(error, way);
    });
  });
  const exchange = once(async () => {
    const { caFile, timeout } = await settings();
    const place = { baseUrl: (await baseUrl()).value, caFile: caFile?.value, env: host.env };
    return host.connect({ ...place, timeout: timeout.value });
  });
  const skew = once(async () => {
    await handshake();
    const { headers } = await askUnsigned(await exchange(), host.signal);
    const seconds = Math.round((host.now() - Date.parse(headers["date"] ?? "")) / 1000);
    return Number.isNaN(seconds) ? undefined : seconds;
  });
  return { proxy, addresses, handshake, exchange, skew };
}

/** A call without a token is refused, and the refusal tells the time. */
async function askUnsigned(exchange: Exchange, signal: AbortSignal): Promise<ApiResponse> {
  const request = { method: "GET", target: "/buyers?limit=1", headers: { accept: "application/json" } };
  try {
    return await exchange({ ...request, signal });
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    throw transportFailure(error, { method: request.method, path: "/buyers", attempts: 1 });
  }
}
