import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";

/** Finds parts of a page by what people and screen readers know them by. */
interface Finder {
  getByRole(role: string, options?: { readonly name?: string | RegExp; readonly exact?: boolean }): Locator;
  getByLabel(text: string, options?: { readonly exact?: boolean }): Locator;
  getByText(text: string | RegExp, options?: { readonly exact?: boolean }): Locator;
  locator(selector: string, options?: { readonly hasText?: string }): Locator;
}

/** A part of a page; every action on it waits until it is there. */
export interface Locator extends Finder {
  click(): Promise<void>;
  fill(text: string): Promise<void>;
  press(key: string): Promise<void>;
  focus(): Promise<void>;
  selectOption(value: string): Promise<unknown>;
  check(): Promise<void>;
  waitFor(options?: { readonly state: "attached" | "detached" | "hidden" | "visible" }): Promise<void>;
  innerText(): Promise<string>;
  allInnerTexts(): Promise<string[]>;
  inputValue(): Promise<string>;
  getAttribute(name: string): Promise<string | null>;
  isVisible(): Promise<boolean>;
  isDisabled(): Promise<boolean>;
  count(): Promise<number>;
  first(): Locator;
  nth(index: number): Locator;
}

/** The part of a page's interface that the tests use, since its own types exist only once it is installed. */
export interface Page extends Finder {
  goto(url: string): Promise<unknown>;
  goBack(): Promise<unknown>;
  reload(): Promise<unknown>;
  url(): string;
  title(): Promise<string>;
  click(selector: string): Promise<void>;
  fill(selector: string, text: string): Promise<void>;
  selectOption(selector: string, value: string): Promise<unknown>;
  textContent(selector: string): Promise<string | null>;
  // biome-ignore lint/suspicious/noExplicitAny: what an expression answers, only the test knows
  evaluate(expression: string): Promise<any>;
  readonly keyboard: { press(key: string): Promise<void>; type(text: string): Promise<void> };
  on(event: "console", listener: (message: { text(): string }) => void): void;
  on(event: "request", listener: (request: { url(): string }) => void): void;
  on(event: "pageerror", listener: (error: Error) => void): void;
  screenshot(): Promise<Buffer>;
  setDefaultTimeout(milliseconds: number): void;
  close(): Promise<void>;
}

interface PageOptions {
  readonly viewport: { readonly width: number; readonly height: number };
  readonly colorScheme?: "dark" | "light";
  readonly reducedMotion?: "reduce";
  readonly permissions?: readonly string[];
}
export interface Browser {
  newPage(options: PageOptions): Promise<Page>;
  close(): Promise<void>;
}

/** Belongs to the test part, not to this project. */
const packages = { chromium: "@sparticuz/chromium", launcher: "playwright-core" } as const;

/**
 * How Playwright starts the browser of the test part in a folder. Its own arguments are not used, because they would
 * switch web security off.
 */
export async function launchOptions(part: string) {
  const require = createRequire(join(part, "package.json"));
  const { default: chromium } = await import(pathToFileURL(require.resolve(packages.chromium)).href);
  return {
    executablePath: await unpack(chromium),
    // A browser started by root can't use its sandbox; the pages are ours.
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
  };
}

/** Unpacks the browser once for all processes of a test run: it can't be started while one of them writes it. */
async function unpack(chromium: { executablePath(): Promise<string> }): Promise<string> {
  const turn = join(tmpdir(), "payctl-browser");
  const isDone = join(turn, "done");
  try {
    mkdirSync(turn);
  } catch {
    for (let look = 0; look < 600 && !existsSync(isDone); look += 1) await sleep(100);
    return chromium.executablePath();
  }
  const path = await chromium.executablePath();
  writeFileSync(isDone, "");
  return path;
}

export async function openBrowser(part: string): Promise<Browser> {
  const { chromium: launcher } = createRequire(join(part, "package.json"))(packages.launcher);
  return launcher.launch(await launchOptions(part));
}

/** By the definition of WCAG 2.2, for two colours as `getComputedStyle` returns them. */
export function contrast(ink: string, paper: string): number {
  const [light = 0, dark = 0] = [ink, paper].map(luminance).toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/g) ?? []).map((part) => {
    const share = Number(part) / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
