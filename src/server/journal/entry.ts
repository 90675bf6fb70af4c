import type {
  JournalEntry,
  JournaledAnswer,
  Near,
  Refusal,
  Unread,
} from "../../contract/control/schemas/requests.ts";
import type { JournalMode } from "../../contract/control/words.ts";
import type { ApiRequest, ApiResponse } from "../../contract/exchange.ts";
import type { OperationSchemas } from "../../contract/operation.ts";
import { merchantAccountHeader } from "../../contract/operations.ts";
import { nodesBelow, nodesOf } from "../../contract/schema-nodes.ts";
import { embedScope, operationScopes } from "../../contract/scopes.ts";
import { closedJson } from "../../values/closed-json.ts";
import { mask } from "../../values/mask.ts";
import { once } from "../../values/once.ts";
import { jsonOf } from "../json.ts";
import type { Trace } from "../layer.ts";
import { pathOf, queryOf } from "../routes.ts";
import { traceparentOf } from "../traceparent.ts";
import { refusalOf } from "./refusal.ts";
import { type Keeping, nearName, redacted, safeBody, safePath, safeQuery, whole } from "./safe-values.ts";
import { wholeHeader } from "./secrets.ts";

/** An entry without the answer, which few who look need. */
export type RequestEntry = Omit<JournalEntry, "response">;

/** What is kept of a request. Most entries are never looked at, so nothing is read or masked before that. */
export interface KeptRequest {
  readonly id: string | null;
  readonly status: JournalEntry["status"];
  readonly request: () => RequestEntry;
  /** Left out if nothing was answered. */
  readonly answer?: (() => JournaledAnswer) | undefined;
}

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
  readonly largestAnswer: number;
  /** How much of a larger answer is kept, in characters. */
  readonly beginning: number;
  /** Whether bodies are kept even without a valid token. */
  readonly strangers: boolean;
}

const keeping: Readonly<Record<JournalMode, KeptValues>> = {
  redacted: {
    ...redacted,
    header: redactedHeader,
    largestBody: 16_384,
    // Servers of one database mask every answer, because they share it, and a page of rows would show little.
    largestAnswer: 4096,
    beginning: 0,
    // Bodies of strangers are counted but not kept: they would choose what fills the journal.
    strangers: false,
  },
  // A program on this machine may fill it with a thousand bodies of this size; a page of a hundred rows is about as long.
  full: {
    ...whole,
    header: wholeHeader,
    largestBody: 65_536,
    largestAnswer: 65_536,
    beginning: 65_536,
    strangers: true,
  },
};

/** What the journal keeps of a request: an allow-list decides, so anything unforeseen stays out. */
export async function keepRequest(
  { body: sentAtOnce, headers, method, target }: ApiRequest,
  trace: Trace,
  ending: Ending,
  mode: JournalMode = "redacted",
): Promise<Omit<KeptRequest, "answer">> {
  const { merchantAccountId, operation, query = queryOf(target), reason, scopes } = trace;
  const body = sentAtOnce ?? trace.body;
  const values = keeping[mode];
  const isBare = body === undefined && query.size === 0;
  const wasRead = trace.schemas !== undefined;
  const schemas: OperationSchemas = trace.schemas ?? (isBare ? undefined : await operation?.schemas()) ?? {};
  const id = trace.requestId ?? null;
  const fault = trace.isFaulted ?? false;
  const bytes = body?.length ?? 0;
  const isWelcome = values.strangers || scopes !== undefined;
  const keptBody = isWelcome && bytes <= values.largestBody ? body : undefined;
  const request = once((): RequestEntry => {
    const { body, unknownFields } = bodyParts(keptBody, schemas, values);
    const unknownQuery = unreadQuery(query, schemas.query, values);
    const names = namesNear([...unknownFields, ...unknownQuery], values);
    return {
      id,
      time: ending.time.toISOString(),
      method: /^[A-Z]{1,10}$/.test(method) ? method : mask,
      path: safePath(pathOf(target), values),
      operation: operation?.name ?? null,
      query: safeQuery(query, schemas.query, values),
      unread_query: wasRead ? unknownQuery : null,
      headers: safeHeaders(headers, merchantAccountId, values),
      body,
      body_bytes: bytes,
      unread_fields: wasRead ? unknownFields : null,
      scopes: scopes?.map(mode === "full" ? String : safeScope) ?? null,
      status: ending.status,
      milliseconds: ending.milliseconds,
      fault,
      traceparent: traceparentOf(headers) ?? null,
      failure: failureOf(ending, reason, names),
      near: ending.near,
    };
  });
  return { id, status: ending.status, request };
}

/** What is kept of an answer. */
export function keepAnswer(
  { body, headers }: ApiResponse,
  schemas: OperationSchemas | undefined,
  mode: JournalMode,
): () => JournaledAnswer {
  const values = keeping[mode];
  const bytes = Buffer.byteLength(body);
  const truncated = bytes > values.largestAnswer;
  // A copy: part of a text holds on to all of it.
  const text = truncated ? Buffer.from(body.slice(0, values.beginning)).toString() : body;
  return () => {
    const sent: unknown = text === "" ? undefined : JSON.parse(truncated ? closedJson(text) : text);
    const names = Object.entries(headers).map(([name, value]) => [name, wholeHeader(name, value)]);
    return {
      headers: Object.fromEntries(names),
      body: sent === undefined ? null : safeBody(sent, schemas?.response, values).body,
      body_bytes: bytes,
      truncated,
    };
  };
}

/** What the caller was told, and why; null for a success. */
function failureOf(
  { failure, status }: Ending,
  reason: string | undefined,
  names: Pick<KeptValues, "name">,
): Refusal | null {
  if (typeof status === "string") return unanswered(status, reason);
  return failure === undefined ? null : refusalOf(failure, names, reason);
}

const transportSentences: Readonly<Record<string, string>> = {
  reset: "The connection was reset",
  hang: "No answer was sent",
  truncate: "The answer was cut off",
};

function unanswered(status: string, reason = ""): Refusal {
  return { code: null, message: transportSentences[status] ?? status, problems: [], reason: reason || null };
}

/** Parameters that the operation does not have. */
function unreadQuery(
  query: URLSearchParams,
  schema: OperationSchemas["query"],
  values: KeptValues,
): readonly Unread[] {
  const nodes = nodesOf(schema);
  const unread = [...new Set(query.keys())].filter((name) => nodesBelow(nodes, name).length === 0);
  return unread.map((name) => {
    const near = nearName(name, nodes);
    return { name: near === undefined ? values.name(name) : name, near: near ?? null };
  });
}

/** What keeps, of the names in a failure, those that are misspelt. */
function namesNear(unread: readonly Unread[], values: KeptValues): Pick<KeptValues, "name"> {
  const shown = unread.flatMap(({ name, near }) => (near === null ? [] : name.split("/")));
  return { name: (name) => (shown.includes(name) ? name : values.name(name)) };
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

function bodyParts(body: Uint8Array | undefined, schemas: OperationSchemas, values: KeptValues) {
  const sent = body && jsonOf(body);
  return sent === undefined ? { body: null, unknownFields: [] } : safeBody(sent, schemas.body, values);
}

const knownScopes: ReadonlySet<string> = new Set([...operationScopes, "*.read", "*.write", embedScope]);

/** A scope for one area is a word of the caller's choice until an operation asks for it. */
function safeScope(scope: string): string {
  return knownScopes.has(scope) ? scope : mask;
}
