import type { ApiRequest, ApiResponse } from "../contract/exchange.ts";
import { redactBody, redactHeaders, redactTarget } from "./redact.ts";
import type { Outcome } from "./retry.ts";

/** Tells a person who debugs what is sent and what comes back; times are milliseconds. */
export interface Debug {
  sent(request: ApiRequest, attempt: number): Promise<void>;
  ended(outcome: Outcome, elapsed: number): Promise<void>;
  waiting(delay: number): Promise<void>;
}

const longestLine = 2000;

/** `on` gives a request and an answer a line each; `http` adds headers and bodies. Both are redacted. */
export function createDebug(level: "on" | "http", write: (line: string) => Promise<void>): Debug {
  const tell = async (sign: string, texts: readonly string[]): Promise<void> => {
    for (const text of texts) await write(`${sign} ${printable(text)}`);
  };
  const detailsOf = level === "http" ? details : () => [];
  return {
    sent: (request, attempt) => tell(">", [requestLine(request, attempt), ...detailsOf(request)]),
    ended: async (outcome, elapsed) => {
      if (outcome.kind === "failure") return tell("!", [`${outcome.error.message}${took(elapsed)}`]);
      const { response } = outcome;
      return tell("<", [responseLine(response) + took(elapsed), ...detailsOf(response)]);
    },
    waiting: (delay) => tell("~", [`waiting ${delay} ms before the next attempt`]),
  };
}

function requestLine(request: ApiRequest, attempt: number): string {
  const again = attempt === 1 ? "" : `, attempt ${attempt}`;
  return `${request.method} ${redactTarget(request.target)}${again}`;
}

function responseLine(response: ApiResponse): string {
  return `${response.status}, ${Buffer.byteLength(response.body)} bytes`;
}

function took(elapsed: number): string {
  return `, ${Math.round(elapsed)} ms`;
}

function details(message: ApiRequest | ApiResponse): readonly string[] {
  const headers = redactHeaders(message.headers).map(([name, value]) => `${name}: ${value}`);
  const body = typeof message.body === "string" ? message.body : new TextDecoder().decode(message.body);
  return body === "" ? headers : [...headers, redactBody(body)];
}

/** ASCII alone, so that nothing the service sends can steer a terminal. */
function printable(text: string): string {
  const cut = text.length > longestLine ? `${text.slice(0, longestLine)}...` : text;
  return cut.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
