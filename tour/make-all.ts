import { readFile, writeFile } from "node:fs/promises";
import { photograph, shows } from "./photograph.ts";
import { reportPage } from "./report-page.ts";
import { tourFiles } from "./tour-files.ts";

const picture = "docs/pictures/audit-report.png";

/** Writes every file of the tour below the working directory; the browser is called only where its page changed. */
export async function makeAll(env: Readonly<Record<string, string | undefined>>): Promise<void> {
  const files = await tourFiles((path) => readFile(path, "utf8"));
  for (const [path, text] of Object.entries(files)) await writeFile(path, text);
  const page = await reportPage();
  const png = await readFile(picture).catch(() => undefined);
  if (png !== undefined && shows(png, page)) return;
  await writeFile(picture, await photograph(page, env["CHROMIUM"] || "chromium"));
}
