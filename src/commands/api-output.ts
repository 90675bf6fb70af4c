import type { Answer, Api, RawRequest } from "../client/api.ts";
import type { FetchPage } from "../client/page-through.ts";
import type { Context } from "../context.ts";
import type { AnyOperation } from "../contract/operations.ts";
import type { ListPage, Shape } from "../terminal/output.ts";
import { withCursor } from "./api-target.ts";
import { shapeOf } from "./shape.ts";

/** Shows the answers to a request of the user's own making. */
export interface AnswerOutput {
  /** A list as a list, everything else as it came; nothing for an answer without a body. */
  answer(answer: Answer<unknown>): Promise<void>;
  /** Every page of a list whose first one has been answered. */
  list(api: Api, request: RawRequest, first: Answer<unknown>): Promise<void>;
}

/** A path without an operation may answer with any field. */
const anyShape: Shape = { columns: [], fieldNames: async () => ["*"] };

export async function openAnswerOutput(
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
  const { pageThrough } = await import("../client/page-through.ts");
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
