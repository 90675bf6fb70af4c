import { fitCell } from "../terminal/render/cell-width.ts";
import { grouped } from "../values/text.ts";
import { html, type Markup } from "./markup.ts";

export interface ChartBar {
  readonly label: string;
  readonly count: number;
  readonly isMarked?: boolean;
}

interface BarChart {
  /** What the chart shows, for those who can't see it. */
  readonly about: string;
  readonly bars: readonly ChartBar[];
}

const width = 480;
const rowHeight = 22;
const labelWidth = 190;
const countWidth = 64;
/** Characters of a label that fit; the whole one is its tooltip. */
const longestLabel = 28;

/** Bars from left to right, a row each. */
export function barChart({ about, bars }: BarChart): Markup {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  const room = width - labelWidth - countWidth;
  const rows = bars.map((bar, index) => {
    const y = index * rowHeight;
    const length = Math.max(1, Math.round((bar.count / most) * room));
    const label = fitCell(bar.label, longestLabel).trimEnd();
    return html`<g><title>${bar.label}: ${grouped(bar.count)}</title>
<text x="${labelWidth - 8}" y="${y + 15}" text-anchor="end">${label}</text>
<rect class="bar${bar.isMarked ? " staff" : ""}" x="${labelWidth}" y="${y + 4}" width="${length}" height="14" rx="2"/>
<text class="faint" x="${labelWidth + length + 6}" y="${y + 15}">${grouped(bar.count)}</text></g>
`;
  });
  return html`<svg viewBox="0 0 ${width} ${bars.length * rowHeight}" role="img" aria-label="${about}">
${rows}</svg>`;
}
