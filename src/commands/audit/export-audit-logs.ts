import { exportList } from "../../audit/export.ts";
import { openExportFile } from "../../audit/export-file.ts";
import { parseWindow } from "../../audit/window.ts";
import { within } from "../../audit/within.ts";
import type { ListQuery } from "../../client/pages.ts";
import type { Context } from "../../context.ts";
import { operations } from "../../contract/operations.ts";
import { UsageError } from "../../errors.ts";
import { exportRenderer } from "./export-renderer.ts";

export interface Export {
  readonly out: string | undefined;
  readonly format: "csv" | "json" | "ndjson" | undefined;
  readonly since: string | undefined;
  readonly until: string | undefined;
  readonly query: ListQuery;
}

const operation = operations.listAuditLogs;

/** Exports what the flags name, and tells on standard error what the file holds. */
export async function exportAuditLogs(
  context: Context,
  { out, query, ...wanted }: Export,
): Promise<undefined> {
  if (out === undefined)
    throw new UsageError("--out is missing", { hint: "payctl audit export --out audit.ndjson" });
  const { host, output } = context;
  const format = wanted.format ?? formatOf(out);
  const window = parseWindow(wanted, host.now());
  const [api, { listPages }] = await Promise.all([context.api(), import("../../client/pages.ts")]);
  if (context.globals.dryRun) {
    await api.call(operation, { query: { ...query, limit: 100 } });
    return undefined;
  }
  const file = await openExportFile(out, {
    fingerprint: await fingerprintOf(context, { ...wanted, query, format }),
    since: Number.isFinite(window.since) ? window.since : null,
    until: Number.isFinite(window.until) ? window.until : host.now() + 1,
    cursor: null,
    bytes: 0,
    count: 0,
  });
  const { since, until, count: before } = file.state;
  if (before > 0) await output.note(`going on behind ${before} entries`);
  const progress = output.progress({ done: "exported" });
  try {
    const { count, sha256 } = await exportList({
      file,
      pages: (cursor) =>
        within(listPages(api, operation, { query, cursor, pageSize: 100 }), {
          since: since ?? Number.NEGATIVE_INFINITY,
          until,
        }),
      renderer: await exportRenderer(format),
      now: host.now,
      wrote: (rows) => progress.advance(rows),
    });
    await progress.end();
    await output.note(`wrote ${count} entries to ${out}, SHA-256 ${sha256}`);
  } finally {
    await progress.end();
    await file.close();
  }
  return undefined;
}

function formatOf(path: string): "csv" | "json" | "ndjson" {
  if (/\.csv$/i.test(path)) return "csv";
  return /\.json$/i.test(path) ? "json" : "ndjson";
}

/** Tells exports apart without keeping what they filter by. */
async function fingerprintOf(context: Context, wanted: unknown): Promise<string> {
  const { createHash } = await import("node:crypto");
  const { baseUrl, merchantAccount } = await context.settings();
  const identity = JSON.stringify([baseUrl?.value, merchantAccount?.value, wanted]);
  return createHash("sha256").update(identity).digest("base64url");
}
