import CliTable from "cli-table3";
import { gap } from "./layout.ts";
import type { RenderSettings } from "./renderer.ts";

type Look = Pick<RenderSettings, "interactive" | "paint">;

/** Titles over the columns; on a terminal with a rule below them. Cells come in their full width. */
export function drawHead(
  titles: readonly string[],
  widths: readonly number[],
  { interactive, paint }: Look,
): string {
  if (!interactive) return `${paint.strong(titles.join(gap).trimEnd())}\n`;
  const [head = "", rule = ""] = draw([titles.map((title) => paint.strong(title))], widths, ruled).split(
    "\n",
  );
  return `${head}\n${paint.faint(rule)}\n`;
}

export function drawRows(
  rows: readonly (readonly string[])[],
  widths: readonly number[],
  { interactive }: Look,
): string {
  return interactive ? `${draw(rows, widths, bare)}\n` : rows.map(plainLine).join("");
}

function plainLine(cells: readonly string[]): string {
  return `${cells.join(gap).trimEnd()}\n`;
}

const bare = {
  top: "",
  "top-mid": "",
  "top-left": "",
  "top-right": "",
  bottom: "",
  "bottom-mid": "",
  "bottom-left": "",
  "bottom-right": "",
  left: "",
  "left-mid": "",
  mid: "",
  "mid-mid": "",
  right: "",
  "right-mid": "",
  middle: gap,
};

const ruled = { ...bare, bottom: "─", "bottom-mid": "──" };

/** From the private use area; no cell of ours holds a run of it. */
const standIn = "\ue000";

/** The package measures text by older rules than terminals draw it, so it lays out stand-ins of the right width. */
function draw(rows: readonly (readonly string[])[], widths: readonly number[], chars: typeof bare): string {
  const table = new CliTable({
    chars,
    colWidths: [...widths],
    style: { head: [], border: [], "padding-left": 0, "padding-right": 0 },
  });
  table.push(...rows.map((row) => row.map((_, index) => standIn.repeat(widths[index] ?? 0))));
  const cells = rows.flat();
  let next = 0;
  return table.toString().replace(/\ue000+/g, () => {
    next += 1;
    return cells[next - 1] ?? "";
  });
}
