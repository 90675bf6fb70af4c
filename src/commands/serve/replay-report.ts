import look from "../../page/look.css?raw";
import { pageInOneFile } from "../../page/one-file.ts";
import type { ReplayVerdict, VerdictWord } from "../../recording/replay.ts";
import { countOf } from "../../values/text.ts";
import { html } from "../audit/page/markup.ts";

/** What several exchanges have in common that are not the same here. */
export interface ReplayFinding {
  readonly operation: string;
  readonly verdict: VerdictWord;
  /** A JSON pointer, with * for places in a list; or why an exchange was not sent. */
  readonly where: string;
  readonly recorded: string;
  readonly ours: string;
  readonly times: number;
  /** The first entry that shows it. */
  readonly entry: number;
}

/** A row for each kind of finding, in the order in which they were met. */
export function findingsOf(verdicts: readonly ReplayVerdict[]): readonly ReplayFinding[] {
  const found = new Map<string, ReplayFinding>();
  for (const verdict of verdicts) {
    for (const row of rowsOf(verdict)) {
      const name = JSON.stringify([row.operation, row.verdict, row.where, row.recorded, row.ours]);
      const before = found.get(name);
      found.set(name, before === undefined ? row : { ...before, times: before.times + 1 });
    }
  }
  return [...found.values()];
}

function rowsOf({
  differences,
  entry,
  method,
  more,
  operation,
  path,
  reason,
  verdict,
}: ReplayVerdict): ReplayFinding[] {
  const about = {
    operation: operation ?? `${method} ${path}`,
    verdict,
    entry,
    times: 1,
    recorded: "",
    ours: "",
  };
  switch (verdict) {
    case "same":
      return [];
    case "not sent":
      return [{ ...about, where: reason ?? "" }];
    case "not served":
      return [{ ...about, where: "" }];
    default:
      return [
        ...differences.map(({ ours, pointer, recorded }) => ({
          ...about,
          where: anyItem(pointer),
          recorded,
          ours,
        })),
        ...more.map((pointer) => ({
          ...about,
          verdict: "more" as const,
          where: anyItem(pointer),
          recorded: "present",
          ours: "missing",
        })),
      ];
  }
}

function anyItem(pointer: string): string {
  return pointer === "" ? "the body" : pointer.replace(/\/\d+(?=\/|$)/g, "/*");
}

const order: readonly VerdictWord[] = ["same", "different", "more", "not served", "not sent"];

/** How many exchanges had which verdict. */
export function summaryOf(verdicts: readonly ReplayVerdict[]): string {
  const counts = order.flatMap((word) => {
    const count = verdicts.filter(({ verdict }) => verdict === word).length;
    return count === 0 ? [] : [`${count} ${word}`];
  });
  return `${countOf(verdicts.length, "exchange")}: ${counts.join(", ") || "none"}`;
}

const titles = ["operation", "verdict", "where", "recorded", "here", "times", "first entry"];

function cellsOf({ entry, operation, ours, recorded, times, verdict, where }: ReplayFinding): string[] {
  return [operation, verdict, where, recorded, ours, String(times), String(entry)];
}

export function markdownReport(verdicts: readonly ReplayVerdict[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(markdownText).join(" | ")} |`;
  const rows = findingsOf(verdicts).map((finding) => line(cellsOf(finding)));
  const table = rows.length === 0 ? [] : ["", line(titles), `|${"---|".repeat(titles.length)}`, ...rows];
  return `${[`# Recording and reference server`, "", `${summaryOf(verdicts)}.`, ...table].join("\n")}\n`;
}

function markdownText(text: string): string {
  return text.replace(/[|\\<>&*_`[\]]/g, "\\$&").replace(/\s+/g, " ");
}

export function jsonReport(verdicts: readonly ReplayVerdict[]): string {
  return `${JSON.stringify({ summary: summaryOf(verdicts), exchanges: verdicts }, null, 2)}\n`;
}

export function htmlReport(verdicts: readonly ReplayVerdict[]): string {
  const title = "Recording and reference server";
  const rows = findingsOf(verdicts).map(
    (finding) => html`<tr>${cellsOf(finding).map((cell) => html`<td>${cell}</td>`)}</tr>`,
  );
  const head = titles.map((cell) => html`<th scope="col">${cell}</th>`);
  const table =
    rows.length === 0 ? "" : html`<table><thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table>`;
  const { markup: body } = html`<main><h1>${title}</h1><p>${summaryOf(verdicts)}.</p>${table}</main>`;
  return pageInOneFile({ title, body, style: look + style, script: "" }).html;
}

const style = `main { padding: 1rem; overflow-x: auto } table { border-collapse: collapse }
th, td { text-align: left; padding: 0.25rem 0.75rem; border-bottom: 1px solid var(--line) }`;
