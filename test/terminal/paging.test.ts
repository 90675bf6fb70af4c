import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Host, PagerCommand } from "../../src/context.ts";
import { openPager } from "../../src/open-pager.ts";
import { ClosedPipeError } from "../../src/terminal/streams.ts";
import { listing } from "../helpers/audit-lists.ts";
import { type RunOptions, run } from "../helpers/run.ts";

const entries = Array.from({ length: 1000 }, (_, index) => ({
  id: `e${index}`,
  timestamp: new Date(Date.parse("2026-01-15T11:00:00Z") - index * 60_000).toISOString(),
  action: "deleted",
}));

interface Paged {
  readonly commands: PagerCommand[];
  /** What happened, in order; `pager:` what the pager was given. */
  readonly log: string[];
  readonly options: RunOptions;
}

/** A terminal with a pager that its reader leaves after this many writes. */
function withPager(env: Record<string, string> = {}, patience = Number.POSITIVE_INFINITY): Paged {
  const commands: PagerCommand[] = [];
  const log: string[] = [];
  let writes = 0;
  const alter = (host: Host): Host => ({
    ...host,
    stdout: noting(host.stdout, "stdout", log),
    stderr: noting(host.stderr, "stderr", log),
    async openPager(command) {
      commands.push(command);
      return {
        async write(text) {
          writes += 1;
          if (writes > patience) throw new ClosedPipeError();
          log.push(`pager: ${text}`);
        },
        end: async () => void log.push("left"),
      };
    },
  });
  return { commands, log, options: { terminal: 100, env, alter, exchange: listing(entries) } };
}

function noting(stream: Host["stdout"], name: string, log: string[]): Host["stdout"] {
  return {
    ...stream,
    write(text, done) {
      log.push(`${name}: ${text}`);
      return stream.write(text, done);
    },
  };
}

const line = "audit list --fields timestamp,action --color always";

it("long output on a terminal goes through less, colours and all, and notes come when it was left", async () => {
  const { commands, log, options } = withPager();
  const { code, stdout } = await run(line, options);
  expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
  const LESS = expect.stringMatching(/^FRXPs.*press q to leave.*\$$/);
  expect(commands).toEqual([{ words: ["less", "-FRX"], env: { LESS, LV: "-c" } }]);
  const paged = log.filter((text) => text.startsWith("pager: ")).join("");
  expect(paged.match(/deleted/g)).toHaveLength(100);
  expect(paged).toContain("\u001b[31mdeleted\u001b[39m");
  expect(log.slice(-2)).toEqual([
    "left",
    "stderr: 100 rows shown, more exist: add --all, or a larger --limit\n",
  ]);
});

it.each<[Record<string, string>, string[]]>([
  [{ PAGER: "more -s" }, ["more", "-s"]],
  [{ PAGER: "more", PAYCTL_PAGER: "most '-w  x' $HOME *" }, ["most", "-w  x", "$HOME", "*"]],
  [{ PAGER: "", PAYCTL_PAGER: "" }, ["less", "-FRX"]],
])(
  "long output on a terminal goes through the pager that the environment names, without a shell: %j",
  async (env, words) => {
    const { commands, options } = withPager({ ...env, LESS: "S" });
    await run(line, options);
    expect(commands).toEqual([{ words, env: { LV: "-c" } }]);
  },
);

it("long output asks for no more pages once the pager was left, which is not an error", async () => {
  const { log, options } = withPager({}, 1);
  const { code, requests } = await run(`${line} --all`, options);
  expect(code).toBe(0);
  expect(requests.length).toBeLessThanOrEqual(3);
  expect(log.filter((text) => text.startsWith("stderr"))).toEqual([]);
});

it("long output goes to the screen if there is no pager", async () => {
  const { options } = withPager();
  const { stdout } = await run(line, {
    ...options,
    alter: (host) => ({ ...host, openPager: async () => undefined }),
  });
  expect(stdout.match(/deleted/g)).toHaveLength(100);
});

it("long output goes through the pager in every format, and for documents too", async () => {
  for (const words of [
    "audit list -o json",
    "audit list -o csv",
    "audit summary",
    "explain updateFlowRule",
  ]) {
    const { commands, options } = withPager();
    await run(words, options);
    expect({ words, pagers: commands.length }).toEqual({ words, pagers: 1 });
  }
});

it("the program shows an error after the pager was left", async () => {
  const { log, options } = withPager();
  const failing: NonNullable<RunOptions["exchange"]> = async (request) =>
    request.target.includes("cursor=100")
      ? { status: 500, headers: {}, body: "" }
      : listing(entries)(request);
  const { code } = await run(`${line} --all --retries 0`, { ...options, exchange: failing });
  expect(code).toBe(5);
  expect(log.at(-2)).toBe("left");
  expect(log.at(-1)).toMatch(/^stderr: .*error:/s);
});

it.each<[string, string, RunOptions]>([
  ["off a terminal", line, { terminal: undefined as never, env: { PAYCTL_OUTPUT: "table" } }],
  ["with --no-pager", `${line} --no-pager`, {}],
  ["on a dumb terminal", line, { env: { TERM: "dumb" } }],
  ["while debug lines are shown", `${line} --debug`, {}],
  ["for what fits the screen", `${line} --limit 20`, {}],
  ["for entries that are followed", "audit tail --limit 100", {}],
])("no pager is started %s", async (_, words, more) => {
  const { commands, log, options } = withPager();
  const stopped = new AbortController();
  const alter = (host: Host): Host => ({
    ...(options.alter?.(host) ?? host),
    ...(words.includes("tail") ? { signal: stopped.signal } : {}),
    async sleep() {
      stopped.abort("SIGINT");
      stopped.signal.throwIfAborted();
    },
  });
  const { terminal, ...rest } = { ...options, ...more };
  await run(words, { ...rest, ...(terminal === undefined ? {} : { terminal }), alter });
  expect(commands).toEqual([]);
  expect(log.join("").match(/deleted/g)?.length).toBeGreaterThanOrEqual(20);
});

it("long output keeps notes after the rows that they are about", async () => {
  const { log, options } = withPager();
  await run(`${line} --limit 3`, options);
  expect(log.map((text) => text.slice(0, 6))).toEqual(["stdout", "stderr"]);
});

describe("a pager that is a real program", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "payctl pager-"));
    const text = `
      import { writeFileSync } from "node:fs";
      import { text } from "node:stream/consumers";
      const words = process.argv.slice(2);
      if (words[0] === "quit") process.exit(3);
      const read = await text(process.stdin);
      writeFileSync(new URL("seen.json", import.meta.url), JSON.stringify({ words, read, LESS: process.env.LESS }));
    `;
    await writeFile(join(folder, "pager.mjs"), text);
  });
  afterAll(() => rm(folder, { recursive: true }));

  const start = (...words: string[]) =>
    openPager({ words: [process.execPath, join(folder, "pager.mjs"), ...words], env: { LESS: "FRX" } });

  it("gets its arguments as they are, and the text; its end is waited for", async () => {
    const pager = await start("$HOME", "a b", "*");
    await pager?.write("one\n");
    await pager?.write("two\n");
    await pager?.end();
    const seen = JSON.parse(await readFile(join(folder, "seen.json"), "utf8"));
    expect(seen).toEqual({ words: ["$HOME", "a b", "*"], read: "one\ntwo\n", LESS: "FRX" });
  });

  it("may leave before the end of the text, whatever its exit code", async () => {
    const pager = await start("quit");
    const writing = async () => {
      for (;;) await pager?.write("x".repeat(100_000));
    };
    await expect(writing()).rejects.toThrow(ClosedPipeError);
    await pager?.end();
  });

  it("is undefined if there is no such program", async () => {
    expect(await openPager({ words: [join(folder, "none")], env: {} })).toBeUndefined();
  });

  it("gets Ctrl-C for itself until it has ended", async () => {
    const before = process.listenerCount("SIGINT");
    const pager = await start("x");
    expect(process.listenerCount("SIGINT")).toBe(before + 1);
    await pager?.end();
    expect(process.listenerCount("SIGINT")).toBe(before);
  });
});
