import { type AnyOperation, findOperation, merchantAccountHeader } from "../contract/operations.ts";
import { matchPath } from "../contract/path.ts";
import { UsageError } from "../errors.ts";
import { findJson, isRecord } from "../values/record.ts";
import { withoutEndSlashes } from "../values/text.ts";
import { scopesOf } from "./entry.ts";
import { type NameValue, recordedOrigin, recorder } from "./har.ts";

/** An exchange as a recording shows it. */
export interface Recorded {
  readonly file: string;
  /** Its place in the file, from 1. */
  readonly entry: number;
  /** Ids and times of two sittings can't be compared. */
  readonly sitting: string;
  /** RFC 3339. */
  readonly startedAt: string;
  readonly method: string;
  readonly path: string;
  readonly operation: AnyOperation | undefined;
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: readonly NameValue[];
  readonly account: string | undefined;
  /** Undefined for a request without a token. */
  readonly scopes: readonly string[] | undefined;
  readonly body: RecordedBody;
  readonly status: number;
  readonly mediaType: string;
  readonly answer: RecordedBody;
}

/** JSON, nothing, or something else. */
export type RecordedBody =
  | { readonly kind: "json"; readonly value: unknown }
  | { readonly kind: "none" | "other" };

type Fields = Readonly<Record<string, unknown>>;

interface ReadOptions {
  readonly file: string;
  /** What the addresses of a recording from elsewhere begin with. */
  readonly baseUrl: string | undefined;
}

/** The exchanges of a HAR file; a UsageError names the place of what can't be read. */
export function readHar(text: string, { baseUrl, file }: ReadOptions): readonly Recorded[] {
  const har = findJson(text);
  if (har === undefined) throw wrong(file, "log", "is not JSON");
  const log = fieldsOf(fieldsOf(har, file, "file")["log"], file, "log");
  const { creator, entries } = log;
  if (!Array.isArray(entries)) throw wrong(file, "log.entries", "must be a list");
  const isOwn = isRecord(creator) && creator["name"] === recorder;
  const base = withoutEndSlashes(baseUrl ?? (isOwn ? recordedOrigin : ""));
  return entries.flatMap((entry: unknown, index) => {
    const place = `log.entries.${index}`;
    return readEntry(fieldsOf(entry, file, place), { base, file, index, place }) ?? [];
  });
}

interface EntryPlace {
  readonly file: string;
  readonly index: number;
  readonly place: string;
  readonly base: string;
}

/** Undefined for one that goes elsewhere. */
function readEntry(entry: Fields, { base, file, index, place }: EntryPlace): Recorded | undefined {
  const request = fieldsOf(entry["request"], file, `${place}.request`);
  const response = fieldsOf(entry["response"], file, `${place}.response`);
  const { method, url } = request;
  const { status } = response;
  if (typeof method !== "string") throw wrong(file, `${place}.request.method`, "must be a method");
  if (typeof url !== "string" || !URL.canParse(url))
    throw wrong(file, `${place}.request.url`, "must be an address");
  if (!Number.isInteger(status)) throw wrong(file, `${place}.response.status`, "must be a number");
  if (base !== "" && !`${url}/`.startsWith(`${base}/`) && !url.startsWith(`${base}?`)) return undefined;
  const { pathname, searchParams } = new URL(url);
  const path =
    base === "" ? pathname : pathname.slice(withoutEndSlashes(new URL(base).pathname).length) || "/";
  const operation = findOperation(method, path);
  const headers = headersOf(request);
  const own = entry["_scopes"];
  return {
    file,
    entry: index + 1,
    sitting: String(entry["pageref"] ?? ""),
    startedAt: String(entry["startedDateTime"]),
    method,
    path,
    operation,
    parameters: (operation && matchPath(operation.path, path)) ?? {},
    query: [...searchParams].map(([name, value]) => ({ name, value })),
    account: headers.get(merchantAccountHeader),
    scopes: Array.isArray(own) ? own.map(String) : scopesOf(headers.get("authorization")),
    body: bodyOf(request["postData"]),
    status: Number(status),
    mediaType: mediaTypeOf(response["content"], headersOf(response)),
    answer: bodyOf(response["content"]),
  };
}

function headersOf({ headers }: Fields): ReadonlyMap<string, string> {
  const list = Array.isArray(headers) ? headers.filter(isRecord) : [];
  return new Map(list.map(({ name, value }) => [String(name).toLowerCase(), String(value)]));
}

function bodyOf(content: unknown): RecordedBody {
  if (!isRecord(content)) return { kind: "none" };
  const { comment, encoding, size, text } = content;
  if (typeof text !== "string" || text === "")
    return { kind: comment === undefined && !Number(size ?? 0) ? "none" : "other" };
  const value = findJson(encoding === "base64" ? Buffer.from(text, "base64").toString() : text);
  return value === undefined ? { kind: "other" } : { kind: "json", value };
}

function mediaTypeOf(content: unknown, headers: ReadonlyMap<string, string>): string {
  const type = isRecord(content) ? content["mimeType"] : undefined;
  const text = typeof type === "string" && type !== "" ? type : (headers.get("content-type") ?? "");
  return text.split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

function fieldsOf(value: unknown, file: string, place: string): Fields {
  if (isRecord(value)) return value;
  throw wrong(file, place, "must be an object");
}

function wrong(file: string, field: string, message: string): UsageError {
  return new UsageError(`${file} can't be read as HAR`, {
    fields: [{ field, message }],
    hint: "payctl serve record makes such a file, and browsers and proxies export one",
  });
}
