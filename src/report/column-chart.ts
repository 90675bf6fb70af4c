import { grouped } from "../values/text.ts";
import { html, type Markup } from "./markup.ts";

interface ColumnChart {
  /** What the chart shows, for those who can't see it. */
  readonly about: string;
  readonly columns: readonly { readonly label: string; readonly count: number }[];
}

const width = 960;
const height = 150;
const top = 18;
const bottom = 20;

/** Columns over a line of time; its first and last are labelled, the rest say theirs as tooltips. */
export function columnChart({ about, columns }: ColumnChart): Markup {
  const most = Math.max(1, ...columns.map(({ count }) => count));
  const floor = height - bottom;
  const step = width / Math.max(1, columns.length);
  const bars = columns.map(({ label, count }, index) => {
    const tall = count === 0 ? 0 : Math.max(1, Math.round((count / most) * (floor - top)));
    return html`<g><title>${label}: ${grouped(count)}</title>
<rect class="bar" x="${fixed(index * step)}" y="${floor - tall}" width="${fixed(barWidth(step))}" height="${tall}"/></g>
`;
  });
  return html`<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${about}">
<text class="faint" x="0" y="12">up to ${grouped(most)}</text>
${bars}<line class="axis" x1="0" y1="${floor}" x2="${width}" y2="${floor}"/>
<text class="faint" x="0" y="${height - 5}">${columns[0]?.label ?? ""}</text>
<text class="faint" x="${width}" y="${height - 5}" text-anchor="end">${columns.at(-1)?.label ?? ""}</text>
</svg>`;
}

/** Few columns do not become walls. */
function barWidth(step: number): number {
  return Math.min(48, step > 4 ? step - 2 : step * 0.8);
}

function fixed(length: number): string {
  return String(Number(length.toFixed(2)));
}
