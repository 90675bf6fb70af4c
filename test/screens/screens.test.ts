import { stripVTControlCharacters } from "node:util";
import { expect, it } from "vitest";
import type { Host } from "../../src/context.ts";
import { instant } from "../helpers/host.ts";
import { type RunOptions, run } from "../helpers/run.ts";
import { startReference } from "../helpers/server.ts";
import { shared } from "../helpers/shared.ts";
import { lookingOn } from "./looking-on.ts";
import { type Scene, scenes } from "./scenes.ts";
import { createTranscript, screenOf, stylesOf } from "./screen.ts";

const reference = await shared(startReference({ now: () => new Date(instant) }));

interface Seen {
  readonly screen: string;
  readonly stdout: string;
  readonly styles: readonly string[];
}

/** Plays a scene on a terminal, in colour. */
async function play({ line, code, prepare }: Scene, columns: number): Promise<Seen> {
  const own = await prepare?.();
  const transcript = createTranscript();
  const options: RunOptions = { reference, ...own?.options, terminal: columns };
  const alter = (host: Host): Host =>
    transcript.alter(own?.options.alter?.(lookingOn(host)) ?? lookingOn(host));
  const ran = await run(`${line} --color always`, { ...options, alter });
  await own?.options.reference?.close();
  expect(ran.code).toBe(code);
  const text = own?.cut?.(transcript.text()) ?? transcript.text();
  return { screen: screenOf(text), stdout: ran.stdout, styles: stylesOf(text) };
}

/** What each run makes up, and its width, which never changes. */
function steady(screen: string): string {
  const madeUp = /\b[0-9a-f]{8}-[0-9a-f]{4}-4(?!000-8000)[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\b/g;
  const thumbprint = reference.administrator.key.thumbprint.slice(0, 15);
  return screen
    .replace(madeUp, "01234567-89ab-4cde-8f01-23456789abcd")
    .replace(thumbprint, "0123456789abcde")
    .replace(/(?<=^(?:ID|2026-01-15 12:00:00Z) .*)[0-9a-f]{8}$/gm, "01234567");
}

/** Every scene in the usual width; wider and narrower, those that are laid out anew there. */
const looks = scenes.flatMap((scene) =>
  [80, ...(scene.also ?? [])].map((columns) => ({ scene, columns, name: scene.name })),
);

it.each(looks)(
  "$name in $columns columns looks as kept here, and its rows fit",
  async ({ scene, columns }) => {
    const { screen, stdout } = await play(scene, columns);
    const rows = stripVTControlCharacters(stdout).split("\n");
    expect(rows.filter((row) => row.trimEnd().length > columns)).toEqual([]);
    await expect(steady(screen)).toMatchFileSnapshot(`${scene.name}-${columns}.txt`);
  },
);

/** Bold, dim, red and green, and what ends them: those that are readable on black and on white. */
const readable = ["1", "2", "22", "31", "32", "39"];

it.each(scenes)("$name uses no colour that a light or a dark terminal swallows", async (scene) => {
  const { styles } = await play(scene, 80);
  expect(styles.filter((style) => !readable.includes(style))).toEqual([]);
});
