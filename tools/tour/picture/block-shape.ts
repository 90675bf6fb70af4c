/** The part of its cell that a block character fills, and how densely. */
export interface BlockShape {
  readonly width: number;
  readonly opacity: number;
}

const shades: Readonly<Record<string, number>> = { "░": 0.25, "▒": 0.5, "▓": 0.75, "█": 1 };
const leftBlocks = "▏▎▍▌▋▊▉";

/** Undefined for every other character. */
export function blockShape(character: string): BlockShape | undefined {
  const opacity = shades[character];
  if (opacity !== undefined) return { width: 1, opacity };
  const eighths = leftBlocks.indexOf(character) + 1;
  return character === "" || eighths === 0 ? undefined : { width: eighths / 8, opacity: 1 };
}
