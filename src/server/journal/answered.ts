import type { JournaledAnswer } from "../../contract/control/schemas/requests.ts";
import type { JournalMode } from "../../contract/control/words.ts";
import type { ApiResponse } from "../../contract/exchange.ts";
import type { OperationSchemas } from "../../contract/operation.ts";
import { closedJson } from "../../values/closed-json.ts";
import { redacted, safeBody, whole } from "./safe-values.ts";
import { wholeHeader } from "./secrets.ts";

/** Longer answers are kept as their beginning, in bytes; a page of a hundred rows is about as long. */
const longest = 65_536;

/**
 * Keeps an answer, and returns how to show what may be seen of it. Most answers are never looked at, so nothing is
 * read or masked before that.
 */
export function keepAnswer(
  { body, headers }: ApiResponse,
  schemas: OperationSchemas | undefined,
  mode: JournalMode,
): () => JournaledAnswer {
  const bytes = Buffer.byteLength(body);
  const isWhole = bytes <= longest;
  // A copy: part of a text holds on to all of it.
  const kept = isWhole ? body : Buffer.from(body).toString("utf8", 0, longest);
  return () => {
    const sent: unknown = kept === "" ? undefined : JSON.parse(isWhole ? kept : closedJson(kept));
    const shown = safeBody(sent, schemas?.response, mode === "full" ? whole : redacted).body;
    const names = Object.entries(headers).map(([name, value]) => [name, wholeHeader(name, value)]);
    return {
      headers: Object.fromEntries(names),
      body: sent === undefined ? null : shown,
      body_bytes: bytes,
      truncated: !isWhole,
    };
  };
}
