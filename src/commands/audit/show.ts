import type { Context } from "../../context.ts";
import { operations } from "../../contract/operations.ts";
import { exitCodes, PayctlError, UsageError } from "../../errors.ts";
import { argument } from "../../terminal/arguments.ts";
import { readField } from "../../terminal/fields.ts";
import { instantText } from "../../terminal/render/cell.ts";
import { terminalWidth } from "../../terminal/streams.ts";
import { safeText } from "../../values/safe-text.ts";
import { grouped, isUuid } from "../../values/text.ts";
import type { Zone } from "../../values/zone.ts";
import { command } from "../command.ts";
import { answerShape } from "../result.ts";
import { columnsIn } from "./columns.ts";
import { accountWords } from "./coverage.ts";
import { identityOf, textAt, timeOf } from "./entry.ts";
import { openAuditLogs, within } from "./pages.ts";
import { aboutTimes, openWindow, type WindowValues, windowFlags } from "./window.ts";

const anyId = "00000000-0000-0000-0000-000000000000";

/** A UUID, or its start, in lower case; a table that cut the id ended it with an ellipsis. */
function parseStart(text: string): string {
  const id = text
    .trim()
    .replace(/(?:\u2026|\.{3})$/, "")
    .toLowerCase();
  if (id !== "" && isUuid(id + anyId.slice(id.length))) return id;
  const problem = id === "" ? "must not be empty" : "ids are UUIDs, and none starts like this";
  throw new UsageError(problem, {
    hint: { text: "to see ids", command: "payctl audit list --fields timestamp,action,id" },
  });
}

export const auditShow = command({
  about: [
    "Says who did what and when, then every field. The start of an id is enough if no other entry shares it. The",
    "service can't be asked for a single entry, so payctl reads the list: up to the entry for a whole id, and all of",
    "the window for the start of one. --since keeps that short.",
    `\n\n${aboutTimes}`,
  ].join(" "),
  operation: operations.listAuditLogs,
  result: { answer: "item" },
  arguments: { id: { ...argument("id of the audit log, or its start"), parse: parseStart } },
  flags: windowFlags,
  examples: [
    {
      command: "payctl audit list --limit 5 --fields timestamp,user.name,id",
      about: "ids of the newest entries",
    },
    {
      command: "payctl audit show a1000000-0000-4000-8000-000000000001",
      about: "one entry, in words and in full",
    },
  ],
  exitCodes: { 8: "no entry in the window has that id" },
  run: (context, { arguments: { id }, flags }) => showAuditLog(context, { id, ...flags }),
});

interface Wanted extends WindowValues {
  /** In lower case. */
  readonly id: string;
}

/** Finds the entry with an id, or with an id that starts with the text, and shows it. */
async function showAuditLog(context: Context, wanted: Wanted): Promise<void> {
  const { globals, output } = context;
  const results = await output.results({
    ...answerShape(operations.listAuditLogs, columnsIn(output.format)),
    paged: true,
  });
  const window = await openWindow(context, wanted);
  const read = await openAuditLogs(context, [{}]);
  if (read === undefined) return;
  const entry = await findEntry(context, wanted, within(read(), window));
  const isPicked = globals.fields !== undefined || globals.query !== undefined;
  if (output.format === "table" && !isPicked) await output.document(await describe(context, entry));
  await results.record(entry);
}

async function findEntry(
  { globals, output }: Context,
  { id }: Wanted,
  pages: AsyncIterable<{ readonly items: readonly unknown[]; readonly read: number }>,
): Promise<unknown> {
  const progress = output.progress({ done: "read" });
  const found = new Map<string, unknown>();
  let read = 0;
  try {
    for await (const page of pages) {
      for (const item of page.items) {
        const own = identityOf(item).toLowerCase();
        if (own === id) return item;
        if (own.startsWith(id)) found.set(own, item);
      }
      if (found.size > 1) throw ambiguous(id, [...found.values()]);
      read += page.read;
      await progress.advance(page.read);
    }
  } finally {
    await progress.end();
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
  const listed = entries.slice(0, mostListed).map((entry) => {
    return [readField(entry, "id"), readField(entry, "timestamp"), readField(entry, "action")].join(" ");
  });
  return new UsageError(`more than one audit log has an id that starts with ${id}`, {
    hint: `give more of the id: ${listed.join("; ")}`,
  });
}

/** Who, what and when, in two sentences for people. */
async function describe({ host, shownZone }: Context, entry: unknown): Promise<string> {
  const { wrapCells } = await import("../../terminal/render/cell-width.ts");
  const zone = await shownZone();
  const width = host.stdout.isTTY ? terminalWidth(host.stdout, host.env) : Number.POSITIVE_INFINITY;
  const lines = [whoAndWhat(entry), whenAndWhere(entry, host.now(), zone)];
  const wrapped = lines.flatMap((line) => wrapCells(safeText(line), width));
  return `${wrapped.join("\n")}\n\n`;
}

/** A longer name does not help in a sentence; all of it is below. */
const longestInSentence = 1000;

function shortAt(entry: unknown, field: string): string {
  const value = textAt(entry, field);
  return value.length <= longestInSentence ? value : `${value.slice(0, longestInSentence)}…`;
}

function whoAndWhat(entry: unknown): string {
  const [name, address] = [shortAt(entry, "user.name"), shortAt(entry, "user.email_address")];
  const who = name || address || shortAt(entry, "user.id") || "Somebody unknown";
  const staff = readField(entry, "user.is_staff") === true ? ", staff of the service," : "";
  const mail = name !== "" && address !== "" ? ` <${address}>` : "";
  const thing = shortAt(entry, "resource.name") || shortAt(entry, "resource.id");
  const what = [shortAt(entry, "resource.type") || "something", thing]
    .filter((part) => part !== "")
    .join(" ");
  return `${who}${mail}${staff} ${shortAt(entry, "action") || "did something to"} ${what}`;
}

function whenAndWhere(entry: unknown, now: number, zone: Zone | undefined): string {
  const time = timeOf(entry);
  const account = shortAt(entry, "merchant_account_id");
  const where = account === "" ? "" : `, in merchant account ${account}`;
  if (Number.isNaN(time)) return `at a time that could not be read${where}`;
  const weekday = new Date(time + (zone?.offsetAt(time) ?? 0)).toLocaleDateString("en-US", {
    weekday: "long",
    timeZone: "UTC",
  });
  return `on ${weekday}, ${instantText(time, "people", zone)} (${zone?.name ?? "UTC"}), ${ageText(now - time)}${where}`;
}

const units = [
  { name: "day", length: 86_400_000 },
  { name: "hour", length: 3_600_000 },
  { name: "minute", length: 60_000 },
] as const;

/** `3 days ago`, by the largest unit that fits. */
function ageText(age: number): string {
  if (age < 0) return "which is in the future";
  const unit = units.find(({ length }) => age >= length);
  if (unit === undefined) return "just now";
  const count = Math.floor(age / unit.length);
  return `${grouped(count)} ${unit.name}${count === 1 ? "" : "s"} ago`;
}
