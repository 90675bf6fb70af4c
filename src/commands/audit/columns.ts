import type { Column, Format } from "../../terminal/output.ts";

const auditLogColumns: readonly Column[] = [
  { title: "TIME", field: "timestamp", kind: "time" },
  {
    title: "WHO",
    field: "user.name",
    shrinks: true,
    goes: "same",
    room: 20,
    mark: { field: "user.is_staff", text: "(staff)" },
  },
  { title: "ACTION", field: "action", goes: "same", room: 8 },
  { title: "RESOURCE TYPE", field: "resource.type", goes: "first", room: 16 },
  {
    title: "RESOURCE",
    field: "resource.name",
    instead: "resource.id",
    shrinks: true,
    room: 20,
  },
  { title: "ACCOUNT", field: "merchant_account_id", goes: "first", room: 16 },
  { title: "ID", field: "id", kind: "id", goes: "first" },
];

/** Every field of an audit log (specification, section 2.5), for files that need columns. */
export const everyField: readonly string[] = [
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

/** The columns of a list: a table has no room for addresses, and the other formats with columns have everything. */
export function columnsIn(format: Format): readonly Column[] {
  const isTable = format !== "csv" && format !== "tsv";
  return isTable ? auditLogColumns : everyField.map((field) => ({ title: field, field }));
}

/** What an export can be, by its ending or `--output`. */
export const exportFormats = ["ndjson", "csv", "json", "xlsx"] as const;
