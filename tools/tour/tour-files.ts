import { drawFilm, drawStill } from "./draw-pictures.ts";
import { fillPage } from "./fill-page.ts";
import { includeScript } from "./include-script.ts";
import { film, stills } from "./pictures.ts";

/** What is made from the program's own output: texts by path. */
export async function tourFiles(
  read: (path: string) => Promise<string>,
): Promise<Readonly<Record<string, string>>> {
  const page = await fillPage(await read("README.md"));
  const pictures: Record<string, string> = {};
  for (const [name, picture] of Object.entries(stills)) {
    pictures[`docs/pictures/${name}.svg`] = await drawStill(picture);
  }
  pictures["docs/pictures/tour.svg"] = await drawFilm(film);
  return { "README.md": includeScript(page, await read("tools/tour/by-hand.sh")), ...pictures };
}
