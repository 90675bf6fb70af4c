import { createHash } from "node:crypto";

/** The parts of a page; each is HTML, CSS or JavaScript already. */
interface Parts {
  readonly title: string;
  readonly body: string;
  readonly style: string;
  readonly script: string;
  /** Further elements of the head. */
  readonly head?: string;
  /** Further directives of its policy. */
  readonly allow?: readonly string[];
}

export interface OneFile {
  readonly html: string;
  /** Its Content-Security-Policy, for a header as well. */
  readonly policy: string;
}

/** A page in one file: it runs only its own script, and loads nothing unless it is allowed to. */
export function pageInOneFile({ allow = [], body, head = "", script, style, title }: Parts): OneFile {
  // Inline parts run by their hash only, so that none smuggled in by a text ever runs.
  const own = [`script-src '${hashOf(script)}'`, `style-src '${hashOf(style)}'`];
  const policy = ["default-src 'none'", ...own, ...allow, "base-uri 'none'", "form-action 'none'"].join("; ");
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
${head}<style>${style}</style>
</head>
<body>
${body}
<script>${script}</script>
</body>
</html>
`;
  return { html, policy };
}

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
