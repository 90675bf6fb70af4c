import type { Context } from "../../context.ts";
import { UsageError } from "../../errors.ts";
import { checkPlace, replaceFile, writing } from "../../files/replace.ts";
import { escapeMarkup } from "../../values/escape-markup.ts";
import type { Place, Places } from "../read-input-file.ts";
import type { ResultRow } from "./result-row.ts";
import type { BulkTally } from "./tally.ts";

/** What `--report junit=FILE` names; throws UsageError for another format. */
export function parseReport(text: string): string {
  const [, file] = /^junit=(.+)$/s.exec(text) ?? [];
  if (file !== undefined) return file;
  throw new UsageError("must be junit=FILE, as in junit=results.xml");
}

/** What is made of the rows of a run besides its output and its results file. */
export interface RowReport {
  add(rows: readonly ResultRow[]): void;
  /** Once, at the end, however the run ended. */
  write(tally: BulkTally): Promise<void>;
}

/** A file in the format of JUnit, which shows each item as a test; throws UsageError if it can't be written there. */
export async function openJunitReport(
  { command, globals }: Context,
  file: string | undefined,
  places: Places | undefined,
): Promise<RowReport | undefined> {
  if (file === undefined || globals.dryRun) return undefined;
  const place = await checkPlace(file, "--report");
  const cases: string[] = [];
  const seen = { failures: 0, skipped: 0 };
  return {
    add(rows) {
      for (const row of rows) {
        const outcome = outcomeOf(row);
        if (outcome !== undefined) seen[outcome] += 1;
        cases.push(caseText(command, row, { outcome, place: places?.get(row.id) }));
      }
    },
    async write() {
      const counts = `tests="${cases.length}" failures="${seen.failures}" errors="0" skipped="${seen.skipped}"`;
      const suite = `<testsuite name="payctl ${escapeMarkup(command)}" ${counts}>\n${cases.join("")}</testsuite>`;
      const text = `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${counts}>\n${suite}\n</testsuites>\n`;
      await writing(file, replaceFile(place, text, { mode: 0o666 }));
    },
  };
}

function outcomeOf({ error, result }: ResultRow): "failures" | "skipped" | undefined {
  if (error !== null) return "failures";
  return result === "skipped" ? "skipped" : undefined;
}

interface Case {
  readonly outcome: "failures" | "skipped" | undefined;
  readonly place: Place | undefined;
}

function caseText(command: string, { id, result, error }: ResultRow, { outcome, place }: Case): string {
  const file = place?.file === undefined ? "" : ` file="${escapeMarkup(place.file)}"`;
  const line = place?.line === undefined ? "" : ` line="${place.line}"`;
  const start = `<testcase classname="payctl ${escapeMarkup(command)}" name="${escapeMarkup(id)}"${file}${line}`;
  if (outcome === undefined) return `${start}/>\n`;
  const inner =
    outcome === "skipped"
      ? "<skipped/>"
      : `<failure type="${result}" message="${escapeMarkup(error ?? "")}"/>`;
  return `${start}>${inner}</testcase>\n`;
}
