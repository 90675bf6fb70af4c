import { execFile, spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openExchange } from "../../src/client/http.ts";
import { closedPort } from "../client/servers.ts";
import { generateKey } from "../helpers/keys.ts";
import { quoted } from "../helpers/program.ts";
import { run } from "../helpers/run.ts";
import { startReference } from "../helpers/server.ts";
import { shared, sharedFolder } from "../helpers/shared.ts";

const hasTerminal = spawnSync("script", ["--version"], { encoding: "utf8" }).stdout?.includes("util-linux");
const mark = "=====";

/** How a command line asks for a format, and whether that format is data for programs. */
const asked = [
  { words: "", variable: "", isData: false },
  { words: "-o json", variable: "", isData: true },
  { words: "-o ndjson", variable: "table", isData: true },
  { words: "-qo yaml", variable: "", isData: true },
  { words: "-o csv", variable: "json", isData: false },
  { words: "--output=tsv", variable: "", isData: false },
  { words: "-o id", variable: "", isData: false },
  { words: "-o table", variable: "json", isData: false },
  { words: "", variable: "json", isData: true },
  { words: "", variable: "yaml", isData: true },
  { words: "", variable: "table", isData: false },
];

const errors = [
  { kind: "wrong usage", words: "buyers list --limit 0", code: 2, text: /^error: --limit 0: / },
  { kind: "a missing profile", words: "buyers list -p nobody", code: 3, text: /^error: there is no profile/ },
  {
    kind: "a failure of the service",
    words: "buyers list",
    code: 5,
    text: /^error: out of order \(503 service_unavailable, request 7f6e-1\)\n/,
  },
  {
    kind: "no answer",
    words: "buyers list --base-url $CLOSED",
    code: 10,
    text: /^error: .* refused the conn/,
  },
];

const lines = asked.flatMap((form) =>
  errors.map((error) => {
    const words = `${error.words} --retries 0 ${form.words}`;
    const line = `PAYCTL_OUTPUT=${form.variable} payctl ${words}`;
    return { ...form, ...error, words, line, form: form.words };
  }),
);
/** Lines for real processes, which detect a terminal themselves: with no format, and with JSON. */
const few = lines.filter(({ form, variable }) => variable === "" && ["", "-o json"].includes(form));

const service = createServer((_request, response) => {
  response.writeHead(503, { "x-request-id": "7f6e-1" });
  response.end(JSON.stringify({ code: "service_unavailable", message: "out of order" }));
});
let env: Record<string, string>;
const reference = await shared(startReference({ seed: {} }));
const folder = sharedFolder();

beforeAll(async () => {
  await new Promise<void>((listening) => service.listen(0, "127.0.0.1", listening));
  const { port } = service.address() as AddressInfo;
  env = {
    PATH: process.env["PATH"] ?? "",
    HOME: folder,
    NO_COLOR: "1",
    PAYCTL_BASE_URL: `http://127.0.0.1:${port}`,
    PAYCTL_PRIVATE_KEY: generateKey().privatePem,
    CLOSED: `http://127.0.0.1:${await closedPort()}`,
  };
});
afterAll(async () => {
  service.close();
});

type Line = (typeof lines)[number];

/** What a line writes to standard error, and its code; standard output is not a terminal. */
async function play({ variable, words }: Line, isTerminal: boolean) {
  const { CLOSED = "", PATH: _, ...given } = env;
  const { code, stderr } = await run(words.replace("$CLOSED", CLOSED), {
    reference,
    env: { ...given, PAYCTL_OUTPUT: variable },
    alter: (host) => ({ ...host, connect: openExchange, stderr: { ...host.stderr, isTTY: isTerminal } }),
  });
  return { said: stderr, code };
}

/** The same for real processes: all lines run in one shell. */
async function playForReal(redirect: string, shellOf: (file: string) => readonly [string, ...string[]]) {
  const file = join(folder, "lines.sh");
  const body = few.map(({ line }) => `${line} ${redirect}\necho "$?${mark}"`);
  const shell = [`payctl() { ${quoted} "$@"; }`, "stty -onlcr 2> /dev/null", ...body];
  await writeFile(file, shell.join("\n"));
  const [program, ...words] = shellOf(file);
  const { stdout } = await promisify(execFile)(program, words, { env, cwd: folder });
  return stdout.split(`${mark}\n`).map((text) => {
    const [, said = "", code] = /^([\s\S]*?)(\d+)$/.exec(text) ?? [];
    return { said, code: Number(code) };
  });
}

function expectForm(ended: { said: string; code: number } | undefined, { code, isData, text }: Line): void {
  expect(ended?.code).toBe(code);
  expect(ended?.said).toMatch(isData ? /^\{"error":.*\}\n$/ : text);
  if (!isData) return;
  const requestId = code === 5 ? "7f6e-1" : null;
  expect(JSON.parse(ended?.said ?? "").error).toMatchObject({ exit_code: code, request_id: requestId });
}

it.each(lines)("the error of $kind is JSON only if it is asked for: $line", async (line) => {
  expectForm(await play(line, false), line);
});

it("the errors of real processes are JSON only if it is asked for", async () => {
  const ended = await playForReal("2>&1 > /dev/null", (file) => ["bash", file]);
  for (const [index, line] of few.entries()) expectForm(ended[index], line);
});

it.each(lines)("the error of $kind is words on a terminal: $line", async (line) => {
  const { code, text } = line;
  expect(await play(line, true)).toEqual({ said: expect.stringMatching(text), code });
});

it.runIf(hasTerminal)("the errors of real processes are words on a terminal", async () => {
  const ended = await playForReal("> /dev/null", (file) => ["script", "-qec", `bash ${file}`, "/dev/null"]);
  const expected = few.map(({ code, text }) => ({ said: expect.stringMatching(text), code }));
  expect(ended.slice(0, few.length)).toEqual(expected);
});
