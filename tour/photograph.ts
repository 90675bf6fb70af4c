import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { openBrowser } from "../test/helpers/browser.ts";
import { addPngText, findPngText } from "./png-text.ts";

interface Photograph {
  readonly file: string;
  readonly viewport: { readonly width: number; readonly height: number };
}

/** The page on a screen, down to its first entries, and at its top on a phone. */
export const photographs: readonly Photograph[] = [
  { file: "docs/pictures/audit-report.png", viewport: { width: 1280, height: 1860 } },
  { file: "docs/pictures/audit-report-narrow.png", viewport: { width: 400, height: 1475 } },
];

/** Which page the picture shows, in its own text. */
const keyword = "Source";

/** Whether the picture is one of this very page. */
export function shows(png: Buffer, page: string): boolean {
  return findPngText(png, keyword) === fingerprint(page);
}

/** The page as a browser shows it, in the light. */
export async function photograph(page: string, { viewport }: Photograph): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), "payctl-tour-"));
  const browser = await openBrowser(resolve("test/parts/browser"));
  try {
    const file = join(folder, "page.html");
    await writeFile(file, page);
    const shown = await browser.newPage({ viewport, colorScheme: "light" });
    await shown.goto(pathToFileURL(file).href);
    return addPngText(await shown.screenshot(), keyword, fingerprint(page));
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function fingerprint(page: string): string {
  return `sha256:${createHash("sha256").update(page).digest("hex")}`;
}
