import type { Api } from "../../src/client/api.ts";
import { type ApiOptions, createApi } from "../../src/client/client.ts";
import type { ApiRequest, ApiResponse, Exchange } from "../../src/contract/exchange.ts";

/** What an exchange does with one request: answers, or throws. */
export type Script = ApiResponse | Error | ((request: ApiRequest) => ApiResponse | Promise<ApiResponse>);

export interface Scripted {
  readonly api: Api;
  readonly requests: ApiRequest[];
  /** The scopes of each token that was signed. */
  readonly signed: (readonly string[])[];
  readonly notes: string[];
  readonly sleeps: number[];
}

export const start = Date.parse("2026-01-01T00:00:00Z");

/** An answer; anything but text becomes JSON. */
export function answer(
  status: number,
  body: unknown = "",
  headers: Record<string, string> = {},
): ApiResponse {
  return { status, headers, body: typeof body === "string" ? body : JSON.stringify(body) };
}

/** An Api over scripted answers, one per request, with a clock that only sleeping moves. */
export function scripted(script: readonly Script[], options: Partial<ApiOptions> = {}): Scripted {
  const requests: ApiRequest[] = [];
  const signed: (readonly string[])[] = [];
  const notes: string[] = [];
  const sleeps: number[] = [];
  let now = start;
  const exchange: Exchange = async (request) => {
    const step = script[requests.push(request) - 1];
    if (step === undefined) throw new Error(`nothing is scripted for ${request.method} ${request.target}`);
    if (step instanceof Error) throw step;
    return typeof step === "function" ? step(request) : step;
  };
  const api = createApi({
    exchange,
    sign: async (scopes) => `token-${signed.push(scopes)}`,
    userAgent: "payctl/0.0.0",
    retries: 4,
    clock: {
      now: () => now,
      random: () => 1,
      sleep: async (milliseconds) => {
        sleeps.push(milliseconds);
        now += milliseconds;
      },
    },
    signal: new AbortController().signal,
    note: async (text) => void notes.push(text),
    ...options,
  });
  return { api, requests, signed, notes, sleeps };
}
