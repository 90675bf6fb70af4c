import type { Context } from "../../context.ts";
import { codeInBrackets } from "../../errors.ts";
import { disk } from "../../files/disk.ts";
import { safeText } from "../../values/safe-text.ts";
import { grouped } from "../../values/text.ts";
import type { ResultRow } from "./result-row.ts";

/** GitHub takes 1 MiB from a step, so a large run shows its first rows. */
const mostRows = 1000;

/** Gathers the rows of a run for the page that GitHub Actions shows of a job; undefined if there is no such page. */
export function openJobSummary({ globals, host, output }: Context) {
  const { env } = host;
  const file = env["GITHUB_STEP_SUMMARY"];
  if (env["GITHUB_ACTIONS"] !== "true" || !file || globals.dryRun) return undefined;
  const rows: ResultRow[] = [];
  const seen = { count: 0 };
  return {
    add(more: readonly ResultRow[]): void {
      seen.count += more.length;
      rows.push(...more.slice(0, Math.max(0, mostRows - rows.length)));
    },
    /** Appends the table; a file that can't be written is a note, because the work itself is done. */
    async write(items: string): Promise<void> {
      if (seen.count === 0) return;
      try {
        disk.appendFileSync(file, tableText(items, rows, seen.count));
      } catch (cause) {
        await output.note(`the job summary ${file} can't be written${codeInBrackets(cause)}`);
      }
    },
  };
}

function tableText(items: string, rows: readonly ResultRow[], count: number): string {
  const left = count - rows.length;
  const lines = [
    `### payctl: ${items}`,
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
