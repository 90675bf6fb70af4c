import { safeText } from "./safe-text.ts";

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
export function escapeMarkup(text: string): string {
  return safeText(text).replace(/[&<>"'\ufffe\uffff]/g, (character) => entities[character] ?? character);
}
