import { animate, type Scene } from "./picture/animate.ts";
import { drawRows } from "./picture/draw-rows.ts";
import { drawFrame } from "./picture/frame.ts";
import { drawScreen } from "./picture/screen.ts";
import type { Picture } from "./pictures.ts";
import { columns, openWorld } from "./world.ts";

const prompt = "$ ";

/** All commands on one screen, with a free line between them. */
export async function drawStill(picture: Picture): Promise<string> {
  const scenes = await play(picture);
  const rows = scenes.flatMap((scene, index) => (index === 0 ? scene.rows : [[], ...scene.rows]));
  return drawFrame({ title: picture.title, columns, rows: rows.length, content: drawRows(rows) });
}

/** Each command on a screen of its own, as it is typed. */
export async function drawFilm(picture: Picture): Promise<string> {
  const scenes = await play(picture);
  const rows = Math.max(...scenes.map((scene) => scene.rows.length));
  return drawFrame({ title: picture.title, columns, rows, ...animate(scenes) });
}

async function play({ files, lines }: Picture): Promise<readonly Scene[]> {
  const world = await openWorld(files);
  const scenes: Scene[] = [];
  for (const line of lines) {
    const screen = `\x1b[32m${prompt}\x1b[39m\x1b[1m${line}\x1b[22m\n${await world.show(line)}`;
    scenes.push({ prompt: prompt.length, typed: line.length, rows: drawScreen(screen, columns) });
  }
  await world.close();
  return scenes;
}
