import type { Context } from "../../context.ts";
import { codeInBrackets } from "../../errors.ts";
import { disk } from "../../files/disk.ts";
import { safeText } from "../../values/safe-text.ts";
import { grouped } from "../../values/text.ts";
import type { ResultRow } from "./result-row.ts";
import { type BulkTally, tallyText } from "./tally.ts";

/** What is made of the rows of a run besides its output and its results file. */
interface JobSummary {
  add(rows: readonly ResultRow[]): void;
  /** Once, at the end, however the run ended. */
  write(tally: BulkTally): Promise<void>;
}

/** GitHub takes 1 MiB from a step, so a large run shows so many rows of each kind. */
const mostRows = 500;

/**
 * Gathers the rows of a run for the page that GitHub Actions shows of a job: totals, then what failed, then the rest;
 * undefined if there is no such page.
 */
export function openJobSummary({ globals, host, output }: Context, items: string): JobSummary | undefined {
  const { env } = host;
  const file = env["GITHUB_STEP_SUMMARY"];
  if (env["GITHUB_ACTIONS"] !== "true" || !file) return undefined;
  const [failed, others]: [ResultRow[], ResultRow[]] = [[], []];
  return {
    add(rows) {
      for (const row of rows) {
        const kind = row.error === null ? others : failed;
        if (kind.length < mostRows) kind.push(row);
      }
    },
    /** A file that can't be written is a note, because the work itself is done. */
    async write(tally) {
      const rows = [...failed, ...others];
      if (rows.length === 0) return;
      try {
        const title = globals.dryRun ? `${items}, a dry run: nothing was sent` : items;
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
    `${tallyText(tally)}`,
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
