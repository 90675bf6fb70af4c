import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { addPngText, findPngText } from "./png-text.ts";

/** The picture of the page ends below its first entry. */
const size = { width: 1280, height: 1475 } as const;

/** Which page the picture shows, in its own text. */
const keyword = "Source";

/** Whether the picture is one of this very page. */
export function shows(png: Buffer, page: string): boolean {
  return findPngText(png, keyword) === fingerprint(page);
}

/** The page as a browser shows it, in the light. */
export async function photograph(page: string, browser: string): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), "payctl-tour-"));
  const [html, png] = [join(folder, "page.html"), join(folder, "page.png")];
  try {
    await writeFile(html, page);
    await promisify(execFile)(browser, [
      "--headless",
      // A browser that is started by root refuses its sandbox; the page is ours and loads nothing.
      "--no-sandbox",
      "--hide-scrollbars",
      "--force-color-profile=srgb",
      `--user-data-dir=${join(folder, "browser")}`,
      `--window-size=${size.width},${size.height}`,
      `--screenshot=${png}`,
      pathToFileURL(html).href,
    ]);
    return addPngText(await readFile(png), keyword, fingerprint(page));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function fingerprint(page: string): string {
  return `sha256:${createHash("sha256").update(page).digest("hex")}`;
}
