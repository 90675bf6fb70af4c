import type { Context } from "../../context.ts";
import { operations } from "../../contract/operations.ts";
import { exitCodes, PayctlError, UsageError } from "../../errors.ts";
import { argument } from "../../terminal/arguments.ts";
import type { ListPage } from "../../terminal/output.ts";
import { grouped, isUuid } from "../../values/text.ts";
import { command } from "../command.ts";
import { answerShape } from "../result.ts";
import { columnsIn } from "./columns.ts";
import { accountWords } from "./coverage.ts";
import { textAt } from "./entry.ts";
import { openAuditLogs, select } from "./pages.ts";
import { aboutTimes, openWindow, windowFlags } from "./window.ts";

const anyId = "00000000-0000-0000-0000-000000000000";

/** A UUID, or its beginning, in lower case. */
function parseBeginning(text: string): string {
  const id = text.trim().toLowerCase();
  if (id !== "" && isUuid(id + anyId.slice(id.length))) return id;
  const problem = id === "" ? "must not be empty" : "ids are UUIDs, and none starts like this";
  throw new UsageError(problem, {
    hint: { text: "to see ids", command: "payctl audit list --fields timestamp,action,id" },
  });
}

export const auditShow = command({
  about: [
    "Shows every field. The start of an id is enough if no other entry shares it. The service can't be asked for a",
    "single entry, so payctl reads the list: up to the entry for a whole id, and all of the window for the start of one.",
    `--since keeps that short.\n\n${aboutTimes}`,
  ].join(" "),
  operation: operations.listAuditLogs,
  result: { answer: "item" },
  arguments: { id: { ...argument("id of the audit log, or its start"), parse: parseBeginning } },
  flags: windowFlags,
  examples: [
    {
      command: "payctl audit list --limit 5 --fields timestamp,user.name,id",
      about: "ids of the newest entries",
    },
    { command: "payctl audit show a1000000-0000-4000-8000-000000000001", about: "one entry in full" },
  ],
  exitCodes: { 8: "no entry in the window has that id" },
  run: async (context, { arguments: { id }, flags }) => {
    const { output } = context;
    const shape = answerShape(operations.listAuditLogs, columnsIn(output.format));
    const results = await output.results({ ...shape, paged: true });
    const window = await openWindow(context, flags);
    const read = await openAuditLogs(context, [{}]);
    if (read === undefined) return;
    await results.record(await findEntry(context, id, select(context, read(), { window, match: undefined })));
  },
});

/** The entry with an id, or with the only one that begins so. */
async function findEntry(
  { globals }: Context,
  id: string,
  pages: AsyncIterable<ListPage & { readonly read: number }>,
): Promise<unknown> {
  const found = new Map<string, unknown>();
  let read = 0;
  for await (const page of pages) {
    for (const item of page.items) {
      const own = textAt(item, "id").toLowerCase();
      if (own === id) return item;
      if (own.startsWith(id)) found.set(own, item);
    }
    if (found.size > 1) throw ambiguous(id, [...found.values()]);
    read += page.read;
  }
  const [only] = found.values();
  if (only !== undefined) return only;
  const sought = isUuid(id) ? `has the id ${id}` : `has an id that starts with ${id}`;
  throw new PayctlError(exitCodes.notFound, `no audit log ${sought}; ${grouped(read)} were read`, {
    hint: {
      text: "look in another merchant account with -m ID, or at the ids here",
      command: `payctl audit list --fields timestamp,action,id${accountWords(globals)}`,
    },
  });
}

const mostListed = 5;

function ambiguous(id: string, entries: readonly unknown[]): UsageError {
  const listed = entries
    .slice(0, mostListed)
    .map((entry) => ["id", "timestamp", "action"].map((field) => textAt(entry, field)).join(" "));
  return new UsageError(`more than one audit log has an id that starts with ${id}`, {
    hint: `give more of the id: ${listed.join("; ")}`,
  });
}
