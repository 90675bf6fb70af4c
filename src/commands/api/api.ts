import type { Answer, Api, Page, RawRequest } from "../../client/api.ts";
import type { FetchPage } from "../../client/pages.ts";
import type { Context } from "../../context.ts";
import { findOperation } from "../../contract/operations.ts";
import { UsageError } from "../../errors.ts";
import { argument, choiceArgument } from "../../terminal/arguments.ts";
import { integerFlag, switchFlag, textFlag } from "../../terminal/flags.ts";
import type { ListPage, Shape } from "../../terminal/output.ts";
import { isRecord } from "../../values/record.ts";
import { command } from "../command.ts";
import { readInputFile } from "../read-input-file.ts";
import { answerShape } from "../result.ts";
import { scopeFlag } from "../scope-flag.ts";
import { type ListRemainder, noteRemainder, recordingRemainder, refuseAllWithLimit } from "../show-list.ts";
import { confirmLoss, confirmWrite } from "../write.ts";

const methods = ["GET", "POST", "PUT", "DELETE"] as const;

export const api = command({
  effect: "write",
  about: [
    "Signs, retries and pages like every other command. The scope is that of the operation the path",
    "belongs to; for others, give it with --scope. A list is shown as a list, anything else as received.",
  ].join("\n"),
  arguments: {
    method: choiceArgument("HTTP method", methods),
    path: {
      ...argument("path and query, such as /buyers?limit=5", { completes: "path" }),
      parse: parseTarget,
    },
  },
  flags: {
    data: textFlag("JSON body: the text, @FILE, or - for standard input", {
      placeholder: "JSON",
      short: "d",
    }),
    all: switchFlag("read every page of the list, starting with this one"),
    limit: integerFlag(
      "read pages up to this many rows",
      { minimum: 1, maximum: 999_999_999 },
      { short: "L" },
    ),
    scope: scopeFlag("scope to sign for; can be repeated"),
  },
  examples: [
    { command: "payctl api GET '/audit-logs?limit=5&action=created'", about: "one page of a list" },
    { command: "payctl api GET /buyers --all -o ndjson", about: "every buyer, one JSON object per line" },
  ],
  run: (context, { arguments: { method, path }, flags: { data, all, limit, scope } }) =>
    callApi(context, { method, target: path, data, all: all ?? false, limit, scopes: scope }),
});

interface ApiCall {
  readonly method: (typeof methods)[number];
  readonly target: string;
  /** JSON, `@FILE` or `-`. */
  readonly data: string | undefined;
  readonly all: boolean;
  readonly limit: number | undefined;
  readonly scopes: readonly string[] | undefined;
}

/** Sends one request built by the user and shows the answer: a list as a list, anything else as received. */
async function callApi(context: Context, call: ApiCall): Promise<void> {
  refuseContradictions(call);
  const { method, target, scopes } = call;
  const { output } = context;
  const operation = findOperation(method, target);
  const results = await output.results(operation === undefined ? anyShape : answerShape(operation, []));
  const body = call.data === undefined ? undefined : await readBody(context, call.data);
  await confirmCall(context, call);
  const request: RawRequest = {
    method,
    target,
    ...(body === undefined ? {} : { body }),
    ...(scopes === undefined ? {} : { scopes }),
  };
  const api = await context.api();
  const answer = await api.send(request);
  if (!answer.sent) return;
  const page = findPage(answer.value);
  if (isPaged(call)) {
    const remainder: ListRemainder = { more: "no" };
    const pages = pagesFrom(answer, { api, request, limit: call.limit });
    const rows = await results.list(recordingRemainder(pages, remainder));
    if (remainder.more !== "no") await noteRemainder(context, rows, remainder.more);
  } else if (page !== undefined) {
    await results.list(only(page));
    if (page.nextCursor) await output.note("more rows exist: add --all, or --limit N");
  } else if (answer.value !== undefined) await results.record(answer.value);
}

/** A path without an operation may answer with any field. */
const anyShape: Shape = { columns: [], fieldNames: async () => ["*"] };

function isPaged({ all, limit }: ApiCall): boolean {
  return all || limit !== undefined;
}

function refuseContradictions(call: ApiCall): void {
  const { method, data, all } = call;
  refuseAllWithLimit(call);
  if (method === "GET" && data !== undefined) {
    throw new UsageError("GET has no body", { hint: "put it into the query, or use another method" });
  }
  if (method !== "GET" && isPaged(call)) {
    const flag = all ? "--all" : "--limit";
    throw new UsageError(`${flag} reads the pages of a list, and ${method} has no pages`, {
      hint: `drop ${flag}, or use GET`,
    });
  }
}

async function confirmCall(context: Context, { method, target }: ApiCall): Promise<void> {
  // A POST that needs only a read scope changes nothing.
  if (method === "GET" || findOperation(method, target)?.scope.endsWith(".read")) return;
  await confirmWrite(context, findOperation(method, target), { path: target });
  if (method === "DELETE") await confirmLoss(context, () => `Delete ${target} for good?`);
}

/** The JSON text that `--data` gives: the value itself, a file after `@`, or standard input for `-`. */
async function readBody(context: Context, data: string): Promise<string> {
  const [text, { parseJson }] = await Promise.all([readText(context, data), import("../../values/json.ts")]);
  try {
    parseJson(text);
  } catch {
    // The text may hold a card or a key, and the parser's own error would quote it.
    throw new UsageError("--data is not JSON", {
      hint: { text: "quote it for the shell, or read it from a file", command: "-d @FILE" },
    });
  }
  return text;
}

async function readText(context: Context, data: string): Promise<string> {
  if (data === "-") return readInputFile(context, "-");
  return data.startsWith("@") ? readInputFile(context, data.slice(1)) : data;
}

interface Paging {
  readonly api: Api;
  readonly request: RawRequest;
  /** Rows in all; undefined means every row. */
  readonly limit: number | undefined;
}

/** The pages of a list whose first page has already been received. */
async function* pagesFrom(first: Answer<unknown>, { api, request, limit }: Paging): AsyncGenerator<Page> {
  const { pageThrough } = await import("../../client/pages.ts");
  const fetchPage: FetchPage = async ({ cursor }, signal) =>
    cursor === undefined
      ? first
      : api.send({ ...request, target: withCursor(request.target, cursor), signal });
  const [path = ""] = request.target.split("?", 1);
  yield* pageThrough(fetchPage, { path, limit });
}

async function* only(page: ListPage): AsyncGenerator<ListPage> {
  yield page;
}

const envelopeFields = ["items", "limit", "next_cursor", "previous_cursor"];

/** The page in an answer that is a list and nothing more (specification, section 2.12). */
function findPage(value: unknown): ListPage | undefined {
  if (!isRecord(value) || !Object.keys(value).every((name) => envelopeFields.includes(name)))
    return undefined;
  const { items, limit, next_cursor: nextCursor } = value;
  return Array.isArray(items) && isCursor(nextCursor) ? { items, limit, nextCursor } : undefined;
}

function isCursor(value: unknown): value is ListPage["nextCursor"] {
  return value === undefined || value === null || typeof value === "string";
}

/** A path of the service with its query, as it may follow the base URL; anything that could lead elsewhere is refused. */
function parseTarget(text: string): string {
  if (!/^\/(?!\/)/.test(text)) throw new UsageError("must be a path starting with one /, not a full URL");
  if (!/^[!-~]+$/.test(text) || /[\\#]/.test(text)) {
    throw new UsageError("must not contain spaces, backslashes or #; encode them, as in %20");
  }
  const [path = ""] = text.split("?", 1);
  const parts = decode(path).split(/[/\\]/);
  if (parts.some((part) => part === "." || part === "..")) {
    throw new UsageError("must not contain . or .. as a segment");
  }
  return text;
}

/** The same target at another position in its list. */
function withCursor(target: string, cursor: string): string {
  const [path = "", query] = target.split(/\?(.*)/s, 2);
  const parameters = new URLSearchParams(query);
  parameters.set("cursor", cursor);
  return `${path}?${parameters}`;
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new UsageError("must contain only percent-encoded UTF-8, such as %20");
  }
}
