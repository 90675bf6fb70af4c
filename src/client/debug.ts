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
  const writeLines = async (sign: string, texts: readonly string[]): Promise<void> => {
    for (const text of texts) await write(`${sign} ${printable(text)}`);
  };
  const detailsOf = level === "http" ? details : () => [];
  return {
    sent: (request, attempt) => {
      const again = attempt === 1 ? "" : `, attempt ${attempt}`;
      return writeLines(">", [
        `${request.method} ${redactTarget(request.target)}${again}`,
        ...detailsOf(request),
      ]);
    },
    ended: (outcome, elapsed) => {
      const duration = `${Math.round(elapsed)} ms`;
      if (outcome.kind === "failure") return writeLines("!", [`${outcome.error.message}, ${duration}`]);
      const { body, headers, status } = outcome.response;
      const id = headers["x-request-id"];
      const request = id === undefined ? "" : `, request ${brief(id)}`;
      const line = `${status}${request}, ${Buffer.byteLength(body)} bytes, ${duration}`;
      return writeLines("<", [line, ...detailsOf(outcome.response)]);
    },
    waiting: (delay) => writeLines("~", [`waiting ${delay} ms before the next attempt`]),
  };
}

function details(message: ApiRequest | ApiResponse): readonly string[] {
  const headers = Object.entries(message.headers).map(
    ([name, value]) => `${name}: ${shownHeaders.has(name) ? brief(value) : mask}`,
  );
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
  "code",
  "created_at",
  "id",
  "limit",
  "loc",
  "location",
  "merchant_account_id",
  "next_cursor",
  "pointer",
  "resource_id",
  "status",
  "thumbprint",
  "timestamp",
  "type",
]);

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
  if (value === null) return value;
  if (Array.isArray(value)) return value.map((item) => redactValue(item, name));
  if (!isRecord(value)) {
    if (!shownFields.has(name)) return mask;
    return typeof value === "string" ? brief(value) : value;
  }
  // A key that is not the name of a field, such as a number, may be a card in a malformed body.
  const nameOf = (key: string) => (/^[a-z][a-z0-9_]*$/i.test(key) ? key : mask);
  const entries = Object.entries(value);
  return Object.fromEntries(entries.map(([key, inner]) => [nameOf(key), redactValue(inner, key)]));
}
