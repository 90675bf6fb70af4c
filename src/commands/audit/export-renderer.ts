import { stringifyJson } from "../../json.ts";
import type { Column } from "../../terminal/output.ts";
import { noPaint } from "../../terminal/paint.ts";
import { type ListRenderer, openRenderer } from "../../terminal/render/renderer.ts";
import { safeJson } from "../../terminal/safe-text.ts";

/** Every field of an audit log (specification, section 2.5), for files that need columns. */
const columns: readonly Column[] = [
  "timestamp",
  "id",
  "action",
  "merchant_account_id",
  "resource.type",
  "resource.id",
  "resource.name",
  "user.id",
  "user.name",
  "user.email_address",
  "user.is_staff",
  "user.status",
].map((field) => ({ title: field, field }));

/** Writes entries as text of a file. */
export async function exportRenderer(format: "csv" | "json" | "ndjson"): Promise<ListRenderer> {
  const renderer = await openRenderer(format, {
    columns,
    listName: "items",
    stringify: (value, indent) => safeJson(stringifyJson(value, indent)),
    interactive: false,
    width: Number.POSITIVE_INFINITY,
    paint: noPaint,
  });
  return renderer.list();
}
