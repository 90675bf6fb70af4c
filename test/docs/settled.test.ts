import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const root = new URL("../../", import.meta.url);

/** A page as one line, so that a phrase may span lines. */
function textOf(page: string): string {
  return readFileSync(new URL(page, root), "utf8").replace(/\s+/g, " ");
}

/** What scripts may rely on, in the words of the page where their authors look for it. */
const settled: readonly (readonly [string, string])[] = [
  // The form of errors.
  [
    "docs/developers/decisions.md",
    "words; one line of JSON if JSON, NDJSON or YAML was asked for and standard error is not a terminal",
  ],
  ["docs/developers/decisions.md", "Both name status, code and `x-request-id` as far as they are known"],
  [
    "docs/developers/decisions.md",
    "| `explain`, `doctor`, `audit summary`, `--help` | text wherever they go;",
  ],
  ["docs/scripting.md", "request_id"],
  ["docs/troubleshooting.md", "(502 bad_gateway, request"],
  // Files of records.
  ["docs/provisioning.md", "--format"],
  ["docs/developers/decisions.md", "the ending of its name alone decides the format"],
  ["docs/developers/decisions.md", "standard input and any other ending need `--format`"],
  // References.
  ["docs/developers/decisions.md", "only in secret fields, in `merchants apply` and `merchants create -f`"],
  [
    "docs/developers/decisions.md",
    "a private key, as PEM or base64, is refused except in the two `account_updater_*_key` fields",
  ],
  ["docs/threat-model.md", "what came from one is masked wherever it is shown"],
  // Lost answers.
  ["docs/developers/decisions.md", "a create whose lost answer a 409 settles"],
  // Tables.
  [
    "docs/developers/decisions.md",
    "the first page settles its columns and their widths; the columns that found no room are named",
  ],
  ["docs/developers/decisions.md", "a terminal of less than 60 columns"],
  ["docs/developers/decisions.md", "each row is a card, with a line for each field"],
  // Audit filters.
  [
    "docs/developers/decisions.md",
    "the lists are merged by time, each entry once; with `--cursor` that is 2, `next_cursor` is null",
  ],
  ["docs/developers/decisions.md", "a note on standard error names the known ones"],
  // Retries.
  [
    "docs/developers/decisions.md",
    "at least half of its step (250 ms, 500 ms, 1 s, 2 s and so on, 20 s at most)",
  ],
  // The server's clock.
  ["docs/developers/decisions.md", "Tokens are judged by the time of day"],
  // The server's bounds.
  ["docs/developers/decisions.md", "the first 100 problems, in order"],
  ["docs/developers/decisions.md", "more than 100 `conditions`, 1,000 values of a condition"],
  ["docs/developers/decisions.md", "`updater_accepted_schemes` | 25 at most"],
  // The server's data.
  ["docs/developers/decisions.md", "2 or 3 letters or digits"],
  // Credentials, scopes and what is sent elsewhere.
  ["docs/developers/decisions.md", "names where the key or token came from"],
  ["docs/developers/decisions.md", "`--any-scope`"],
  ["README.md", "no telemetry and no update check"],
  ["docs/security.md", "No telemetry, no update check"],
  ["SECURITY.md", "Report a vulnerability"],
  ["docs/threat-model.md", "Out of scope"],
];

it.each(settled)("%s has the words: %s", (page, words) => {
  // A failure need not print the page.
  expect(textOf(page).includes(words)).toBe(true);
});
