import { pickFields } from "../../terminal/fields.ts";
import { noPaint } from "../../terminal/paint.ts";
import { type ListRenderer, openRenderer } from "../../terminal/render/renderer.ts";
import { safeJson } from "../../terminal/safe-text.ts";
import { stringifyJson } from "../../values/json.ts";
import type { ExportFormat } from "./choose-export.ts";

/** Every field of an audit log (specification, section 2.5), for files that need columns. */
const everyField: readonly string[] = [
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
];

/** Writes entries, or the picked fields of them, as text of a file. */
export async function exportRenderer(
  format: ExportFormat,
  fields: readonly string[] | undefined,
): Promise<ListRenderer> {
  const renderer = await openRenderer(format, {
    columns: (fields ?? everyField).map((field) => ({ title: field, field })),
    listName: "items",
    stringify: (value, indent) => safeJson(stringifyJson(value, indent)),
    interactive: false,
    width: Number.POSITIVE_INFINITY,
    paint: noPaint,
  });
  const list = renderer.list();
  if (fields === undefined) return list;
  return { ...list, page: (items) => list.page(items.map((item) => pickFields(item, fields))) };
}
