import { exportList } from "../../audit/export.ts";
import { openExportFile } from "../../audit/export-file.ts";
import type { ListQuery } from "../../client/pages.ts";
import type { Context } from "../../context.ts";
import { grouped } from "../../values/text.ts";
import { chooseExport, type ExportFormat } from "./choose-export.ts";
import { exportRenderer } from "./export-renderer.ts";
import { openAuditLogs } from "./open-audit-logs.ts";
import { openWindow } from "./window-flags.ts";

export interface Export {
  readonly out: string | undefined;
  readonly format: ExportFormat | undefined;
  readonly since: string | undefined;
  readonly until: string | undefined;
  readonly query: ListQuery;
}

/** Exports what the flags name, and tells on standard error what the file holds. */
export async function exportAuditLogs(context: Context, wanted: Export): Promise<undefined> {
  const { host, output } = context;
  const { query, since, until } = wanted;
  const { out, format, fields } = await chooseExport(wanted, context.globals);
  const window = await openWindow(context, wanted);
  const read = await openAuditLogs(context, query);
  if (read === undefined) return undefined;
  const fingerprint = await fingerprintOf(context, { since, until, query, format, fields });
  const file = await openExportFile(out, { fingerprint, window, now: host.now() });
  if (file.goesOn) await output.note(`going on after ${entries(file.state.count)}`);
  const progress = output.progress({ done: "exported" });
  try {
    const { count, sha256 } = await exportList({
      file,
      pages: (cursor) => read({ cursor }),
      renderer: await exportRenderer(format, fields),
      now: host.now,
      wrote: (rows) => progress.advance(rows),
    });
    await progress.end();
    await output.note(`wrote ${entries(count)} to ${out}, SHA-256 ${sha256}`);
  } catch (error) {
    await progress.end();
    await output.note(`${out} is not complete: the same command goes on where this one stopped`);
    throw error;
  } finally {
    await file.close();
  }
  return undefined;
}

function entries(count: number): string {
  return `${grouped(count)} ${count === 1 ? "entry" : "entries"}`;
}

/** Tells exports apart without keeping what they filter by. */
async function fingerprintOf(context: Context, wanted: unknown): Promise<string> {
  const { createHash } = await import("node:crypto");
  const { baseUrl, merchantAccount } = await context.settings();
  const identity = JSON.stringify([baseUrl?.value, merchantAccount?.value, wanted]);
  return createHash("sha256").update(identity).digest("base64url");
}
