import type { Context } from "../../context.ts";
import type { ExitCode } from "../../errors.ts";
import type { Column, ListPage } from "../../terminal/output.ts";
import { isRecord } from "../../values/record.ts";
import { recordShape } from "../shape.ts";
import { onePage } from "../show-list.ts";
import { type Control, openControl } from "./control.ts";
import type { Target } from "./find-target.ts";

interface RequestFlags extends Target {
  readonly follow: boolean | undefined;
  readonly operation: string | undefined;
  readonly status: string | undefined;
  readonly limit: number | undefined;
}

const columns: readonly Column[] = [
  { title: "TIME", field: "time", kind: "time", room: 20 },
  { title: "METHOD", field: "method", room: 6 },
  { title: "PATH", field: "path", shrinks: true, room: 40 },
  { title: "STATUS", field: "status", room: 8 },
  { title: "MS", field: "milliseconds", kind: "number", room: 5, goes: "first" },
  { title: "OPERATION", field: "operation", goes: true, room: 24 },
  { title: "NEAR", field: "near.message", goes: true },
];

const further = [
  "id",
  "query",
  "query.*",
  "headers",
  "headers.*",
  "body",
  "body.*",
  "body_bytes",
  "unread_fields",
  "scopes",
  "fault",
  "traceparent",
  "failure",
  "failure.*",
  "near",
  "near.*",
];

const usualLimit = 20;

/** Lists the latest requests, or shows each new one until it is stopped. */
export async function showRequests(context: Context, flags: RequestFlags): Promise<ExitCode | undefined> {
  const { follow: isEndless, limit = usualLimit, operation, status } = flags;
  const shape = recordShape(columns, further);
  const results = await context.output.results(isEndless ? { ...shape, endless: true } : shape);
  const control = await openControl(context, flags);
  const filters = {
    ...(operation === undefined ? {} : { operation }),
    ...(status === undefined ? {} : { status }),
  };
  if (isEndless) await results.list(follow(control, filters, limit));
  else await results.list(onePage(await look(control, { ...filters, limit: String(limit) })));
  return undefined;
}

type Filters = Readonly<Record<string, string>>;

async function look(control: Control, query: Filters): Promise<readonly unknown[]> {
  const value = await control.call("GET", `requests?${new URLSearchParams(query)}`, undefined, {
    "query.operation": `--operation ${query["operation"]}`,
    "query.status": `--status ${query["status"]}`,
  });
  return isRecord(value) && Array.isArray(value["items"]) ? value["items"] : [];
}

/** Long enough that an idle server is hardly polled, short enough for any proxy. */
const wait = "25s";

/** Every request from the latest ones on, oldest first; ends only by a failure or a signal. */
async function* follow(control: Control, filters: Filters, limit: number): AsyncGenerator<ListPage> {
  let items = await look(control, { ...filters, limit: String(limit) });
  let after = "";
  for (;;) {
    if (items.length > 0) {
      yield { items: items.toReversed(), limit: undefined, nextCursor: undefined };
      const [latest] = items;
      after = isRecord(latest) ? String(latest["id"]) : after;
    }
    items = await look(control, { ...filters, wait, ...(after === "" ? {} : { after }) });
  }
}
