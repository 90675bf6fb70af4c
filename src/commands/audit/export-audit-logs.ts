import { extname } from "node:path";
import type { Context } from "../../context.ts";
import { operations } from "../../contract/operations.ts";
import { PartialError, UsageError } from "../../errors.ts";
import { checkFields, pickFields } from "../../terminal/fields.ts";
import type { FlagValues } from "../../terminal/flags.ts";
import { noPaint } from "../../terminal/paint.ts";
import { openRenderer } from "../../terminal/render/open-renderer.ts";
import type { ListRenderer } from "../../terminal/render/renderer.ts";
import { stringifyJson } from "../../values/json.ts";
import { safeJson } from "../../values/safe-text.ts";
import { grouped } from "../../values/text.ts";
import { openZone } from "../../values/zone.ts";
import { purposeOf } from "../purpose.ts";
import { everyField, exportFormats } from "./columns.ts";
import { coverageRows, noteCoverage, windowText } from "./coverage.ts";
import { entryCount, undatedCount } from "./entry.ts";
import { type Convert, type ExportFile, openExportFile } from "./export-file.ts";
import { type filterFlags, openFilter } from "./filters.ts";
import { openAuditLogs, select } from "./pages.ts";
import { hasWindow, openWindow, type windowFlags } from "./window.ts";

type ExportFormat = (typeof exportFormats)[number];

type Wanted = FlagValues<typeof filterFlags & typeof windowFlags> & {
  readonly out: string | undefined;
  readonly output: ExportFormat | undefined;
};

/** Exports what the flags select, and describes the file on standard error. */
export async function exportAuditLogs(context: Context, wanted: Wanted): Promise<void> {
  const { host, output } = context;
  const filter = await openFilter(context, wanted);
  const target = await chooseTarget(context, wanted);
  const asked = await openWindow(context, wanted);
  const read = await openAuditLogs(context, filter.queries);
  if (read === undefined) return;
  const { since, until, on } = wanted;
  // The words for days mean different ones in other zones.
  const words = hasWindow(wanted) ? [since, until, on, (await context.zone())?.name] : [];
  const work = [words, filter.queries, filter.criteria, target.format, target.fields, target.zone?.name];
  const purpose = await purposeOf(context, operations.listAuditLogs, work);
  const { out } = target;
  const file = await openExportFile(out, { purpose, window: asked, now: host.now });
  const { count: before, cursor } = file.state();
  if (cursor !== null) await output.note(`continuing after ${entryCount(before)}`);
  const { window } = file;
  const pages = select(context, read({ cursor: cursor ?? undefined }), { window, match: filter.match });
  const sha256 = await fillFile(context, { ...target, wanted, file, pages });
  const { count, undated } = file.state();
  if (count === 0) await noteCoverage(context, { window, flags: wanted }, count);
  const span = await windowText(context, window);
  const inWindow = span === undefined ? "" : ` (${span})`;
  await output.note(`wrote ${entryCount(count)} to ${out}${inWindow}, SHA-256 ${sha256}`);
  if (undated === 0) return;
  throw new PartialError(`${undatedCount(undated)}: not in ${out}`, {
    hint: "an export without a window has all entries",
  });
}

/** What is written, and where to. */
type Target = Awaited<ReturnType<typeof chooseTarget>>;

/** Reads the flags that describe the file; refuses those that don't apply to a file. */
async function chooseTarget({ globals, shownZone }: Context, { out, output }: Wanted) {
  const { fields } = globals;
  if (!out)
    throw new UsageError("--out is missing", {
      hint: { text: "for example", command: "payctl audit export --out audit.ndjson" },
    });
  if (out === "-") {
    throw new UsageError("an export goes to a file", {
      hint: { text: "for standard output", command: "payctl audit list --all --output ndjson" },
    });
  }
  if (globals.query !== undefined) {
    throw new UsageError("--query needs the whole result, but an export is written as it arrives", {
      hint: { text: "choose fields instead", command: "--fields timestamp,user.name,action" },
    });
  }
  if (fields !== undefined) {
    const { fieldNames } = await import("../../contract/fields.ts");
    checkFields(fields, await fieldNames(operations.listAuditLogs));
  }
  const format = output ?? formatOfPath(out);
  // A workbook is made from the complete file of entries, which is NDJSON until then.
  const workbook = format === "xlsx" ? await import("./workbook.ts") : undefined;
  return { out, format, fields, workbook, zone: await shownZone() };
}

/** The content of a file with another ending would not match its name. */
function formatOfPath(path: string): ExportFormat {
  const ending = extname(path).toLowerCase();
  // Without a letter it is not an ending but part of the name, such as a date.
  if (ending === ".jsonl" || !/[a-z]/.test(ending)) return "ndjson";
  const format = exportFormats.find((known) => ending === `.${known}`);
  if (format !== undefined) return format;
  throw new UsageError(`no export format has the ending ${ending}`, {
    hint: {
      text: "use a name that ends in .ndjson, .jsonl, .csv, .json or .xlsx, or choose a format",
      command: "--output csv",
    },
  });
}

/** Writes entries, or the picked fields of them, as text; only CSV has its times in a zone. */
async function openTargetRenderer({ fields, format, zone }: Target): Promise<ListRenderer> {
  const isWorkbook = format === "xlsx";
  const renderer = await openRenderer(isWorkbook ? "ndjson" : format, {
    columns: (fields ?? everyField).map((field) => ({ title: field, field })),
    listName: "items",
    stringify: (value, indent) => safeJson(stringifyJson(value, indent)),
    interactive: false,
    width: Number.POSITIVE_INFINITY,
    paint: noPaint,
    zone,
  });
  const list = renderer.list();
  if (fields === undefined || isWorkbook) return list;
  return { ...list, page: (items) => list.page(items.map((item) => pickFields(item, fields))) };
}

interface Filling extends Target {
  readonly wanted: Wanted;
  readonly file: ExportFile;
  readonly pages: ReturnType<typeof select>;
}

/** Writes all pages to the file, and completes it to its SHA-256; says how the same command goes on if that fails. */
async function fillFile(context: Context, filling: Filling): Promise<string> {
  const { file, out } = filling;
  try {
    await appendPages(filling);
    return await file.finish(await conversionOf(context, filling));
  } catch (error) {
    const isHopeless = error instanceof UsageError;
    const goesOn = await file.stop(isHopeless);
    const next = goesOn ? "continues where this one stopped" : "starts over";
    if (!isHopeless) await context.output.note(`${out} is not complete: the same command ${next}`);
    throw error;
  } finally {
    await file.close();
  }
}

/** Appends page after page, resuming where an earlier run stopped. */
async function appendPages({ file, pages, workbook, ...target }: Filling): Promise<void> {
  const renderer = await openTargetRenderer({ ...target, workbook });
  let { count, undated } = file.state();
  // A file with rows already has its header, so the renderer's is discarded here.
  if (count > 0) renderer.page([{}]);
  for await (const page of pages) {
    count += page.items.length;
    undated += page.undated;
    workbook?.refuseBeyond(count);
    await file.append(renderer.page(page.items), { cursor: page.nextCursor ?? null, count, undated });
  }
  const end = renderer.end({ limit: undefined, nextCursor: undefined });
  await file.append(end, { cursor: null, count, undated });
}

/** How the complete file becomes a workbook, if it is to be one, with what that says of itself. */
async function conversionOf(
  context: Context,
  { fields, file, wanted, workbook, zone = openZone("UTC") }: Filling,
): Promise<Convert | undefined> {
  if (workbook === undefined) return undefined;
  const { count, undated } = file.state();
  const about = await coverageRows(context, { window: file.window, flags: wanted }, [
    ["Entries", grouped(count)],
    ...(undated > 0 ? [["Left out", undatedCount(undated)] as const] : []),
    ["Time zone", zone.name],
  ]);
  const book = { fields: fields ?? everyField, count, about, zone, madeAt: new Date(context.host.now()) };
  return (path) => workbook.toWorkbook(path, book, context.host.signal);
}
