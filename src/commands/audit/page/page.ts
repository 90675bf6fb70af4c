import { createHash } from "node:crypto";
import { html, type Markup } from "./markup.ts";

interface Page {
  readonly title: string;
  readonly body: Markup;
}

/** A page in one file: it loads nothing, and runs no script but its own. */
export function renderPage({ title, body }: Page): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy()}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${{ markup: style }}</style>
</head>
<body>
${body}
<script>${{ markup: script }}</script>
</body>
</html>
`;
  return page.markup;
}

/** Inline parts run by their hash alone, so that none that a text smuggles in ever does. */
function policy(): string {
  const own = [`script-src '${hashOf(script)}'`, `style-src '${hashOf(style)}'`];
  return ["default-src 'none'", ...own, "base-uri 'none'", "form-action 'none'"].join("; ");
}

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

/** Both colour schemes; contrast of text is 4.5 and more in each. */
const style = `
:root {
  color-scheme: light dark;
  --paper: #fff; --ink: #1b1f24; --faint: #59636e; --line: #d1d9e0; --bar: #1f6f54; --staff: #9a5b00;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14171a; --ink: #e6e9ec; --faint: #9aa4ae; --line: #353c43; --bar: #4fbf95; --staff: #e8a33d;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 1.5rem; max-width: 72rem;
  background: var(--paper); color: var(--ink); font: 0.9375rem/1.5 system-ui, sans-serif;
}
h1 { margin: 0 0 0.25rem; font-size: 1.5rem; }
h2 { margin: 2rem 0 0.5rem; font-size: 1.0625rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; margin: 1rem 0; }
dt, .faint { color: var(--faint); }
dd { margin: 0; overflow-wrap: anywhere; }
.total { font-size: 1.125rem; margin: 0; }
.charts { columns: 30rem; column-gap: 2rem; margin-top: 1rem; }
.charts section { break-inside: avoid; padding: 1rem 0; }
.charts h2 { margin-top: 0; }
svg { display: block; width: 100%; overflow: visible; }
/* From right to left, so that a window too narrow for it shows its end. */
.broad { overflow-x: auto; direction: rtl; }
.broad svg { min-width: 48rem; overflow: hidden; direction: ltr; }
.hint { display: none; }
.heat { display: flex; }
.heat svg { min-width: 0; }
.heat .days { flex: none; width: 5.5rem; }
svg text { fill: var(--ink); font: 12px system-ui, sans-serif; }
svg .faint { fill: var(--faint); }
svg .bar { fill: var(--bar); }
svg .staff { fill: var(--staff); }
svg .axis { stroke: var(--line); }
svg .none { fill: var(--line); fill-opacity: 0.4; }
table { border-collapse: collapse; width: 100%; }
.wide { overflow-x: auto; }
th, td { text-align: left; vertical-align: top; padding: 0.3rem 0.75rem 0.3rem 0; border-bottom: 1px solid var(--line); }
th { position: sticky; top: 0; background: var(--paper); color: var(--faint); font-weight: 600; }
td { overflow-wrap: anywhere; min-width: 6rem; }
td:first-child { white-space: nowrap; font-variant-numeric: tabular-nums; }
.mark { color: var(--staff); }
input { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--faint); border-radius: 4px; padding: 0.3rem 0.5rem; width: min(24rem, 100%); }
@media (max-width: 51rem) {
  .hint { display: block; margin: 0; }
  .between { display: none; }
}
/* An entry is a card, with a line for each field. */
@media screen and (max-width: 51rem) {
  table, tbody, tr, td { display: block; }
  thead, tr[hidden], td:empty { display: none; }
  tr { padding: 0.5rem 0; border-bottom: 1px solid var(--line); }
  td { padding: 0 0 0 8rem; border: 0; }
  td::before { float: left; margin-left: -8rem; color: var(--faint); }
  td:nth-child(1)::before { content: "Time"; }
  td:nth-child(2)::before { content: "Who"; }
  td:nth-child(3)::before { content: "Action"; }
  td:nth-child(4)::before { content: "Resource type"; }
  td:nth-child(5)::before { content: "Resource"; }
  td:nth-child(6)::before { content: "Account"; }
}
@media print { input, label, .hint { display: none; } .broad, .wide { overflow: visible; } }
`;

/** Filters the table by words; a filter in the address, as in #filter=deleted, applies at once and leads to the table. */
export const script = `
const field = document.getElementById("filter");
const shown = document.getElementById("shown");
const rows = [...document.querySelectorAll("tbody tr")];
const texts = rows.map((row) => [...row.cells].map((cell) => cell.textContent).join(" ").toLowerCase());
function apply() {
  const words = field.value.toLowerCase().split(/\\s+/).filter((word) => word !== "");
  let count = 0;
  rows.forEach((row, index) => {
    row.hidden = !words.every((word) => texts[index].includes(word));
    if (!row.hidden) count += 1;
  });
  shown.textContent = words.length === 0 ? "" : count.toLocaleString("en-US") + " match";
}
function readAddress() {
  const filter = new URLSearchParams(location.hash.slice(1)).get("filter");
  if (filter !== null) field.value = filter;
  apply();
  if (filter !== null) document.getElementById("entries").scrollIntoView();
}
if (field !== null) {
  field.closest("p").hidden = false;
  field.addEventListener("input", apply);
  addEventListener("hashchange", readAddress);
  readAddress();
}
`;
