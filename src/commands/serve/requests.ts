import type { Context } from "../../context.ts";
import type { ControlAnswer } from "../../contract/control/client.ts";
import { controlOperations } from "../../contract/control/operations.ts";
import { reasonText } from "../../contract/control/reason.ts";
import { merchantAccountHeader } from "../../contract/operations.ts";
import { exitCodes, PayctlError, UsageError } from "../../errors.ts";
import { optionalArgument } from "../../terminal/arguments.ts";
import {
  choiceFlag,
  type FlagValues,
  integerFlag,
  jsonFlag,
  listFlag,
  switchFlag,
  textFlag,
} from "../../terminal/flags.ts";
import type { Column, ListPage } from "../../terminal/output.ts";
import { record, string, stringOrNull } from "../result.ts";
import { onePage } from "../show-list.ts";
import type { Control, VerbCall } from "./control.ts";
import { callOf, controlShape, serverVerb } from "./server-verb.ts";

const columns: readonly Column[] = [
  { title: "ID", field: "id", kind: "id", room: 8 },
  { title: "TIME", field: "time", kind: "time", room: 20 },
  { title: "METHOD", field: "method", room: 6 },
  { title: "PATH", field: "path", shrinks: true, room: 40 },
  { title: "STATUS", field: "status", room: 8 },
  { title: "REASON", field: "reason", shrinks: true, room: 40 },
];

const shape = controlShape(controlOperations.listRequests, columns);

/** Which requests are wanted. */
const filters = {
  operation: textFlag("this operation", { placeholder: "NAME" }),
  method: textFlag("this method", { placeholder: "METHOD" }),
  path: textFlag("this path; * stands for any segment", { placeholder: "PATH" }),
  status: textFlag("this status, or a class such as 4xx", { placeholder: "STATUS" }),
  body: jsonFlag("a body that contains this"),
  // `serve` itself has an option of this name that takes a value, so this one takes one too.
  fault: choiceFlag("those whose outcome a simulated fault decided, or all others", ["true", "false"]),
  since: textFlag("from this time on, in RFC 3339, by the server's clock", { placeholder: "TIME" }),
  header: listFlag("this value of a header; can be repeated", { placeholder: "NAME=VALUE" }),
  after: textFlag("what came after the request with this id", { placeholder: "ID" }),
  response: choiceFlag("whether to show what was answered", ["true", "false"], { usual: "true" }),
};

/** Without `--limit`. */
const usualLimit = 20;

export const serveRequests = serverVerb("listRequests", {
  about:
    "Newest first, as far back as the journal goes; options choose among them, and --merchant-account those that named " +
    "this account. With an ID, that request in full: what was sent, and what was answered. --follow shows each new request once it is answered, oldest first, until stopped; in a pipe or a " +
    "file, as one JSON object per line. --clear empties the journal afterwards.",
  otherwise: { when: "with ID", result: record({ id: string() }, { open: true }) },
  shape: ({ flags }) => (flags.follow ? { ...shape, endless: true } : shape),
  adds: { reason: stringOrNull() },
  arguments: {
    id: optionalArgument(
      "the id of a request, the x-request-id of its answer, or its first 8 characters or more",
    ),
  },
  flags: {
    follow: switchFlag("keep showing new requests"),
    ...filters,
    limit: integerFlag(
      "requests to show",
      { minimum: 1, maximum: 1000 },
      { short: "L", usual: `${usualLimit}` },
    ),
    clear: switchFlag("empty the journal, once it was shown"),
  },
  examples: [
    { command: "payctl serve requests --status 4xx", about: "what was refused" },
    { command: "payctl serve requests --follow --operation listBuyers", about: "watch one operation" },
    { command: "payctl serve requests --status 5xx --fields path,response.body", about: "what was answered" },
  ],
  exitCodes: { 8: "no request has this id", 130: "stopped by Ctrl-C, the usual way to end --follow" },
  calls: ({ arguments: { id }, flags }, context) => {
    const { clear, follow, limit = usualLimit } = flags;
    if (clear && follow) throw new UsageError("--clear and --follow can't be combined");
    const query = { ...filterOf(flags, context), id, limit };
    const list = callOf("listRequests", { query }, { "query.id": "ID" });
    return clear ? [list, callOf("clearRequests", {})] : [list];
  },
  show: async ({ answer: { items }, context, control, input, results }) => {
    const { arguments: words, flags } = input;
    const wanted = filterOf(flags, context);
    if (words.id !== undefined) return results.record(theOnly(items.map(withReason), words.id));
    await results.list(
      flags.follow ? follow(context, control, wanted, items) : onePage(items.map(withReason)),
    );
  },
});

/** The sentence that says best why a request was refused. */
function withReason<Item extends Parameters<typeof reasonText>[0]>(item: Item) {
  return { ...item, reason: reasonText(item) };
}

function theOnly<Item extends { readonly id: string | null }>(items: readonly Item[], id: string): Item {
  const [item, other] = items;
  if (other !== undefined) {
    const found = items.map((found) => found.id).join(", ");
    throw new UsageError(`${id} begins the id of several requests: ${found}`);
  }
  if (item !== undefined) return item;
  const hint = {
    text: "the journal keeps the latest 1,000; to list them",
    command: "payctl serve requests --fields time,id,path",
  };
  throw new PayctlError(exitCodes.notFound, `no request has the id ${id}`, { hint });
}

type FilterFlags = FlagValues<typeof filters> & { readonly world: string | undefined };

type Filter = NonNullable<VerbCall<"listRequests">["input"]["query"]>;

function filterOf(flags: FilterFlags, { globals }: Context): Filter {
  const { after, body, fault, header = [], method, operation, path, response, since, status, world } = flags;
  const account = globals.merchantAccount;
  const headers = [
    ...(account === undefined ? [] : [[merchantAccountHeader, account] as const]),
    ...header.map(splitHeader),
  ];
  return {
    // The server says of a name that no operation has which one was meant.
    operation: operation as Filter["operation"],
    ...{ after, body, method, path, since, status, world },
    fault: fault === undefined ? undefined : fault === "true",
    header: headers.length === 0 ? undefined : Object.fromEntries(headers),
    response: response === undefined ? undefined : response === "true",
  };
}

function splitHeader(text: string): readonly [string, string] {
  const mark = text.indexOf("=");
  if (mark > 0) return [text.slice(0, mark).trim().toLowerCase(), text.slice(mark + 1)];
  throw new UsageError(`--header ${text}: must be NAME=VALUE, as in user-agent=shop/2.1`);
}

/** Milliseconds between two questions for new requests. */
const pause = 1000;

/** Every request from the latest ones on, oldest first; ends only by a failure or a signal. */
async function* follow(
  { host }: Context,
  control: Control,
  filter: Filter,
  first: ControlAnswer<"listRequests">["items"],
): AsyncGenerator<ListPage> {
  let items = first;
  let after: string | undefined;
  for (;;) {
    if (items.length > 0) {
      yield { items: items.map(withReason).toReversed(), limit: undefined, nextCursor: undefined };
      after = items[0]?.id ?? after;
    }
    await host.sleep(pause, host.signal);
    const query = { ...filter, after };
    items = (await control.call(callOf("listRequests", { query }))).items;
  }
}
