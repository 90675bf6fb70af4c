import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser } from "../../test/helpers/browser.ts";
import { addPngText, findPngText } from "./png-text.ts";

export interface Photograph {
  readonly file: string;
  readonly viewport: { readonly width: number; readonly height: number };
  /** Light unless given. */
  readonly colorScheme?: "dark";
}

/** The page on a screen, down to its first entries, and at its top on a phone. */
export const reportPhotographs: readonly Photograph[] = [
  { file: "docs/pictures/audit-report.png", viewport: { width: 1280, height: 1475 } },
  { file: "docs/pictures/audit-report-narrow.png", viewport: { width: 400, height: 1475 } },
];

/** What the picture shows, in its own text. */
const keyword = "Source";

/** Whether the picture is one of this very page. */
export function shows(png: Buffer, page: string): boolean {
  return findPngText(png, keyword) === fingerprint(page);
}

/** The picture with a fingerprint of the page that it shows. */
export function signed(png: Buffer, page: string): Buffer {
  return addPngText(png, keyword, fingerprint(page));
}

/** The page as a browser shows it, in the light. */
export async function photographReport(browser: Browser, page: string): Promise<readonly Buffer[]> {
  const folder = await mkdtemp(join(tmpdir(), "payctl-tour-"));
  try {
    const file = join(folder, "page.html");
    await writeFile(file, page);
    const pictures: Buffer[] = [];
    for (const { viewport } of reportPhotographs) {
      const shown = await browser.newPage({ viewport, colorScheme: "light" });
      await shown.goto(pathToFileURL(file).href);
      pictures.push(await shown.screenshot());
    }
    return pictures;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function fingerprint(page: string): string {
  return `sha256:${createHash("sha256").update(page).digest("hex")}`;
}
