import { merchantAccountHeader } from "../../contract/operations.ts";
import { mask } from "./mask.ts";

type Headers = Readonly<Record<string, string>>;

/** What the value of a header may look like to be shown. */
const shown: Readonly<Record<string, RegExp>> = {
  accept: /^(?:\*\/\*|application\/json)$/,
  "accept-encoding": /^(?:(?:gzip|deflate|br|zstd|identity)(?:, ?|$))+$/,
  connection: /^(?:close|keep-alive)$/i,
  "content-length": /^\d{1,7}$/,
  "content-type":
    /^(?:application\/json|text\/plain|application\/x-www-form-urlencoded)(?:; ?charset=utf-8)?$/i,
  "transfer-encoding": /^chunked$/,
  "user-agent": /^[a-z]{1,20}(?:\/\d{1,3}(?:\.\d{1,3}){0,2})?$/i,
};

/** Headers that are told of, but never by value. */
const masked: readonly string[] = ["authorization", "cookie", "host", "origin", merchantAccountHeader];

/** The headers that are known, by what may be said of them; a merchant account only once it is found to exist. */
export function safeHeaders(headers: Headers, merchantAccountId: string | undefined): Headers {
  const kept = Object.entries(headers).flatMap(([name, value]) => {
    if (name === merchantAccountHeader && value === merchantAccountId) return [[name, value] as const];
    const pattern = Object.hasOwn(shown, name) ? shown[name] : undefined;
    if (pattern === undefined) return masked.includes(name) ? [[name, mask] as const] : [];
    return [[name, pattern.test(value) ? value : mask] as const];
  });
  return Object.fromEntries(kept);
}
