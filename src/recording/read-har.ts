import * as z from "zod";
import { findOperation, merchantAccountHeader } from "../contract/operations.ts";
import { matchPath } from "../contract/path.ts";
import { fieldProblems } from "../documents/field-problems.ts";
import { type FieldProblem, UsageError } from "../errors.ts";
import { findJson, isRecord } from "../values/record.ts";
import { parseUrl, withoutEndSlashes } from "../values/url.ts";
import { mediaTypeOf, type ReadBody, readBodyText } from "./bodies.ts";
import { recordedOrigin, recorder, scopesOf } from "./entry.ts";

/** A browser's may be of any scheme. */
const address = z.string("must be an address").refine((text) => parseUrl(text, /./), "must be an address");

/** By name, in lower case. */
const headers = z
  .array(z.object({ name: z.string(), value: z.string() }))
  .catch([])
  .transform((list) => new Map(list.map(({ name, value }) => [name.toLowerCase(), value])));

const body = z
  .object({
    comment: z.string(),
    encoding: z.string(),
    mimeType: z.string(),
    size: z.number(),
    text: z.string(),
  })
  .partial()
  .catch({});

const entrySchema = z.object({
  request: z.object({ method: z.string(), url: address, headers, postData: body }),
  response: z.object({ status: z.int(), headers, content: body }),
  startedDateTime: z.iso.datetime({ offset: true }),
  _scopes: z.array(z.string()).optional().catch(undefined),
  _sitting: z.number().catch(1),
});

const harSchema = z.object({
  log: z.object({
    creator: z.object({ name: z.string() }).catch({ name: "" }),
    entries: z.array(entrySchema),
  }),
});

/** An exchange as a recording shows it. */
export interface Recorded extends Readonly<ReturnType<typeof readEntry>> {
  readonly file: string;
  /** Its place in the file, from 1. */
  readonly entry: number;
}

/**
 * The exchanges of a HAR file; a UsageError names the place of what can't be read. The addresses of a recording from
 * elsewhere begin with `baseUrl`.
 */
export function readHar(
  text: string,
  { baseUrl, file }: { readonly baseUrl: string | undefined; readonly file: string },
): readonly Recorded[] {
  const json = findJson(text);
  if (json === undefined) throw wrong(file, [{ field: "log", message: "is not JSON" }]);
  const { data, error } = harSchema.safeParse(isRecord(json) ? json : {});
  // A file of another form has one in each entry.
  if (data === undefined) throw wrong(file, fieldProblems(error.issues.slice(0, 10)));
  const { creator, entries } = data.log;
  const base = withoutEndSlashes(baseUrl ?? (creator.name === recorder ? recordedOrigin : ""));
  return entries.flatMap((entry, index) => {
    const { url } = entry.request;
    const isOurs = base === "" || `${url}/`.startsWith(`${base}/`) || url.startsWith(`${base}?`);
    return isOurs ? [{ file, entry: index + 1, ...readEntry(entry, base) }] : [];
  });
}

function readEntry(
  { _scopes, _sitting: sitting, request, response, startedDateTime }: z.output<typeof entrySchema>,
  base: string,
) {
  const { pathname, searchParams } = new URL(request.url);
  const path = pathname.slice(withoutEndSlashes(parseUrl(base)?.pathname ?? "").length) || "/";
  const operation = findOperation(request.method, path);
  const parameters: Readonly<Record<string, string>> = (operation && matchPath(operation.path, path)) ?? {};
  return {
    /** Ids and times of two sittings can't be compared. */
    sitting,
    /** RFC 3339. */
    startedAt: startedDateTime,
    method: request.method,
    path,
    operation,
    parameters,
    query: [...searchParams].map(([name, value]) => ({ name, value })),
    account: request.headers.get(merchantAccountHeader),
    /** Undefined for a request without a token. */
    scopes: _scopes ?? scopesOf(request.headers.get("authorization")),
    body: bodyOf(request.postData),
    status: response.status,
    mediaType: mediaTypeOf(response.content.mimeType || response.headers.get("content-type")),
    answer: bodyOf(response.content),
  };
}

function bodyOf({ comment, encoding, size = 0, text = "" }: z.output<typeof body>): ReadBody {
  if (text === "" && comment === undefined && size <= 0) return { kind: "none" };
  return readBodyText(encoding === "base64" ? Buffer.from(text, "base64").toString() : text);
}

function wrong(file: string, fields: readonly FieldProblem[]): UsageError {
  return new UsageError(`${file} can't be read as HAR`, {
    fields,
    hint: "payctl serve record makes such a file, and browsers and proxies export one",
  });
}

/** The exchanges of each sitting, in their order; one has nothing in common with another. */
export function splitSittings(exchanges: readonly Recorded[]): readonly (readonly Recorded[])[] {
  const sittings = new Map<string, Recorded[]>();
  for (const exchange of exchanges) {
    const name = JSON.stringify([exchange.file, exchange.sitting]);
    const sitting = sittings.get(name);
    if (sitting === undefined) sittings.set(name, [exchange]);
    else sitting.push(exchange);
  }
  return [...sittings.values()];
}
