import { parseJson, stringifyJson } from "../../../values/json.ts";
import { isRecord } from "../../../values/record.ts";
import { isUuid } from "../../../values/text.ts";
import { readTime } from "../../../values/time.ts";

/** A value in a column; a missing field is null. */
export type ColumnValue = Date | boolean | string | null;

/** What a column holds. */
type Kind = "flag" | "text" | "time" | "uuid";

/** A column of a Parquet file of audit logs. */
export interface ArchiveColumn {
  readonly name: string;
  readonly kind: Kind;
  /** Its field, as `--fields` names it; undefined for the column of everything else. */
  readonly field?: string;
}

/** The columns of the entries' own fields (specification, section 2.5), then one for the rest, as JSON text. */
export const archiveColumns: readonly ArchiveColumn[] = [
  { name: "id", kind: "uuid", field: "id" },
  { name: "timestamp", kind: "time", field: "timestamp" },
  { name: "action", kind: "text", field: "action" },
  { name: "merchant_account_id", kind: "text", field: "merchant_account_id" },
  { name: "resource_type", kind: "text", field: "resource.type" },
  { name: "resource_id", kind: "text", field: "resource.id" },
  { name: "resource_name", kind: "text", field: "resource.name" },
  { name: "user_id", kind: "uuid", field: "user.id" },
  { name: "user_name", kind: "text", field: "user.name" },
  { name: "user_email_address", kind: "text", field: "user.email_address" },
  { name: "user_is_staff", kind: "flag", field: "user.is_staff" },
  { name: "user_status", kind: "text", field: "user.status" },
  { name: "extra", kind: "text" },
];

/** Rows of a group: what is in memory at a time, and what a query can skip at a time. */
export const groupSize = 50_000;

/** The columns of a record in the entry, or of the entry itself, by the names of its fields. */
type Group = ReadonlyMap<string, ArchiveColumn>;

const groups = {
  entry: groupOf(/^([^.]+)$/),
  resource: groupOf(/^resource\.(.+)$/),
  user: groupOf(/^user\.(.+)$/),
} as const;

function groupOf(pattern: RegExp): Group {
  return new Map(
    archiveColumns.flatMap((column) => {
      const name = pattern.exec(column.field ?? "")?.[1];
      return name === undefined ? [] : [[name, column]];
    }),
  );
}

/** An entry as cells by column; whatever they don't give back exactly is in `extra`. */
export function rowOf(entry: unknown): Map<string, ColumnValue> {
  const cells = new Map<string, ColumnValue>();
  const rest = restOf(entry, groups.entry, cells);
  cells.set("extra", rest === undefined ? null : stringifyJson(rest));
  return cells;
}

/** Fills the cells of a group; returns what they don't give back, or undefined if they give back everything. */
function restOf(value: unknown, group: Group, cells: Map<string, ColumnValue>): unknown {
  if (!isRecord(value)) return group === groups.entry ? value : (value ?? undefined);
  const rest: [string, unknown][] = [];
  for (const key of Object.keys(value)) {
    const left = restOfField(key, value[key], { group, cells });
    if (left !== undefined) rest.push([key, left]);
  }
  return rest.length === 0 ? undefined : Object.fromEntries(rest);
}

interface Place {
  readonly group: Group;
  readonly cells: Map<string, ColumnValue>;
}

function restOfField(key: string, value: unknown, { group, cells }: Place): unknown {
  const column = group.get(key);
  if (column !== undefined) {
    const cell = cellOf(column.kind, value);
    cells.set(column.name, cell);
    return cellValue(cell) === (value ?? null) ? undefined : value;
  }
  if (group !== groups.entry || (key !== "resource" && key !== "user")) return value;
  return restOf(value, groups[key], cells);
}

/** What a column can hold of a value; null if it can't hold any of it. */
function cellOf(kind: Kind, value: unknown): ColumnValue {
  if (kind === "flag") return typeof value === "boolean" ? value : null;
  if (typeof value !== "string") return null;
  if (kind === "uuid") return isUuid(value) ? value.toLowerCase() : null;
  // UTF-8 can't encode half of a surrogate pair.
  if (kind === "text") return /\p{Surrogate}/u.test(value) ? null : value;
  const time = readTime(value);
  return Number.isNaN(time) ? null : new Date(time);
}

/** The value of the field of a cell. */
function cellValue(cell: unknown): unknown {
  return cell instanceof Date ? cell.toISOString() : (cell ?? null);
}

/** The entry of a row: every value as the service sent it, but a missing field is null. */
export function entryOf(row: Readonly<Record<string, unknown>>): unknown {
  const { extra } = row;
  const rest = typeof extra === "string" ? parseJson(extra) : {};
  if (!isRecord(rest)) return rest;
  const { type, resource, user, ...others } = rest;
  return {
    ...(type === undefined ? {} : { type }),
    ...valuesOf(row, groups.entry),
    resource: recordOf(row, groups.resource, resource),
    user: recordOf(row, groups.user, user),
    ...others,
  };
}

function recordOf(row: Readonly<Record<string, unknown>>, group: Group, rest: unknown): unknown {
  if (rest !== undefined && !isRecord(rest)) return rest;
  const values = valuesOf(row, group);
  if (rest === undefined && Object.values(values).every((value) => value === null)) return null;
  return { ...values, ...rest };
}

function valuesOf(row: Readonly<Record<string, unknown>>, group: Group): Record<string, unknown> {
  return Object.fromEntries([...group].map(([key, { name }]) => [key, cellValue(row[name])]));
}
