import type { Context } from "../../context.ts";
import { PartialError } from "../../errors.ts";
import { savingPlaces } from "../../files/note.ts";
import type { ListPage } from "../../terminal/output.ts";
import { instantText } from "../../terminal/render/cell.ts";
import type { ListRenderer } from "../../terminal/render/renderer.ts";
import type { Zone } from "../../values/zone.ts";
import { type ExportFormat, openAuditLogs } from "./audit-logs.ts";
import { entryCount, undatedCount } from "./entry.ts";
import { type Convert, type ExportFile, openExportFile, windowOf } from "./export-file.ts";
import { chooseExport, exportRenderer } from "./export-format.ts";
import { type AuditFilter, noteNamesakes } from "./filters.ts";
import type { Window } from "./instant.ts";
import type { Match } from "./match.ts";
import { openWindow, windowIdentity, within } from "./window.ts";

interface Export {
  readonly out: string | undefined;
  readonly format: ExportFormat | undefined;
  readonly output: ExportFormat | undefined;
  readonly since: string | undefined;
  readonly until: string | undefined;
  readonly filter: AuditFilter;
}

/** Exports what the flags select, and describes the file on standard error. */
export async function exportAuditLogs(context: Context, wanted: Export): Promise<void> {
  const { host, output } = context;
  const { filter } = wanted;
  const { queries, criteria } = filter;
  const { out, format, fields, convert } = await chooseExport(wanted, context.globals);
  const window = await openWindow(context, wanted);
  const read = await openAuditLogs(context, queries);
  if (read === undefined) return;
  const { baseUrl, merchantAccount } = await context.settings();
  const place = [baseUrl?.value, merchantAccount?.value];
  const selected = [await windowIdentity(context, wanted), queries, criteria];
  const zone = await context.shownZone();
  const work = [place, selected, format, fields, zone?.name];
  const file = await openExportFile(out, { work, window, now: host.now() });
  if (file.goesOn && file.state.cursor !== null)
    await output.note(`continuing after ${entryCount(file.state.count)}`);
  const progress = output.progress({ done: "exported" });
  const packing = output.progress({ done: "packed" });
  let exported: Awaited<ReturnType<typeof exportList>>;
  try {
    exported = await exportList({
      file,
      pages: (cursor) => read({ cursor }),
      match: filter.match,
      renderer: await exportRenderer({ format, fields }, zone),
      now: host.now,
      wrote: (rows) => progress.advance(rows),
      convert: convert?.({ signal: host.signal, wrote: (rows) => packing.advance(rows) }),
    });
    await progress.end();
  } catch (error) {
    await progress.end();
    // Only one list has a cursor to continue from.
    const next = queries.length > 1 ? "starts over" : "continues where this one stopped";
    await output.note(`${out} is not complete: the same command ${next}`);
    throw error;
  } finally {
    await file.close();
  }
  const { count, sha256, undated } = exported;
  await noteNamesakes(context, filter);
  const span = windowText(windowOf(file.state), await context.zone());
  await output.note(`wrote ${entryCount(count)} to ${out}${span}, SHA-256 ${sha256}`);
  if (undated === 0) return;
  throw new PartialError(`${undatedCount(undated)}: not in ${out}`, {
    hint: "an export without --since and --until has all entries",
  });
}

/** The first and the last instant of a window, because `--until 2026-10-31` leaves that day out. */
function windowText({ since, until }: Window, zone: Zone | undefined): string {
  const show = (instant: number): string => instantText(instant, "people", zone);
  if (!Number.isFinite(until)) return "";
  const start = Number.isFinite(since) ? `${show(since)} to` : "up to";
  return ` (${start} ${show(until - 1)}, ${zone?.name ?? "UTC"})`;
}

interface ExportParts {
  readonly file: ExportFile;
  /** The list starting at a cursor; undefined means its start. */
  readonly pages: (cursor: string | undefined) => AsyncIterable<ListPage>;
  readonly match: Match | undefined;
  readonly renderer: ListRenderer;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Called after each page is written. */
  readonly wrote: (count: number) => Promise<void>;
  readonly convert: Convert | undefined;
}

/** Writes the entries of a list within a window to a file, resuming where an earlier run stopped. */
async function exportList(parts: ExportParts) {
  const { file, pages, match, renderer, now, wrote } = parts;
  const { state } = file;
  let { count, undated } = state;
  // A file with rows already has its header, so the renderer's header is discarded here.
  if (count > 0) renderer.page([{}]);
  await savingPlaces({ now, save: file.save }, async (reached) => {
    for await (const page of within(pages(state.cursor ?? undefined), windowOf(state), match)) {
      await file.append(renderer.page(page.items));
      count += page.items.length;
      undated += page.undated;
      await wrote(page.items.length);
      await reached(page.nextCursor == null ? undefined : { cursor: page.nextCursor, count, undated });
    }
  });
  await file.append(renderer.end({ limit: undefined, nextCursor: undefined }));
  return { count, undated, sha256: await file.finish(parts.convert) };
}
