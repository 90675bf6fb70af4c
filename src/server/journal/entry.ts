import type { ApiRequest } from "../../contract/exchange.ts";
import type { OperationSchemas } from "../../contract/operation.ts";
import { merchantAccountHeader } from "../../contract/operations.ts";
import { embedScope, operationScopes } from "../../contract/scopes.ts";
import { mask } from "../../values/mask.ts";
import type { Trace } from "../layer.ts";
import { pathOf, queryOf } from "../routes.ts";
import { safeBody, safePath, safeQuery } from "./safe-values.ts";

/** One request, with nothing in it that must stay secret. */
export interface JournalEntry {
  /** The same as `x-request-id`. */
  readonly id: string | null;
  readonly time: string;
  readonly method: string;
  readonly path: string;
  readonly operation: string | null;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** Null where there was none, none that could be read, or no valid token. */
  readonly body: unknown;
  readonly body_bytes: number;
  /** Those of the token; null where none was accepted. */
  readonly scopes: readonly string[] | null;
  /** The status, or what a simulated fault did to the connection. */
  readonly status: number | string;
  readonly milliseconds: number;
  /** Whether a simulated fault had the last word. */
  readonly fault: boolean;
  /** JSON pointers into the body. */
  readonly unread_fields: readonly string[];
}

/** How a request ended. */
export interface Ending {
  readonly time: Date;
  readonly milliseconds: number;
  readonly status: number | string;
}

/** What the journal keeps of a request: an allow-list decides, so what nobody thought of stays out. */
export async function makeEntry(request: ApiRequest, trace: Trace, ending: Ending): Promise<JournalEntry> {
  const { headers, method, target, body = trace.body } = request;
  const query = queryOf(target);
  const isBare = body === undefined && query.size === 0;
  const known = isBare ? {} : trace.schemas;
  const schemas: OperationSchemas = known ?? (await trace.operation?.schemas()) ?? {};
  return {
    id: trace.requestId ?? null,
    time: ending.time.toISOString(),
    method: /^[A-Z]{1,10}$/.test(method) ? method : mask,
    path: safePath(pathOf(target)),
    operation: trace.operation?.name ?? null,
    query: safeQuery(query, schemas.query),
    headers: safeHeaders(headers, trace.merchantAccountId),
    ...bodyParts(body, trace, schemas),
    scopes: trace.scopes?.map(safeScope) ?? null,
    status: ending.status,
    milliseconds: ending.milliseconds,
    fault: trace.isFaulted ?? false,
  };
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

/** Headers whose presence is shown and whose value never is. */
const maskedHeaders: readonly string[] = ["authorization", "cookie", "host", "origin", merchantAccountHeader];

/** The known headers, masked where needed; a merchant account is shown only once it is found to exist. */
function safeHeaders(headers: Headers, merchantAccountId: string | undefined): Headers {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const pattern = Object.hasOwn(shownHeaders, name) ? shownHeaders[name] : undefined;
    const isOwnAccount = name === merchantAccountHeader && value === merchantAccountId;
    if (isOwnAccount || pattern?.test(value)) kept[name] = value;
    else if (pattern !== undefined || maskedHeaders.includes(name)) kept[name] = mask;
  }
  return kept;
}

/** Bytes; larger bodies are counted and not kept. */
const largestKept = 16_384;

/** Strangers are counted and not kept: they would choose what fills the journal. */
function bodyParts(body: Uint8Array | undefined, trace: Trace, schemas: OperationSchemas) {
  const isKept = trace.scopes !== undefined && body !== undefined && body.length <= largestKept;
  const sent = isKept ? readJson(body) : undefined;
  const kept = sent === undefined ? undefined : safeBody(sent, schemas.body);
  return {
    body: kept?.body ?? null,
    body_bytes: body?.length ?? 0,
    unread_fields: (trace.schemas === undefined ? kept?.fields : kept?.unknownFields) ?? [],
  };
}

const utf8 = new TextDecoder();

function readJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(body));
  } catch {
    return undefined;
  }
}

const knownScopes: readonly string[] = [...operationScopes, "*.read", "*.write", embedScope];

/** A scope for one area is a word of the caller's choice until an operation asks for it. */
function safeScope(scope: string): string {
  return knownScopes.includes(scope) ? scope : mask;
}
