import type { Column, Shape } from "../terminal/output.ts";

/** The shape of a result of payctl's own making: these fields, each a column; those in `further` are no columns. */
export function recordShape(columns: readonly Column[], further: readonly string[] = []): Shape {
  const names = [...columns.map(({ field }) => field), ...further];
  return { columns, fieldNames: async () => names };
}
