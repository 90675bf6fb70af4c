import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { serveHttp } from "../client/servers.ts";
import { anyToken } from "../helpers/keys.ts";
import { quoted } from "../helpers/program.ts";
import { hasPseudoTerminals, onTerminal } from "../helpers/pseudo-terminal.ts";
import { sharedFolder } from "../helpers/shared.ts";

function hasLess(): boolean {
  try {
    return /^less \d/.test(execFileSync("less", ["--version"], { encoding: "utf8" }));
  } catch {
    return false;
  }
}

/** What is done once the terminal shows a new text. */
interface Step {
  readonly once: RegExp;
  /** Types what it returns. */
  readonly act: (since: string) => string;
}

/** Takes one step after the other, each on what is shown after the previous one. */
function stepwise(steps: readonly Step[]): (piece: string) => string | undefined {
  const left = [...steps];
  let since = "";
  return (piece) => {
    since += piece;
    const [next] = left;
    if (next === undefined || !next.once.test(since)) return undefined;
    left.shift();
    const typed = next.act(since);
    since = "";
    return typed;
  };
}

const type = (once: RegExp, typed: string): Step => ({ once, act: () => typed });

/** The prompt of `less`, at the end of what it has written so far. */
const prompt = /press q to leave, h for help(?:\u001b\[27m)?\u001b\[K$/;

/** What is on the screen, by the names in its rows. */
const namesIn = (shown: string): readonly string[] =>
  stripVTControlCharacters(shown).match(/Buyer \d{3}/g) ?? [];

/** More than a pipe can hold. */
const pages = 50;

const rows = Array.from({ length: 100 }, (_, index) => ({
  id: `a1000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
  timestamp: "2026-01-15T12:00:00Z",
  action: "deleted",
  merchant_account_id: "default",
  resource: { type: "buyer", id: `b${index}`, name: `Buyer ${String(index).padStart(3, "0")}` },
  user: { id: "p1", name: "Ada Lovelace", email_address: null, is_staff: false, status: "active" },
}));

const folder = sharedFolder();

describe.skipIf(!hasPseudoTerminals || !hasLess())("long output in less on a real terminal", () => {
  /** A list on a terminal of 100 columns and 50 lines; prints how it ended, and the state of the terminal. */
  async function page(words: string, steps: readonly Step[]) {
    let requests = 0;
    const port = await serveHttp((_, response) => {
      requests += 1;
      response.setHeader("content-type", "application/json");
      const items = rows.map((row) => ({ ...row, id: row.id.replace(/\d{4}/, String(1000 + requests)) }));
      const next_cursor = requests === pages ? null : `c${requests}`;
      response.end(JSON.stringify({ items, limit: 100, next_cursor }));
    });
    await writeFile(join(folder, "token"), anyToken("audit-logs.read"), { mode: 0o600 });
    const screen = await onTerminal({
      command: `trap : INT; tty; ${quoted} audit list ${words}; echo "ended with $?, $(stty -a | grep -c ' echo ') echo"`,
      columns: 100,
      env: {
        PATH: process.env["PATH"] ?? "",
        SHELL: "/bin/sh",
        TERM: "xterm-256color",
        LANG: "C.UTF-8",
        XDG_CONFIG_HOME: folder,
        PAYCTL_BASE_URL: `http://127.0.0.1:${port}`,
        PAYCTL_TOKEN_FILE: join(folder, "token"),
      },
      cwd: folder,
      react: stepwise(steps),
    });
    return { ...screen, requests, text: stripVTControlCharacters(screen.shown) };
  }

  it("a person leaves less at its first screen: exit code 0, then the notes, and the terminal as it was", async () => {
    const { requests, shown, text } = await page("", [type(prompt, "q")]);
    expect(text).toMatch(
      /\npress q to leave, h for help\r?hidden .*\r\n100 rows shown, more exist.*\r\nended with 0, 1 echo\r\n$/,
    );
    expect(requests).toBe(1);
    // Heads are bold there, and words for states have their colour.
    expect(shown).toContain("\u001b[1mTIME (UTC)");
    expect(shown).toContain("\u001b[31mdeleted");
  });

  it("a person leaves less while pages are still to come, which are then not asked for", async () => {
    const { requests, text } = await page("--all", [type(prompt, "q")]);
    // A page that is on its way to a reader, the one waiting after it, and what the pipe holds.
    expect(requests).toBeLessThan(pages);
    expect(text).toMatch(/ended with 0, 1 echo\r\n$/);
    expect(text).not.toContain("error");
  });

  it("a person searches in less, and Ctrl-C does not end it", async () => {
    let found: readonly string[] = [];
    const { text } = await page("", [
      // All at once: Ctrl-C drops what the terminal has yet to show, which may be the next prompt.
      type(prompt, "\u0003/Buyer 077\r"),
      {
        // The search text shows while it is typed; the row after it shows once it was found.
        once: new RegExp(`Buyer 078[^]*${prompt.source}`),
        act(since) {
          found = namesIn(since);
          return "q";
        },
      },
    ]);
    expect(found).toContain("Buyer 077");
    expect(text).toMatch(/ended with 0, 1 echo\r\n$/);
  });

  it("less draws its screen again if the window becomes smaller", async () => {
    let redrawn: readonly string[] = [];
    const { text } = await page("", [
      {
        once: prompt,
        act(since) {
          const terminal = /\/dev\/\S+/.exec(since)?.[0] ?? "";
          execFileSync("stty", ["-F", terminal, "rows", "12"]);
          return "";
        },
      },
      {
        once: prompt,
        act(since) {
          redrawn = namesIn(since);
          return "q";
        },
      },
    ]);
    // Twelve lines are the two of the head, nine rows and the prompt.
    expect(redrawn).toEqual(rows.slice(0, 9).map(({ resource }) => resource.name));
    expect(text).toMatch(/ended with 0, 1 echo\r\n$/);
  });
});
