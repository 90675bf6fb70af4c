import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** As much of a page as the tests use, since the part's own types are only there once it is installed. */
export interface Page {
  goto(url: string): Promise<unknown>;
  goBack(): Promise<unknown>;
  url(): string;
  title(): Promise<string>;
  click(selector: string): Promise<void>;
  fill(selector: string, text: string): Promise<void>;
  selectOption(selector: string, value: string): Promise<unknown>;
  textContent(selector: string): Promise<string | null>;
  // biome-ignore lint/suspicious/noExplicitAny: what an expression answers, only the test knows
  evaluate(expression: string): Promise<any>;
  readonly keyboard: { press(key: string): Promise<void> };
  on(event: "console", listener: (message: { text(): string }) => void): void;
  on(event: "request", listener: (request: { url(): string }) => void): void;
  on(event: "pageerror", listener: (error: Error) => void): void;
  screenshot(): Promise<Buffer>;
  close(): Promise<void>;
}

interface PageOptions {
  readonly viewport: { readonly width: number; readonly height: number };
  readonly colorScheme?: "dark" | "light";
}

export interface Browser {
  newPage(options: PageOptions): Promise<Page>;
  close(): Promise<void>;
}

/** Of the test part, not of this project. */
const packages = { chromium: "@sparticuz/chromium", launcher: "playwright-core" } as const;

/**
 * Starts the browser of the test part in a folder. Its own arguments would switch web security off, so that they are
 * not used.
 */
export async function openBrowser(part: string): Promise<Browser> {
  const require = createRequire(join(part, "package.json"));
  const { default: chromium } = await import(pathToFileURL(require.resolve(packages.chromium)).href);
  const { chromium: launcher } = require(packages.launcher);
  return launcher.launch({
    executablePath: await chromium.executablePath(),
    // A browser that root starts refuses its sandbox; the pages are ours.
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
  });
}
