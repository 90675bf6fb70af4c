import { cell, drawRows, pixels } from "./draw-rows.ts";
import { ground } from "./palette.ts";
import type { Row } from "./screen.ts";

/** A command as it stands behind the prompt, and the screen once it has ended. */
export interface Scene {
  /** Cells before the first character that is typed. */
  readonly prompt: number;
  readonly typed: number;
  readonly rows: readonly Row[];
}

/** In seconds. */
const pace = { before: 0.6, key: 0.035, answer: 0.4, reading: 4.5 } as const;

interface Times {
  readonly start: number;
  readonly typing: number;
  readonly sent: number;
  readonly answered: number;
  readonly end: number;
}

export interface Animation {
  readonly rules: readonly string[];
  readonly content: readonly string[];
}

/** Scene after scene, for ever; where nothing may move, the first one stands still. */
export function animate(scenes: readonly Scene[]): Animation {
  const times = schedule(scenes);
  const total = times.at(-1)?.end ?? 0;
  return {
    rules: [
      ".scene, .answer { visibility: hidden; }",
      ".scene.first, .scene.first .answer { visibility: visible; }",
      ".hand { visibility: hidden; }",
      "@media (prefers-reduced-motion: no-preference) {",
      ...scenes.flatMap((scene, index) => sceneRules(scene, { index, total, times: times[index] })),
      "}",
    ],
    content: scenes.flatMap(drawScene),
  };
}

function schedule(scenes: readonly Scene[]): readonly Times[] {
  let end = 0;
  return scenes.map(({ typed }) => {
    const start = end;
    const typing = start + pace.before;
    const sent = typing + typed * pace.key;
    const answered = sent + pace.answer;
    end = answered + pace.reading;
    return { start, typing, sent, answered, end };
  });
}

interface Place {
  readonly index: number;
  readonly total: number;
  readonly times: Times | undefined;
}

function sceneRules({ typed }: Scene, { index, times, total }: Place): readonly string[] {
  if (times === undefined) return [];
  const at = (time: number) => `${pixels((time / total) * 100)}%`;
  const animation = (name: string) => `animation: ${name}${index} ${pixels(total)}s infinite step-end;`;
  const shown = (name: string, from: number, to: number) =>
    `@keyframes ${name}${index} { 0% { visibility: hidden; } ${at(from)} { visibility: visible; } ${at(to)}, 100% { visibility: hidden; } }`;
  const width = pixels(typed * cell.width);
  return [
    `.s${index} { ${animation("scene")} }`,
    `.s${index} .answer { ${animation("answer")} }`,
    `.s${index} .hand { animation: hand${index} ${pixels(total)}s infinite step-end, keys${index} ${pixels(total)}s infinite; }`,
    shown("scene", times.start, times.end),
    shown("answer", times.answered, times.end),
    shown("hand", times.start, times.answered),
    `@keyframes keys${index} { 0%, ${at(times.typing)} { transform: none; animation-timing-function: steps(${typed}); } ${at(times.sent)}, 100% { transform: translateX(${width}px); } }`,
  ];
}

function drawScene({ prompt, rows, typed }: Scene, index: number): readonly string[] {
  const [command = [], ...answer] = rows;
  const left = pixels(prompt * cell.width);
  // The hand covers what is not yet typed, and the cursor goes before it.
  return [
    `<g class="scene s${index}${index === 0 ? " first" : ""}">`,
    ...drawRows([command]),
    `<g class="hand"><rect x="${left}" y="0" width="${pixels(typed * cell.width)}" height="${cell.height}" fill="${ground.background}"/>` +
      `<rect x="${left}" y="1" width="${cell.width}" height="${cell.height - 2}" fill="${ground.text}"/></g>`,
    '<g class="answer">',
    ...drawRows([[], ...answer]),
    "</g>",
    "</g>",
  ];
}
