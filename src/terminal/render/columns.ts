import { isRecord } from "../../json-value.ts";
import { flattenFields } from "../fields.ts";
import type { Column } from "../output.ts";

/** The column of rows that are no objects. */
const valueColumn: Column = { title: "value", field: "" };

/** Columns for rows of which nothing was known before: every field that one of them has, nested ones by dots. */
export function columnsOf(rows: readonly unknown[]): readonly Column[] {
  const names = new Set(rows.flatMap(namesOf));
  if (names.size === 0) return rows.length === 0 ? [] : [valueColumn];
  return [...names].filter((name) => !isOpened(name, names)).map((name) => ({ title: name, field: name }));
}

/** Whether other rows have an object there: one that is missing in a row needs no column of its own. */
function isOpened(name: string, names: ReadonlySet<string>): boolean {
  return [...names].some((other) => other.startsWith(`${name}.`));
}

function namesOf(row: unknown): readonly string[] {
  if (Array.isArray(row)) return row.map((_, index) => String(index));
  return isRecord(row) ? flattenFields(row) : [];
}
