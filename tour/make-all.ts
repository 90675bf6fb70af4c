import { readFile, writeFile } from "node:fs/promises";
import { photograph, photographs, shows } from "./photograph.ts";
import { reportPage } from "./report-page.ts";
import { tourFiles } from "./tour-files.ts";

/** Writes every file of the tour below the working directory; the browser is called only where its page changed. */
export async function makeAll(): Promise<void> {
  const files = await tourFiles((path) => readFile(path, "utf8"));
  for (const [path, text] of Object.entries(files)) await writeFile(path, text);
  const page = await reportPage();
  for (const picture of photographs) {
    const png = await readFile(picture.file).catch(() => undefined);
    if (png === undefined || !shows(png, page))
      await writeFile(picture.file, await photograph(page, picture));
  }
}
