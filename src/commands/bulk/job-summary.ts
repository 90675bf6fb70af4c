import type { Context } from "../../context.ts";
import { codeInBrackets } from "../../errors.ts";
import { disk } from "../../files/disk.ts";
import { safeText } from "../../values/safe-text.ts";
import { grouped } from "../../values/text.ts";
import type { ResultRow } from "./result-row.ts";
import { type BulkTally, tallyText } from "./tally.ts";

/** GitHub takes 1 MiB from a step, so a large run shows so many rows of each kind. */
const mostRows = 500;

/** Gathers the rows of a run for the page that GitHub Actions shows of a job: totals, then what failed, then the rest. */
export function openJobSummary({ globals, host, output }: Context, noun: string) {
  const file = host.env["GITHUB_STEP_SUMMARY"];
  const [failed, others]: [ResultRow[], ResultRow[]] = [[], []];
  return {
    add(rows: readonly ResultRow[]): void {
      for (const row of rows) {
        const kind = row.error === null ? others : failed;
        if (kind.length < mostRows) kind.push(row);
      }
    },
    /** Once, however the run ended; a file that can't be written is a note, because the work itself is done. */
    async write(tally: BulkTally): Promise<void> {
      const rows = [...failed, ...others];
      if (host.env["GITHUB_ACTIONS"] !== "true" || !file || rows.length === 0) return;
      try {
        const title = globals.dryRun ? `${noun}, a dry run: nothing was sent` : noun;
        disk.appendFileSync(file, summaryText(title, rows, tally));
      } catch (cause) {
        await output.note(`the job summary ${file} can't be written${codeInBrackets(cause)}`);
      }
    },
  };
}

function summaryText(title: string, rows: readonly ResultRow[], tally: BulkTally): string {
  const left = [...tally.counts.values()].reduce((sum, count) => sum + count, 0) - rows.length;
  const lines = [
    `### payctl: ${title}`,
    "",
    tallyText(tally),
    "",
    "| id | result | status | error |",
    "|---|---|---|---|",
    ...rows.map(({ id, result, status, error }) => {
      return `| ${[id, result, status ?? "", error ?? ""].map((value) => cell(String(value))).join(" | ")} |`;
    }),
    ...(left > 0 ? ["", `${grouped(left)} more are not shown.`] : []),
  ];
  return `${lines.join("\n")}\n\n`;
}

/** Text of a file or of the service stays text: it makes no markup and no further cell. */
function cell(text: string): string {
  return safeText(text).replace(/[\\`*[\]<>|~&]|(?<!\w)_|_(?!\w)/g, "\\$&");
}
