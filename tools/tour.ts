// What shows payctl at work: the outputs in README.md and the pictures, made with the demo data and fixed times.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { startReferenceServer } from "../src/testing/testing.ts";
import { type Browser, openBrowser } from "../test/helpers/browser.ts";
import { run } from "../test/helpers/run.ts";
import { startReference } from "../test/helpers/server.ts";

const columns = 100;
const instant = Date.parse("2026-01-01T00:00:00.000Z");
const browserPart = resolve("test/parts/browser");

/** The command whose screen is the picture of README.md. */
const shown = "payctl buyers list --limit 8";

/** A terminal before a reference server that began anew: `show` answers all that a command writes there. */
async function openTerminal(files: Readonly<Record<string, string>> = {}) {
  const reference = await startReference({ now: () => new Date(instant), deterministic: 1 });
  const env = { PAYCTL_MERCHANT_ACCOUNT: "default", FORCE_COLOR: "1" };
  const show = async (line: string) => {
    const written: string[] = [];
    const write = (text: string, done: () => void) => {
      written.push(text);
      done();
      return true;
    };
    const stream = { isTTY: true, columns, write };
    await run(line.replace(/^payctl /, ""), {
      ...{ reference, files, env, terminal: columns },
      alter: (host) => ({ ...host, stdout: stream, stderr: stream, now: () => instant }),
    });
    return written.join("");
  };
  return { show, close: () => reference.close() };
}

/** What is left of a screen without colours, where a line that was written over shows its last text. */
function plainText(screen: string): string {
  return stripVTControlCharacters(screen).replace(/^.*\r(?!\n)| +$/gm, "");
}

const sessions = /^```console\n(?<session>[\s\S]*?)^```$/gm;
/** A file that the page writes out, below its name. */
const written = /^`(?<name>[\w.-]+)`:\n\n```\w+\n(?<text>[\s\S]*?)^```$/gm;

/** The page with the `$ ` lines of its console blocks run again, in order, and their output as it is now. */
export async function fillPage(page: string): Promise<string> {
  const files = [...page.matchAll(written)].map(({ groups }) => [groups?.["name"], groups?.["text"]]);
  const terminal = await openTerminal(Object.fromEntries(files));
  const filled: string[] = [];
  for (const { groups } of page.matchAll(sessions)) {
    let text = "";
    for (const line of groups?.["session"]?.match(/^\$ .*$/gm) ?? [])
      text += `${line}\n${plainText(await terminal.show(line.slice(2)))}`;
    filled.push(text);
  }
  await terminal.close();
  return page.replace(sessions, () => `\`\`\`console\n${filled.shift()}\`\`\``);
}

/** A page on which xterm.js shows a command and what it writes. */
async function screenPage(line: string): Promise<string> {
  const terminal = await openTerminal();
  const text = `\x1b[32m$\x1b[39m \x1b[1m${line}\x1b[22m\n${await terminal.show(line)}`;
  await terminal.close();
  const screen = text.replace(/\r?\n$/, "");
  const folder = join(createRequire(join(browserPart, "package.json")).resolve("@xterm/xterm"), "../..");
  const [script, style] = await Promise.all(
    ["lib/xterm.js", "css/xterm.css"].map((name) => readFile(join(folder, name), "utf8")),
  );
  const options = { cols: columns, rows: screen.split("\n").length, convertEol: true, fontSize: 14 };
  return `<!doctype html><meta charset="utf-8"><style>${style} body{margin:0;background:#000}</style>
    <div id="screen" style="width:min-content;padding:12px"></div><script>${script}</script><script>
    const terminal = new Terminal(${JSON.stringify({ ...options, cursorInactiveStyle: "none" })});
    terminal.open(document.getElementById("screen"));
    terminal.write(${JSON.stringify(screen)}, () => { document.title = "ready"; });</script>`;
}

interface Shot {
  readonly name: string;
  readonly address: string;
  readonly width: number;
  readonly height: number;
  readonly dark?: true;
}

async function photograph(browser: Browser, { address, dark, height, name, width }: Shot): Promise<void> {
  const colorScheme = dark ? "dark" : "light";
  const page = await browser.newPage({ viewport: { width, height }, colorScheme, reducedMotion: "reduce" });
  await page.goto(address);
  if (address.includes("/_reference/")) await page.getByText("live", { exact: true }).waitFor();
  await writeFile(`docs/pictures/${name}.png`, await page.screenshot());
  await page.close();
}

/** Requests of an application under test, some of them wrong. */
async function useServer(url: string, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const body = JSON.stringify({ id: "Shop Rome!", display_name: "Shop Rome", loyalty_tier: "gold" });
  for (const path of ["buyers?limit=20", "audit-logs?limit=5", "buyer", "buyers?limt=20"])
    await fetch(`${url}/${path}`, { headers });
  await fetch(`${url}/merchant-accounts`, { method: "POST", headers, body });
}

/** Writes every output and picture anew, below the working directory. */
export async function makeTour(): Promise<void> {
  await writeFile("README.md", await fillPage(await readFile("README.md", "utf8")));
  const folder = await mkdtemp(join(tmpdir(), "payctl-tour-"));
  const browser = await openBrowser(browserPart);
  const server = await startReferenceServer();
  const fileOf = (name: string) => join(folder, `${name}.html`);
  try {
    await writeFile(fileOf("buyers-list"), await screenPage(shown));
    const terminal = await openTerminal();
    await terminal.show(`payctl audit summary --since 30d --html ${fileOf("audit-report")}`);
    await terminal.close();
    await useServer(server.url, await server.token({ scopes: ["*.read", "*.write"] }));
    const html = (name: string) => pathToFileURL(fileOf(name)).href;
    const wide = { width: 1280, height: 760 };
    const phone = { width: 400, height: 760 };
    const requests = `${server.url}/_reference/#/requests`;
    const [refused] = await server.requests({ status: 422 });
    const [buyer] = await server.data("buyers");
    const shots: Shot[] = [
      { name: "buyers-list", address: html("buyers-list"), width: 870, height: 220 },
      { name: "audit-report", address: html("audit-report"), ...wide },
      { name: "inspector-requests", address: `${requests}/${refused?.id}`, ...wide },
      { name: "inspector-requests-dark", address: `${requests}/${refused?.id}`, ...wide, dark: true },
      { name: "inspector-requests-narrow", address: requests, ...phone },
      { name: "inspector-data", address: `${server.url}/_reference/#/data/buyers/${buyer?.id}`, ...wide },
    ];
    for (const shot of shots) await photograph(browser, shot);
  } finally {
    await Promise.all([browser.close(), server.close(), rm(folder, { recursive: true })]);
  }
}
