import type { Context } from "../../context.ts";
import { operations } from "../../contract/operations.ts";
import { PartialError, UsageError } from "../../errors.ts";
import type { FlagValues } from "../../terminal/flags.ts";
import type { Envelope, ListRenderer } from "../../terminal/render/renderer.ts";
import { grouped } from "../../values/text.ts";
import { openZone, type Zone } from "../../values/zone.ts";
import { questionOf } from "../question.ts";
import { type ExportFormat, openSource } from "./audit-logs.ts";
import type { Window } from "./calendar.ts";
import { beyondWorkbook, type Convert } from "./converting.ts";
import { isoTime } from "./counts.ts";
import { entryCount, undatedCount } from "./entry.ts";
import { type ExportFile, openExportFile, windowOf } from "./export-file.ts";
import { chooseExport, exportRenderer } from "./export-format.ts";
import { factsOf, type Source } from "./facts.ts";
import { type AuditFilter, type filterFlags, filterTexts, noteNamesakes, openFilter } from "./filters.ts";
import { tellLooked, windowText } from "./looked.ts";
import type { Match } from "./match.ts";
import { openWindow, type windowFlags, windowIdentity, within } from "./window.ts";

type Export = FlagValues<typeof filterFlags & typeof windowFlags> & {
  readonly out: string | undefined;
  readonly output: ExportFormat | undefined;
};

/** Exports what the flags select, and describes the file on standard error. */
export async function exportAuditLogs(context: Context, wanted: Export): Promise<void> {
  const { host, output } = context;
  const filter = await openFilter(context, wanted);
  const choice = await chooseExport(wanted, context.globals);
  const asked = await openWindow(context, wanted);
  const source = await openSource(context, filter.queries);
  if (source === undefined) return;
  const plan = { choice, filter, source, zone: await context.shownZone() };
  const file = await openFile(context, wanted, { ...plan, window: asked });
  const { count, sha256, undated } = await fillFile(context, wanted, { ...plan, file });
  await noteNamesakes(context, filter);
  const window = windowOf(file.state);
  if (count === 0) await tellLooked(context, { window, filter, flags: wanted }, count);
  const { out } = choice;
  const span = windowText(window, host.now(), await context.zone());
  const inWindow = span === undefined ? "" : ` (${span})`;
  await output.note(`wrote ${entryCount(count)} to ${out}${inWindow}, SHA-256 ${sha256}`);
  if (undated === 0) return;
  throw new PartialError(`${undatedCount(undated)}: not in ${out}`, {
    hint: "an export without a window has all entries",
  });
}

/** What an export is made of. */
interface Plan {
  readonly choice: Awaited<ReturnType<typeof chooseExport>>;
  readonly filter: AuditFilter;
  readonly source: Source;
  readonly zone: Zone | undefined;
}

async function openFile(
  context: Context,
  wanted: Export,
  { choice, filter, zone, window }: Plan & { readonly window: Window },
): Promise<ExportFile> {
  const { out, format, fields } = choice;
  const selected = [await windowIdentity(context, wanted), filter.queries, filter.criteria];
  const work = [selected, format, fields, zone?.name];
  const question = await questionOf(context, operations.listAuditLogs, work);
  const file = await openExportFile(out, { question, window, now: context.host.now });
  const { note } = context.output;
  if (file.goesOn && file.state.cursor !== null)
    await note(`continuing after ${entryCount(file.state.count)}`);
  if (file.replaces) await note(`${out} exists; this export replaces it once it is complete`);
  return file;
}

async function fillFile(
  { host, output }: Context,
  wanted: Export,
  { choice, filter, source, zone, file }: Plan & { readonly file: ExportFile },
) {
  const { out, conversion } = choice;
  const end = { limit: undefined, nextCursor: undefined };
  const renderer = await exportRenderer(choice, zone);
  const progress = output.progress({ done: "exported" });
  const packing = output.progress({ done: "packed" });
  const signal = host.signal;
  try {
    return await exportList({
      file,
      source,
      match: filter.match,
      renderer,
      end,
      wrote: (rows) => progress.advance(rows),
      most: conversion?.most,
      convert: (counted) =>
        conversion?.convert(
          { signal, wrote: (rows) => packing.advance(rows) },
          aboutBook({ ...counted, source, zone, filters: filterTexts(wanted), file, madeAt: host.now() }),
        ),
    });
  } catch (error) {
    await progress.end();
    const isHopeless = error instanceof UsageError;
    const goesOn = !isHopeless && file.canGoOn();
    if (!goesOn) await file.discard();
    const next = goesOn ? "continues where this one stopped" : "starts over";
    if (!isHopeless) await output.note(`${out} is not complete: the same command ${next}`);
    throw error;
  } finally {
    await progress.end();
    await file.close();
  }
}

interface BookParts extends Counted {
  readonly source: Source;
  readonly file: ExportFile;
  readonly filters: ReturnType<typeof filterTexts>;
  readonly zone: Zone | undefined;
  /** Milliseconds since the epoch. */
  readonly madeAt: number;
}

/** What a workbook says of itself. */
function aboutBook({ source, file, filters, zone = openZone("UTC"), madeAt, count, undated }: BookParts) {
  const { since, until } = windowOf(file.state);
  const covered = { since: isoTime(since), until: isoTime(until), madeAt: isoTime(madeAt) ?? "" };
  const facts = factsOf({ ...source, ...covered, filters, zone }, [
    ["Entries", grouped(count)],
    ["Left out", undated > 0 ? undatedCount(undated) : null],
    ["Time zone", zone.name],
  ]);
  return { facts, count, zone, madeAt: new Date(madeAt) };
}

interface Counted {
  readonly count: number;
  /** How many entries were left out because their time can't be read. */
  readonly undated: number;
}

interface ExportParts {
  readonly file: ExportFile;
  readonly source: Source;
  readonly match: Match | undefined;
  readonly renderer: ListRenderer;
  readonly end: Envelope;
  /** Called after each page is written. */
  readonly wrote: (count: number) => Promise<void>;
  /** More entries than this can't be converted. */
  readonly most: number | undefined;
  readonly convert: (counted: Counted) => Convert | undefined;
}

/** Writes the entries of a list within a window to a file, resuming where an earlier run stopped. */
async function exportList(parts: ExportParts) {
  const { file, renderer, end } = parts;
  // A file with rows already has its header, so the renderer's header is discarded here.
  if (file.state.count > 0) renderer.page([{}]);
  const counted = await appendPages(parts).catch(async (error: unknown) => {
    // What ended the work is reported, whether or not its place could still be saved.
    await file.save().catch(() => undefined);
    throw error;
  });
  const { count, undated } = counted;
  await file.append(renderer.end(end));
  return { count, undated, sha256: await file.finish(parts.convert({ count, undated })) };
}

/** Appends page after page; resolves to how much there is. */
async function appendPages(parts: ExportParts): Promise<Counted> {
  const { file, source, match, renderer, wrote, most = Number.POSITIVE_INFINITY } = parts;
  const { state } = file;
  let { count, undated } = state;
  for await (const page of within(source.pages(state.cursor ?? undefined), windowOf(state), match)) {
    count += page.items.length;
    if (count > most) throw beyondWorkbook(`${grouped(most)} entries`);
    await file.append(renderer.page(page.items));
    undated += page.undated;
    await wrote(page.items.length);
    await file.reached(page.nextCursor == null ? undefined : { cursor: page.nextCursor, count, undated });
  }
  return { count, undated };
}
