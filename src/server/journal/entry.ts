import type { JournalEntry, Near, Refusal } from "../../contract/control/schemas/requests.ts";
import type { ApiRequest, ApiResponse } from "../../contract/exchange.ts";
import { findJson, isRecord } from "../../values/record.ts";
import { type Trace, traceparentOf } from "../layer.ts";
import { pathOf, queryOf } from "../routes.ts";
import { refusalOf } from "./refusal.ts";
import { keptBytes, keptValue, safeAnswer, safeQuery, unreadFields, unreadQuery } from "./safe-body.ts";
import { safeHeader, safePath, withoutSecret } from "./secrets.ts";

/** How a request ended. */
export interface Ending {
  readonly time: Date;
  readonly milliseconds: number;
  readonly status: number | string;
  /** Left out if nothing was answered. */
  readonly answer?: ApiResponse | undefined;
  readonly near: Near | null;
}

/** An entry but for the answer, which stays the text that it is. */
type UnansweredEntry = Omit<JournalEntry, "response">;

/** What the journal keeps of a request: whatever was sent, it is cut and masked here, once, and nowhere else. */
export function entryOf(request: ApiRequest, trace: Trace, ending: Ending): UnansweredEntry {
  const { headers, method, target } = request;
  const { operation, query = queryOf(target), schemas, token } = trace;
  const sent = request.body ?? trace.body;
  const body = sent === undefined ? undefined : keptValue(sent);
  const parameters = safeQuery(query);
  return {
    id: trace.requestId ?? null,
    time: ending.time.toISOString(),
    method,
    path: safePath(pathOf(target)),
    operation: operation?.name ?? null,
    query: parameters,
    unread_query: schemas === undefined ? null : unreadQuery(parameters, schemas.query),
    headers: safeHeaders(headers),
    body: body ?? null,
    body_bytes: sent?.length ?? 0,
    unread_fields: unreadIn(body, schemas),
    scopes: token?.scopes ?? null,
    token: token === undefined ? tokenOf(headers["authorization"]) : tokenEntry(token),
    status: ending.status,
    milliseconds: ending.milliseconds,
    fault: trace.isFaulted ?? false,
    traceparent: traceparentOf(headers) ?? null,
    failure: failureOf(ending, trace.reason),
    near: ending.near,
  };
}

/** The whole entry as JSON; an answer is likewise cut and masked. */
export function entryText(entry: UnansweredEntry, answer: ApiResponse | undefined): string {
  const response = answer === undefined ? null : answerText(answer);
  return `${JSON.stringify(entry).slice(0, -1)},"response":${response}}`;
}

function answerText({ body, headers }: ApiResponse): string {
  const bytes = Buffer.byteLength(body);
  const kept = body === "" ? null : safeAnswer(body);
  return `{"headers":${JSON.stringify(safeHeaders(headers))},"body":${kept},"body_bytes":${bytes},"truncated":${bytes > keptBytes}}`;
}

function unreadIn(body: unknown, schemas: Trace["schemas"]): JournalEntry["unread_fields"] {
  if (schemas === undefined) return null;
  return body === undefined ? [] : unreadFields(body, schemas.body);
}

function safeHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const safe: Record<string, string> = {};
  for (const name in headers) safe[name] = safeHeader(name, headers[name] ?? "");
  return safe;
}

const longestKeyId = 200;

/** What a token says of itself, whether or not it was accepted; null for what is no token. */
function tokenOf(authorization = ""): JournalEntry["token"] {
  const [header = "", payload = ""] = authorization.replace(/^Bearer +/i, "").split(".");
  const [{ kid }, { exp, scopes }] = [claimsIn(header), claimsIn(payload)];
  const token = tokenEntry({ kid, exp, scopes });
  return Object.values(token).every((part) => part === null) ? null : token;
}

function tokenEntry({ exp, kid, scopes }: Readonly<Record<"exp" | "kid" | "scopes", unknown>>) {
  return {
    kid: typeof kid === "string" && kid.length <= longestKeyId ? withoutSecret(kid) : null,
    exp: typeof exp === "number" ? exp : null,
    scopes: Array.isArray(scopes) ? scopes.filter((scope) => typeof scope === "string") : null,
  };
}

/** As the server refuses longer ones unread. */
const longestPart = 8192;

function claimsIn(part: string): Readonly<Record<string, unknown>> {
  if (part === "" || part.length > longestPart) return {};
  const value = findJson(Buffer.from(part, "base64url").toString());
  return isRecord(value) ? value : {};
}

const transportSentences: Readonly<Record<string, string>> = {
  reset: "The connection was reset",
  hang: "No answer was sent",
  truncate: "The answer was cut off",
};

/** What the caller was told, and why; null for a success. */
function failureOf({ answer, status }: Ending, reason: string | undefined): Refusal | null {
  if (typeof status === "string") {
    const message = transportSentences[status] ?? status;
    return { code: null, message, problems: [], reason: reason ?? null };
  }
  return status < 400 || answer === undefined ? null : refusalOf(answer.body, reason);
}
