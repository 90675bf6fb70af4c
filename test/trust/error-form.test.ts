import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { closedPort } from "../client/servers.ts";
import { generateKey } from "../helpers/keys.ts";

const bin = resolve(import.meta.dirname, "../../bin/payctl.js");
const hasTerminal = spawnSync("script", ["--version"], { encoding: "utf8" }).stdout?.includes("util-linux");
const mark = "=====";

/** How a command line asks for a format, and whether that asks for data that a program reads. */
const asked = [
  { words: "", variable: "", isData: false },
  { words: "-o json", variable: "", isData: true },
  { words: "--json", variable: "", isData: true },
  { words: "-o ndjson", variable: "table", isData: true },
  { words: "-qo yaml", variable: "", isData: true },
  { words: "-o csv", variable: "json", isData: false },
  { words: "--output=tsv", variable: "", isData: false },
  { words: "-o id", variable: "", isData: false },
  { words: "-o table", variable: "json", isData: false },
  { words: "-o none", variable: "", isData: false },
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
    const line = `PAYCTL_OUTPUT=${form.variable} payctl ${error.words} --retries 0 ${form.words}`;
    return { ...form, ...error, line };
  }),
);

const service = createServer((_request, response) => {
  response.writeHead(503, { "x-request-id": "7f6e-1" });
  response.end(JSON.stringify({ code: "service_unavailable", message: "out of order" }));
});
let folder: string;
let env: Record<string, string>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "payctl-form-"));
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
  await rm(folder, { recursive: true });
});

/** Runs every line in one shell; what each wrote to standard error, and its code. */
async function play(name: string, redirect: string, run: (file: string) => readonly [string, ...string[]]) {
  const file = join(folder, name);
  const body = lines.map(({ line }) => `${line} ${redirect}\necho "$?${mark}"`);
  const shell = [`payctl() { '${process.execPath}' '${bin}' "$@"; }`, "stty -onlcr 2> /dev/null", ...body];
  await writeFile(file, shell.join("\n"));
  const [program, ...words] = run(file);
  const { stdout } = await promisify(execFile)(program, words, { env, cwd: folder });
  return stdout.split(`${mark}\n`).map((text) => {
    const [, said = "", code] = /^([\s\S]*?)(\d+)$/.exec(text) ?? [];
    return { said, code: Number(code) };
  });
}

describe("where standard error is a pipe", () => {
  let ended: Awaited<ReturnType<typeof play>>;
  beforeAll(async () => {
    ended = await play("pipe.sh", "2>&1 > /dev/null", (file) => ["bash", file]);
  }, 120_000);

  it.each(lines.map((line, index) => ({ ...line, index })))(
    "$kind of '$words' with PAYCTL_OUTPUT=$variable is JSON only if asked for: $line",
    ({ index, isData, text, code }) => {
      const { said, code: actual } = ended[index] ?? {};
      expect(actual).toBe(code);
      if (!isData) return expect(said).toMatch(text);
      expect(said).toMatch(/^\{"error":.*\}\n$/);
      const requestId = code === 5 ? "7f6e-1" : null;
      expect(JSON.parse(said ?? "").error).toMatchObject({ exit_code: code, request_id: requestId });
    },
  );
});

describe.runIf(hasTerminal)("where standard error is a terminal", () => {
  let ended: Awaited<ReturnType<typeof play>>;
  beforeAll(async () => {
    const script = (file: string) => ["script", "-qec", `bash ${file}`, "/dev/null"] as const;
    ended = await play("terminal.sh", "> /dev/null", script);
  }, 120_000);

  it.each(lines.map((line, index) => ({ ...line, index })))(
    "$kind of '$words' with PAYCTL_OUTPUT=$variable is words: $line",
    ({ index, text, code }) => {
      expect(ended[index]).toEqual({ said: expect.stringMatching(text), code });
    },
  );
});
