import type { Context } from "../../context.ts";
import { PartialError } from "../../errors.ts";
import { savingPlaces } from "../../files/note.ts";
import type { ListPage } from "../../terminal/output.ts";
import type { ListRenderer } from "../../terminal/render/renderer.ts";
import { type ExportFormat, openAuditLogs } from "./audit-logs.ts";
import type { Convert } from "./converting.ts";
import { entryCount, undatedCount } from "./entry.ts";
import { type ExportFile, openExportFile, windowOf } from "./export-file.ts";
import { chooseExport, exportRenderer, toText } from "./export-format.ts";
import { type AuditFilter, type FilterValues, noteNamesakes } from "./filters.ts";
import { tellLooked, windowText } from "./looked.ts";
import type { Match } from "./match.ts";
import { openWindow, type WindowValues, windowIdentity, within } from "./window.ts";

interface Export extends FilterValues, WindowValues {
  readonly out: string | undefined;
  readonly format: ExportFormat | undefined;
  readonly output: ExportFormat | undefined;
  readonly oldestFirst: boolean | undefined;
  readonly filter: AuditFilter;
}

/** Exports what the flags select, and describes the file on standard error. */
export async function exportAuditLogs(context: Context, wanted: Export): Promise<void> {
  const { host, output } = context;
  const { filter, oldestFirst } = wanted;
  const { queries, criteria } = filter;
  const { out, format, fields, convert } = await chooseExport(wanted, context.globals);
  const asked = await openWindow(context, wanted);
  const read = await openAuditLogs(context, queries);
  if (read === undefined) return;
  const { baseUrl, merchantAccount } = await context.settings();
  const place = [baseUrl?.value, merchantAccount?.value];
  const selected = [await windowIdentity(context, wanted), queries, criteria];
  const zone = await context.shownZone();
  const work = [place, selected, oldestFirst, format, fields, zone?.name];
  const file = await openExportFile(out, { work, window: asked, now: host.now() });
  if (file.goesOn && file.state.cursor !== null)
    await output.note(`continuing after ${entryCount(file.state.count)}`);
  const rows = await exportRenderer({ format, fields }, zone);
  // Only a complete file can be turned round, and only lines can be told apart from its end.
  const lines = oldestFirst ? await exportRenderer({ format: "ndjson", fields: undefined }, undefined) : rows;
  const conversion = oldestFirst ? (convert ?? toText(rows)) : convert;
  const progress = output.progress({ done: "exported" });
  const packing = output.progress({ done: "packed" });
  let exported: Awaited<ReturnType<typeof exportList>>;
  try {
    exported = await exportList({
      file,
      pages: (cursor) => read({ cursor }),
      match: filter.match,
      renderer: lines,
      now: host.now,
      wrote: (count) => progress.advance(count),
      convert: conversion?.({
        signal: host.signal,
        wrote: (count) => packing.advance(count),
        lastFirst: oldestFirst,
      }),
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
  const window = windowOf(file.state);
  if (count === 0) await tellLooked(context, { window, filter, flags: wanted }, count);
  const span = windowText(window, host.now(), await context.zone());
  const inWindow = span === undefined ? "" : ` (${span})`;
  await output.note(`wrote ${entryCount(count)} to ${out}${inWindow}, SHA-256 ${sha256}`);
  if (undated === 0) return;
  throw new PartialError(`${undatedCount(undated)}: not in ${out}`, {
    hint: "an export without a window has all entries",
  });
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
