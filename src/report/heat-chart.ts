import { html, type Markup } from "./markup.ts";

interface HeatChart {
  /** What the chart shows, for those who can't see it. */
  readonly about: string;
  readonly rows: readonly { readonly label: string; readonly counts: readonly number[] }[];
}

const left = 100;
const cell = 34;
const rowHeight = 24;
const top = 20;

/** Squares that are the fuller the more there is; each says its number as a tooltip. */
export function heatChart({ about, rows }: HeatChart): Markup {
  const most = Math.max(1, ...rows.flatMap(({ counts }) => counts));
  const columns = Math.max(0, ...rows.map(({ counts }) => counts.length));
  const hours = Array.from({ length: columns }, (_, hour) => twoDigits(hour));
  const head = hours.map(
    (hour, index) =>
      html`<text class="faint" x="${left + index * cell + cell / 2}" y="13" text-anchor="middle">${hour}</text>`,
  );
  const body = rows.map(({ label, counts }, row) => {
    const y = top + row * rowHeight;
    const squares = counts.map(
      (count, index) =>
        html`<g><title>${label} ${hours[index] ?? ""}:00: ${count}</title>${square({
          x: left + index * cell,
          y,
          share: count / most,
        })}</g>`,
    );
    return html`<text x="${left - 8}" y="${y + 16}" text-anchor="end">${label}</text>${squares}
`;
  });
  return html`<svg viewBox="0 0 ${left + columns * cell} ${top + rows.length * rowHeight}" role="img" aria-label="${about}">
${head}
${body}</svg>`;
}

interface Square {
  readonly x: number;
  readonly y: number;
  /** From 0 to 1. */
  readonly share: number;
}

function square({ x, y, share }: Square): Markup {
  const place = html`x="${x + 1}" y="${y + 1}" width="${cell - 2}" height="${rowHeight - 2}" rx="2"`;
  if (share === 0) return html`<rect class="none" ${place}/>`;
  return html`<rect class="bar" fill-opacity="${(0.2 + 0.8 * share).toFixed(2)}" ${place}/>`;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}
