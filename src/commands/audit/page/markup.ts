import { safeText } from "../../../values/safe-text.ts";

/** Text that already is HTML; everything else is escaped on its way into a page. */
export interface Markup {
  readonly markup: string;
}

type Part = Markup | readonly Markup[] | number | string;

/** A template of HTML: parts that are not Markup themselves are text, whatever they contain. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return { markup: texts.map((text, index) => text + partText(parts[index] ?? "")).join("") };
}

function partText(part: Part): string {
  if (typeof part === "number") return String(part);
  if (typeof part === "string") return escapeMarkup(part);
  return "markup" in part ? part.markup : part.map(({ markup }) => markup).join("");
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  // No character of XML, escaped or not.
  "\ufffe": "\\ufffe",
  "\uffff": "\\uffff",
};

/** Text for HTML or XML, and for attributes in quotes there; controls and bidi overrides are shown, as on a terminal. */
function escapeMarkup(text: string): string {
  return safeText(text).replace(/[&<>"'\ufffe\uffff]/g, (character) => entities[character] ?? character);
}
