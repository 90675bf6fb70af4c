import { parseJson, stringifyJson } from "../json.ts";
import { isRecord } from "../json-value.ts";
import { mask, maskValues } from "./mask.ts";

// What is not named here is masked: a field that nobody thought of must not leak.
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

export function redactHeaders(headers: Readonly<Record<string, string>>): readonly [string, string][] {
  return Object.entries(headers).map(([name, value]) => [name, shownHeaders.has(name) ? value : mask]);
}

/** Path and query; a path holds identifiers alone. */
export function redactTarget(target: string): string {
  const [path = "", query] = target.split(/\?(.*)/s, 2);
  if (query === undefined) return path;
  const pairs = query.split("&").map((pair) => {
    const [name = ""] = pair.split("=", 1);
    return shownParameters.has(name) ? pair : `${name}=${mask}`;
  });
  return `${path}?${pairs.join("&")}`;
}

export function redactBody(text: string): string {
  try {
    return stringifyJson(maskNames(maskValues(parseJson(text), (name) => shownFields.has(name))));
  } catch {
    return "(a body that is not JSON)";
  }
}

/** A key that is no name of a field, such as a number, may be a card in a body that is not as it should be. */
function maskNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskNames);
  if (!isRecord(value)) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(
    entries.map(([name, inner]) => [/^[a-z][a-z0-9_]*$/i.test(name) ? name : mask, maskNames(inner)]),
  );
}
