import type { ApiRequest } from "../../contract/exchange.ts";
import type { OperationSchemas } from "../../contract/operation.ts";
import { embedScope, operationScopes } from "../../contract/scopes.ts";
import { pathOf, queryOf } from "../routes.ts";
import type { Trace } from "../trace.ts";
import type { JournalEntry } from "./journal.ts";
import { mask } from "./mask.ts";
import { safeBody, unreadFields } from "./safe-body.ts";
import { safeHeaders } from "./safe-headers.ts";
import { safePath, safeQuery } from "./safe-target.ts";

/** How a request ended. */
export interface Ending {
  readonly time: Date;
  readonly milliseconds: number;
  readonly status: number | string;
}

/** Larger bodies are counted and not kept. */
const largestKept = 16_384;

export function isLarge({ body }: ApiRequest): boolean {
  return body !== undefined && body.length > largestKept;
}

const knownScopes: readonly string[] = [...operationScopes, "*.read", "*.write", embedScope];

/** What the journal keeps of a request: an allow-list decides, so what nobody thought of stays out. */
export async function makeEntry(request: ApiRequest, trace: Trace, ending: Ending): Promise<JournalEntry> {
  const { body, headers, method, target } = request;
  const query = queryOf(target);
  const isBare = body === undefined && query.size === 0;
  const schemas: OperationSchemas = isBare ? {} : ((await trace.operation?.schemas()) ?? {});
  return {
    id: trace.requestId ?? null,
    time: ending.time.toISOString(),
    method: /^[A-Z]{1,10}$/.test(method) ? method : mask,
    path: safePath(pathOf(target)),
    operation: trace.operation?.name ?? null,
    query: safeQuery(query, schemas.query),
    headers: safeHeaders(headers, trace.merchantAccountId),
    ...bodyParts(request, trace, schemas),
    scopes: trace.scopes?.map(safeScope) ?? null,
    status: ending.status,
    milliseconds: ending.milliseconds,
    fault: trace.isFaulted ?? false,
  };
}

function bodyParts(request: ApiRequest, trace: Trace, schemas: OperationSchemas) {
  const { body } = request;
  const sent = body === undefined || isLarge(request) ? undefined : readJson(body);
  return {
    body: sent === undefined ? null : safeBody(sent, schemas.body),
    body_bytes: body?.length ?? 0,
    unread_fields: sent === undefined ? [] : unreadFields(sent, trace.isRead ? schemas.body : undefined),
  };
}

function readJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}

/** A scope for one area is a word of the caller's choice until an operation asks for it. */
function safeScope(scope: string): string {
  return knownScopes.includes(scope) ? scope : mask;
}
