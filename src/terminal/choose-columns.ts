import { UsageError } from "../errors.ts";
import { checkFields } from "./fields.ts";
import type { Column, Format, Shape } from "./output.ts";

interface Choice {
  readonly format: Format;
  readonly fields: readonly string[] | undefined;
  readonly query: string | undefined;
}

/** The columns of a result, for the formats that have any; refuses fields that the result does not have. */
export async function chooseColumns(
  shape: Shape,
  { format, fields, query }: Choice,
): Promise<readonly Column[]> {
  if (fields !== undefined) {
    // What an expression gives has names of its own, which nobody knows before.
    if (query === undefined) checkFields(fields, await shape.fieldNames());
    return fields.map((field) => columnFor(field, shape));
  }
  if (format === "id") return [await idColumn(shape, query)];
  // What an expression gives has columns of its own.
  return query === undefined ? shape.columns : [];
}

/** A column that nobody planned for may give way, as nobody knows how wide it gets. */
function columnFor(field: string, shape: Shape): Column {
  const planned = [...shape.columns, ...(shape.furtherColumns ?? [])].find(
    (column) => column.field === field,
  );
  // What was asked for stays, however narrow the terminal is.
  return planned ? { ...planned, goes: false } : { title: field, field, shrinks: true };
}

async function idColumn(shape: Shape, query: string | undefined): Promise<Column> {
  const column: Column = { title: "ID", field: "id" };
  if (query !== undefined || shape.columns.some(({ field }) => field === column.field)) return column;
  const names = await shape.fieldNames();
  if (names.includes(column.field) || names.includes("*")) return column;
  throw new UsageError("--output id: this result has no id", {
    hint: "choose another format, such as: --output json",
  });
}
