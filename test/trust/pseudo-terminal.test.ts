import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cellWidth } from "../../src/terminal/render/cell-width.ts";
import { serveHttp } from "../client/servers.ts";
import { anyToken } from "../helpers/keys.ts";
import { commandLine, quoted } from "../helpers/program.ts";
import { hasPseudoTerminals, onTerminal } from "../helpers/pseudo-terminal.ts";
import { sharedFolder } from "../helpers/shared.ts";

const environment = (): Record<string, string> => ({
  PATH: process.env["PATH"] ?? "",
  SHELL: "/bin/sh",
  TERM: "xterm-256color",
  LANG: "C.UTF-8",
  XDG_CONFIG_HOME: join(folder, "config"),
  XDG_DATA_HOME: join(folder, "data"),
});

const folder = sharedFolder();

const names = [
  "漢字".repeat(40),
  "한국어 이름 ".repeat(8),
  "👩\u200d👩\u200d👧 family 🇩🇪 ❤\u200d🔥",
  "Zoe\u0308 👍🏽 ｶﾞ 1\ufe0f\u20e3",
  "a word and another word ".repeat(8),
  "unbreakable".repeat(18),
];

/** Buyers and audit logs with names of wide letters. */
const wideNames = {
  buyers: names.map((name) => ({ display_name: name, external_identifier: name.slice(0, 60) })),
  audit_logs: names.map((name) => ({
    action: "updated",
    resource: { type: "buyer", id: "漢字", name },
    user: { id: null, name, email_address: null },
  })),
};

const commands = ["buyers list", "audit list", "keys list", "auth status", "doctor"];

/** A name of an option or field, or part of an example that is there to be copied, is not broken. */
function isWhole(row: string): boolean {
  return /^ *[\w,().[\]-]+$|^ {4}-.*['"]/.test(row);
}

describe.skipIf(!hasPseudoTerminals)("a real terminal", () => {
  let server: ChildProcess;
  beforeAll(async () => {
    const words = ["serve", "--port", "0", "--database", ":memory:", "--seed", "demo", "--log", "off"];
    const started = spawn(...commandLine(words), {
      env: environment(),
      cwd: folder,
      stdio: ["ignore", "pipe", "inherit"],
    });
    server = started;
    const [ready] = await once(started.stdout, "data");
    const answer = await fetch(`${JSON.parse(String(ready)).url}/_reference/seed`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(wideNames),
    });
    expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)]);
  });
  afterAll(async () => {
    const ended = once(server, "exit");
    server.kill("SIGTERM");
    await ended;
  });

  it.each([30, 45, 60, 80, 100, 120])("of %i columns gets no line that is wider", async (columns) => {
    // That every help page fits if there is room for its longest words is tested without a terminal.
    const pages = columns < 60 ? commands : ["buyers list"];
    const lines = [
      ...commands.map((words) => `${quoted} -p local --no-pager ${words}`),
      ...["", ...pages].map((words) => `${quoted} ${words} --help`),
    ];
    const command = lines.map((line) => `${line}; echo "exit code $?"`).join("; ");
    const { code, shown } = await onTerminal({ command, columns, env: environment(), cwd: folder });
    const rows = stripVTControlCharacters(shown.replaceAll("\r\u001b[K", "\n")).split(/[\r\n]+/);
    expect(rows.filter((row) => row.startsWith("exit code"))).toEqual(lines.map(() => "exit code 0"));
    expect(rows.filter((row) => cellWidth(row) > columns && !isWhole(row))).toEqual([]);
    expect(rows.join("\n")).toContain("漢字漢字");
    expect(code).toBe(0);
  });
});

describe.skipIf(!hasPseudoTerminals)("a page of huge names on a real terminal", () => {
  const name = "漢".repeat(50_000);
  /** An endless list; an id is repeated only after more pages than payctl remembers. */
  const pages = [1, 2, 3].map((page) =>
    JSON.stringify(
      Array.from({ length: 100 }, (_, row) => ({
        id: `c${page}000000-0000-4000-8000-${String(row).padStart(12, "0")}`,
        display_name: name,
      })),
    ),
  );

  async function endlessService(): Promise<Record<string, string>> {
    let count = 0;
    const port = await serveHttp((_, response) => {
      count += 1;
      response.setHeader("content-type", "application/json");
      response.end(`{"items":${pages[count % 3]},"limit":100,"next_cursor":"c${count}"}`);
    });
    const token = join(folder, "token");
    await writeFile(token, anyToken("buyers.read"), { mode: 0o600 });
    const service = { PAYCTL_BASE_URL: `http://127.0.0.1:${port}`, PAYCTL_TOKEN_FILE: token };
    return { ...environment(), ...service };
  }

  it.each([45, 100])("is left at once on Ctrl-C, at %i columns", async (columns) => {
    let isTyped = false;
    const screen = await onTerminal({
      command: `${quoted} buyers list --all --no-pager`,
      columns,
      env: await endlessService(),
      cwd: folder,
      react(shown) {
        if (isTyped || !shown.includes("漢漢")) return undefined;
        isTyped = true;
        return "\u0003";
      },
    });
    expect(screen.code).toBe(130);
  });

  it.each([45, 100])("ends with the deadline, at %i columns", async (columns) => {
    const told = join(folder, `told-${columns}`);
    const { code } = await onTerminal({
      command: `${quoted} buyers list --all --no-pager --deadline 1s 2>'${told}'`,
      columns,
      env: await endlessService(),
      cwd: folder,
    });
    expect(code).toBe(10);
    expect(await readFile(told, "utf8")).toMatch(/^error: .*deadline/);
  });
});

describe.skipIf(!hasPseudoTerminals)("a question on a real terminal", () => {
  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("leaves the terminal as it was on %s", async (signal, code) => {
    let seen = "";
    const { shown } = await onTerminal({
      command: `sh -c "echo process \\$\\$.; exec ${quoted} init"; echo "exit code $?"; stty -a`,
      columns: 80,
      env: { ...environment(), XDG_CONFIG_HOME: join(folder, signal) },
      cwd: folder,
      react(piece) {
        const before = seen;
        seen += piece;
        const isAsked = (text: string) => text.includes("Name of the profile");
        if (isAsked(seen) && !isAsked(before)) process.kill(Number(/process (\d+)/.exec(seen)?.[1]), signal);
        return undefined;
      },
    });
    expect(shown).toContain(`exit code ${code}`);
    expect(shown).toMatch(/[\s;]isig icanon [^;]*\secho\s/);
  });
});
