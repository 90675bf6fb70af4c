/** Colours of a terminal on a dark ground that reads well on light and on dark pages. */
export const ground = { background: "#161b22", border: "#3d444d", text: "#e6edf3" } as const;

/** The 16 named colours, the bright ones last. */
const named: readonly string[] = [
  "#484f58",
  "#ff7b72",
  "#3fb950",
  "#d29922",
  "#58a6ff",
  "#bc8cff",
  "#39c5cf",
  "#b1bac4",
  "#6e7681",
  "#ffa198",
  "#56d364",
  "#e3b341",
  "#79c0ff",
  "#d2a8ff",
  "#56d4dd",
  "#ffffff",
];

/** The levels of the cube of 6 x 6 x 6 colours, as xterm has them. */
const levels = [0, 95, 135, 175, 215, 255] as const;

/** One of the 256 colours: 16 named ones, a cube, and 24 greys. */
export function indexedColor(index: number): string {
  if (index < 16) return named[index] ?? ground.text;
  if (index >= 232) return greyColor(index - 232);
  const place = index - 16;
  const level = (divisor: number) => levels[Math.floor(place / divisor) % 6] ?? 0;
  return rgbColor([level(36), level(6), level(1)]);
}

export function rgbColor(channels: readonly number[]): string {
  return `#${channels.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}

function greyColor(step: number): string {
  const level = 8 + step * 10;
  return rgbColor([level, level, level]);
}
