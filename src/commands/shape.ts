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
