import type { AnyOperation } from "../contract/operations.ts";
import type { Column, Shape } from "../terminal/output.ts";

/** What a result of the operation looks like; the schemas load only when `--fields` asks for names. */
export function shapeOf(
  operation: AnyOperation,
  columns: readonly Column[],
  furtherColumns: readonly Column[] = [],
): Shape {
  return {
    columns,
    furtherColumns,
    fieldNames: async () => (await import("../contract/fields.ts")).fieldNames(operation),
  };
}

/** The shape of a result that payctl builds itself: these fields are columns, those in `further` are not. */
export function recordShape(columns: readonly Column[], further: readonly string[] = []): Shape {
  const names = [...columns.map(({ field }) => field), ...further];
  return { columns, fieldNames: async () => names };
}
