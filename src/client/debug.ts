import type { ApiRequest, ApiResponse } from "../contract/exchange.ts";
import { parseJson, stringifyJson } from "../values/json.ts";
import { mask } from "../values/mask.ts";
import { isRecord } from "../values/record.ts";
import type { Outcome } from "./retry.ts";

/** Shows someone debugging what is sent and received; times are in milliseconds. */
export interface Debug {
  sent(request: ApiRequest, attempt: number): Promise<void>;
  ended(outcome: Outcome, elapsed: number): Promise<void>;
  waiting(delay: number): Promise<void>;
}

const longestLine = 2000;

/** `on` prints a line per request and per answer; `http` adds headers and bodies. Both are redacted. */
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
  const id = response.headers["x-request-id"];
  const request = id === undefined ? "" : `, request ${brief(id)}`;
  return `${response.status}${request}, ${Buffer.byteLength(response.body)} bytes`;
}

function took(elapsed: number): string {
  return `, ${Math.round(elapsed)} ms`;
}

function details(message: ApiRequest | ApiResponse): readonly string[] {
  const headers = redactHeaders(message.headers).map(([name, value]) => `${name}: ${value}`);
  const body = typeof message.body === "string" ? message.body : new TextDecoder().decode(message.body);
  return body === "" ? headers : [...headers, redactBody(body)];
}

/** ASCII only, so that nothing the service sends can control a terminal. */
function printable(text: string): string {
  const cut = text.length > longestLine ? `${text.slice(0, longestLine)}...` : text;
  return cut.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

// Anything not listed here is masked: a field that nobody thought of must not leak.
const shownHeaders = new Set([
  "accept",
  "allow",
  "connection",
  "content-length",
  "content-type",
  "date",
  "retry-after",
  "server",
  "user-agent",
  "x-request-id",
  "x-service-merchant-account-id",
]);

const shownParameters = new Set(["action", "currency", "cursor", "limit", "resource_type", "user_id"]);

const shownFields = new Set([
  "action",
  "active",
  "algorithm",
  "code",
  "created_at",
  "currency",
  "flow",
  "id",
  "last_used_at",
  "limit",
  "loc",
  "location",
  "merchant_account_id",
  "next_cursor",
  "payment_method_id",
  "payment_method_ids",
  "payment_service_id",
  "pointer",
  "position",
  "previous_cursor",
  "resource_id",
  "scheme",
  "status",
  "thumbprint",
  "timestamp",
  "type",
  "updated_at",
  "version",
]);

function redactHeaders(headers: Readonly<Record<string, string>>): readonly [string, string][] {
  return Object.entries(headers).map(([name, value]) => [name, shownHeaders.has(name) ? brief(value) : mask]);
}

/** A longer value may be a token or a key that the service repeats; cursors have some 110 characters. */
const longestValue = 160;

function brief(value: string): string {
  return value.length > longestValue ? mask : value;
}

/** Path and query; a path contains only identifiers. */
function redactTarget(target: string): string {
  const [path = "", query] = target.split(/\?(.*)/s, 2);
  if (query === undefined) return path;
  const pairs = query.split("&").map((pair) => {
    const [name = ""] = pair.split("=", 1);
    return shownParameters.has(name) ? pair : `${name}=${mask}`;
  });
  return `${path}?${pairs.join("&")}`;
}

function redactBody(text: string): string {
  try {
    return stringifyJson(redactValue(parseJson(text)));
  } catch {
    return "(a body that is not JSON)";
  }
}

function redactValue(value: unknown, name = ""): unknown {
  if (Array.isArray(value)) return value.map((item) => redactValue(item, name));
  if (!isRecord(value)) return value === null || shownFields.has(name) ? redactShown(value) : mask;
  const entries = Object.entries(value);
  return Object.fromEntries(entries.map(([key, inner]) => [redactName(key), redactValue(inner, key)]));
}

function redactShown(value: unknown): unknown {
  return typeof value === "string" ? brief(value) : value;
}

/** A key that is not the name of a field, such as a number, may be a card in a malformed body. */
function redactName(name: string): string {
  return /^[a-z][a-z0-9_]*$/i.test(name) ? name : mask;
}
