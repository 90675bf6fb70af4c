import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { type Browser, openBrowser } from "../../test/helpers/browser.ts";
import { inspectorPhotographs, inspectorSource, photographInspector } from "./inspector.ts";
import { type Photograph, photographReport, reportPhotographs, shows, signed } from "./photograph.ts";
import { reportPage } from "./report-page.ts";
import { tourFiles } from "./tour-files.ts";

/** Writes every file of the tour below the working directory; the browser is called only where its page changed. */
export async function makeAll(): Promise<void> {
  const files = await tourFiles((path) => readFile(path, "utf8"));
  for (const [path, text] of Object.entries(files)) await writeFile(path, text);
  const report = await reportPage();
  await renew(reportPhotographs, report, (browser) => photographReport(browser, report));
  await renew(inspectorPhotographs, await inspectorSource(), photographInspector);
}

/** Takes the pictures of a page anew if one of them shows another. */
async function renew(
  photographs: readonly Photograph[],
  source: string,
  take: (browser: Browser) => Promise<readonly Buffer[]>,
): Promise<void> {
  const kept = await Promise.all(photographs.map(({ file }) => readFile(file).catch(() => undefined)));
  if (kept.every((png) => png !== undefined && shows(png, source))) return;
  const browser = await openBrowser(resolve("test/parts/browser"));
  try {
    const pictures = await take(browser);
    for (const [index, { file }] of photographs.entries()) {
      const png = pictures[index];
      if (png !== undefined) await writeFile(file, signed(png, source));
    }
  } finally {
    await browser.close();
  }
}
