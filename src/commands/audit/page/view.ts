import { safeText } from "../../../values/safe-text.ts";

/**
 * What the entries of a page are filtered by; `days` is the first and the last, as in 2026-01-01..2026-01-31, and
 * `hours` an hour of the week, as in monday-09.
 */
export type Facet = "action" | "days" | "hours" | "person" | "type";

/**
 * The address of a view within the page; its script compares it with the texts of the page, which show control
 * characters escaped.
 */
export function viewOf(values: Readonly<Partial<Record<Facet, string>>>): string {
  const shown = Object.entries(values).map(([facet, value]): [string, string] => [facet, safeText(value)]);
  return `#${new URLSearchParams(shown)}`;
}
