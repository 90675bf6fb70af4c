import { createHash } from "node:crypto";
import { html, type Markup } from "./markup.ts";
import { script } from "./script.ts";
import { style } from "./style.ts";

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
