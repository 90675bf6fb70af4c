import type { Answer, Api, RawRequest } from "../../client/api.ts";
import type { FetchPage } from "../../client/page-through.ts";
import type { Context } from "../../context.ts";
import { type AnyOperation, findOperation } from "../../contract/operations.ts";
import { UsageError } from "../../errors.ts";
import type { ListPage, Shape } from "../../terminal/output.ts";
import { readInputFile } from "../read-input-file.ts";
import { shapeOf } from "../shape.ts";
import { confirmLoss, confirmWrite } from "../write.ts";
import { withCursor } from "./target.ts";

export const methods = ["GET", "POST", "PUT", "DELETE"] as const;

interface ApiCall {
  readonly method: (typeof methods)[number];
  readonly target: string;
  /** JSON, `@FILE` or `-`. */
  readonly data: string | undefined;
  readonly all: boolean;
  readonly scopes: readonly string[] | undefined;
}

/** Sends one request built by the user and shows the answer. */
export async function callApi(context: Context, call: ApiCall): Promise<undefined> {
  refuseContradictions(call);
  const { method, target, scopes } = call;
  const output = await openAnswerOutput(context, findOperation(method, target));
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
  if (call.all) await output.list(api, request, answer);
  else await output.answer(answer);
}

function refuseContradictions({ method, data, all }: ApiCall): void {
  if (method === "GET" && data !== undefined) {
    throw new UsageError("GET has no body", { hint: "put it into the query, or use another method" });
  }
  if (method !== "GET" && all) {
    throw new UsageError(`--all reads the pages of a list, and ${method} has no pages`, {
      hint: "drop --all, or use GET",
    });
  }
}

async function confirmCall(context: Context, { method, target }: ApiCall): Promise<void> {
  // A POST that needs only a read scope changes nothing.
  if (method === "GET" || findOperation(method, target)?.scope.endsWith(".read")) return;
  await confirmWrite(context);
  if (method === "DELETE") await confirmLoss(context, () => `Delete ${target} for good?`);
}

/** The JSON text that `--data` gives: itself, a file after `@`, or standard input for `-`. */
async function readBody(context: Context, data: string): Promise<string> {
  const [text, { parseJson }] = await Promise.all([readText(context, data), import("../../values/json.ts")]);
  try {
    parseJson(text);
  } catch {
    // The text may hold a card or a key, and the parser's own error would quote it.
    throw new UsageError("--data is not JSON", {
      hint: "quote it for the shell, or read it from a file: -d @FILE",
    });
  }
  return text;
}

async function readText(context: Context, data: string): Promise<string> {
  if (data === "-") return readInputFile(context, "-");
  return data.startsWith("@") ? readInputFile(context, data.slice(1)) : data;
}

/** Shows the answers to a request built by the user. */
interface AnswerOutput {
  /** A list as a list, anything else as received; nothing for an answer without a body. */
  answer(answer: Answer<unknown>): Promise<void>;
  /** Every page of a list whose first page has already been received. */
  list(api: Api, request: RawRequest, first: Answer<unknown>): Promise<void>;
}

/** A path without an operation may answer with any field. */
const anyShape: Shape = { columns: [], fieldNames: async () => ["*"] };

async function openAnswerOutput(
  context: Context,
  operation: AnyOperation | undefined,
): Promise<AnswerOutput> {
  const { output } = context;
  const results = await output.results(operation === undefined ? anyShape : shapeOf(operation, []));
  return {
    async answer({ value }) {
      const page = findPage(value);
      if (page !== undefined) {
        await results.list(only(page));
        if (page.nextCursor) await output.note("more rows exist: add --all");
      } else if (value !== undefined) await results.record(value);
    },
    async list(api, request, first) {
      await results.list(allPages(api, request, first));
    },
  };
}

async function* allPages(api: Api, request: RawRequest, first: Answer<unknown>): AsyncGenerator<ListPage> {
  const { pageThrough } = await import("../../client/page-through.ts");
  const fetchPage: FetchPage = async ({ cursor }, signal) =>
    cursor === undefined
      ? first
      : api.send({ ...request, target: withCursor(request.target, cursor), signal });
  const [path = ""] = request.target.split("?", 1);
  yield* pageThrough(fetchPage, { path });
}

async function* only(page: ListPage): AsyncGenerator<ListPage> {
  yield page;
}

const envelopeFields = ["items", "limit", "next_cursor", "previous_cursor"];

/** The page in an answer that is a list and nothing more (specification, section 2.12). */
function findPage(value: unknown): ListPage | undefined {
  if (!isEnvelope(value)) return undefined;
  const { items, limit, next_cursor: nextCursor } = value;
  return Array.isArray(items) && isCursor(nextCursor) ? { items, limit, nextCursor } : undefined;
}

interface Envelope {
  readonly items?: unknown;
  readonly limit?: unknown;
  readonly next_cursor?: unknown;
}

function isEnvelope(value: unknown): value is Envelope {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.keys(value).every((name) => envelopeFields.includes(name));
}

function isCursor(value: unknown): value is ListPage["nextCursor"] {
  return value === undefined || value === null || typeof value === "string";
}
