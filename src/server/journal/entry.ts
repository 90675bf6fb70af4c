import type { JournalEntry, Near, Refusal } from "../../contract/control/schemas/requests.ts";
import type { JournalMode } from "../../contract/control/words.ts";
import type { ApiRequest } from "../../contract/exchange.ts";
import type { OperationSchemas } from "../../contract/operation.ts";
import { merchantAccountHeader } from "../../contract/operations.ts";
import { embedScope, operationScopes } from "../../contract/scopes.ts";
import { mask } from "../../values/mask.ts";
import { suggest } from "../../values/suggest.ts";
import { jsonOf } from "../json.ts";
import type { Trace } from "../layer.ts";
import { pathOf, queryOf } from "../routes.ts";
import { traceparentOf } from "../traceparent.ts";
import { fieldsAt } from "../validation/schema-nodes.ts";
import { refusalOf } from "./refusal.ts";
import { type Keeping, redacted, safeBody, safePath, safeQuery, whole } from "./safe-values.ts";
import { wholeHeader } from "./secrets.ts";

/** An entry without the answer, which is added when somebody looks. */
export type RequestEntry = Omit<JournalEntry, "response">;

/** How a request ended. */
export interface Ending {
  readonly time: Date;
  readonly milliseconds: number;
  readonly status: number | string;
  /** The body of a failure. */
  readonly failure?: string | undefined;
  readonly near: Near | null;
}

interface KeptValues extends Keeping {
  header(name: string, value: string): string | undefined;
  /** Bytes; larger bodies are counted but not kept. */
  readonly largestBody: number;
  /** Whether bodies are kept even without a valid token. */
  readonly strangers: boolean;
}

const kept: Readonly<Record<JournalMode, KeptValues>> = {
  // Bodies of strangers are counted but not kept: they would choose what fills the journal.
  redacted: { ...redacted, header: redactedHeader, largestBody: 16_384, strangers: false },
  // A program on this machine may fill it with a thousand bodies of this size.
  full: { ...whole, header: wholeHeader, largestBody: 65_536, strangers: true },
};

/** What the journal keeps of a request: an allow-list decides, so anything unforeseen stays out. */
export async function makeEntry(
  request: ApiRequest,
  trace: Trace,
  ending: Ending,
  mode: JournalMode = "redacted",
): Promise<RequestEntry> {
  const { headers, method, target, body = trace.body } = request;
  const { query = queryOf(target) } = trace;
  const isBare = body === undefined && query.size === 0;
  const values = kept[mode];
  const known = isBare ? {} : trace.schemas;
  const schemas: OperationSchemas = known ?? (await trace.operation?.schemas()) ?? {};
  return {
    id: trace.requestId ?? null,
    time: ending.time.toISOString(),
    method: /^[A-Z]{1,10}$/.test(method) ? method : mask,
    path: safePath(pathOf(target), values),
    operation: trace.operation?.name ?? null,
    query: safeQuery(query, schemas.query, values),
    unread_query: trace.schemas === undefined ? null : unreadQuery(query, trace.schemas.query, values),
    headers: safeHeaders(headers, trace.merchantAccountId, values),
    ...bodyParts({ body, schemas, trace, values }),
    scopes: trace.scopes?.map(mode === "full" ? String : safeScope) ?? null,
    status: ending.status,
    milliseconds: ending.milliseconds,
    fault: trace.isFaulted ?? false,
    traceparent: traceparentOf(headers) ?? null,
    failure: failureOf(ending, trace.reason, values),
    near: ending.near,
  };
}

/** What the caller was told, and why; null for a success. */
function failureOf({ failure, status }: Ending, reason: string | undefined, values: KeptValues) {
  if (typeof status === "string") return unanswered(status, reason);
  return failure === undefined ? null : refusalOf(failure, values, reason);
}

const transportSentences: Readonly<Record<string, string>> = {
  reset: "The connection was reset",
  hang: "No answer was sent",
  truncate: "The answer was cut off",
};

function unanswered(status: string, reason = ""): Refusal {
  return { code: null, message: transportSentences[status] ?? status, problems: [], reason: reason || null };
}

/** Parameters that the operation does not have; one that is near a name that it has is shown even if that masks others. */
function unreadQuery(query: URLSearchParams, schema: OperationSchemas["query"], values: KeptValues) {
  const known = schema === undefined ? [] : fieldsAt(schema, []);
  const unread = [...new Set(query.keys())].filter((name) => !known.includes(name));
  return unread.map((name) => {
    const near = suggest(name, known);
    return { name: near === undefined ? values.name(name) : name, near: near ?? null };
  });
}

type Headers = Readonly<Record<string, string>>;

/** Headers whose value is shown if it matches. */
const shownHeaders: Readonly<Record<string, RegExp>> = {
  accept: /^(?:\*\/\*|application\/json)$/,
  "accept-encoding": /^(?:(?:gzip|deflate|br|zstd|identity)(?:, ?|$))+$/,
  connection: /^(?:close|keep-alive)$/i,
  "content-length": /^\d{1,7}$/,
  "content-type":
    /^(?:application\/json|text\/plain|application\/x-www-form-urlencoded)(?:; ?charset=utf-8)?$/i,
  "transfer-encoding": /^chunked$/,
  "user-agent": /^[a-z]{1,20}(?:\/\d{1,3}(?:\.\d{1,3}){0,2})?$/i,
};

/** Headers whose presence is shown, but never their value. */
const maskedHeaders: ReadonlySet<string> = new Set([
  "authorization",
  "cookie",
  "host",
  "origin",
  merchantAccountHeader,
]);

/** Whether the redacted journal may show a value of this header. */
export function isShownHeader(name: string): boolean {
  return Object.hasOwn(shownHeaders, name) || name === merchantAccountHeader;
}

/** A known header's value, masked where needed; undefined for any other header. */
function redactedHeader(name: string, value: string): string | undefined {
  const pattern = Object.hasOwn(shownHeaders, name) ? shownHeaders[name] : undefined;
  if (pattern === undefined) return maskedHeaders.has(name) ? mask : undefined;
  return pattern.test(value) ? value : mask;
}

/** A merchant account is shown to anybody once it is known to exist. */
function safeHeaders(headers: Headers, merchantAccountId: string | undefined, values: KeptValues): Headers {
  const safe: [string, string][] = [];
  for (const [name, value] of Object.entries(headers)) {
    const isOwnAccount = name === merchantAccountHeader && value === merchantAccountId;
    const shown = isOwnAccount ? value : values.header(name, value);
    if (shown !== undefined) safe.push([name, shown]);
  }
  return Object.fromEntries(safe);
}

interface Sent {
  readonly body: Uint8Array | undefined;
  readonly schemas: OperationSchemas;
  readonly trace: Trace;
  readonly values: KeptValues;
}

function bodyParts({ body, schemas, trace, values }: Sent) {
  const isWelcome = values.strangers || trace.scopes !== undefined;
  const isKept = isWelcome && body !== undefined && body.length <= values.largestBody;
  const sent = isKept ? (trace.sent ?? jsonOf(body)) : undefined;
  const safe = sent === undefined ? undefined : safeBody(sent, schemas.body, values);
  return {
    body: safe?.body ?? null,
    body_bytes: body?.length ?? 0,
    unread_fields: trace.schemas === undefined ? null : (safe?.unknownFields ?? []),
  };
}

const knownScopes: ReadonlySet<string> = new Set([...operationScopes, "*.read", "*.write", embedScope]);

/** A scope for one area is a word of the caller's choice until an operation asks for it. */
function safeScope(scope: string): string {
  return knownScopes.has(scope) ? scope : mask;
}
