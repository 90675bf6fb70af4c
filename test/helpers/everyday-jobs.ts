import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { splitWords } from "./words.ts";

const execute = promisify(execFile);

/** An installed payctl, and a folder of its own for everything that it stores. */
export interface Program {
  readonly file: string;
  readonly folder: string;
  /** Of the package that it came with. */
  readonly version: string;
}

interface Job {
  readonly line: string;
  readonly stdout: RegExp;
  /** The whole of standard error, by default nothing: even one warning of Node fails the test. */
  readonly stderr?: RegExp;
}

/** Run one after the other, alongside the server of `startServer`. */
const jobs: readonly Job[] = [
  { line: "--help", stdout: /^Usage: payctl COMMAND/ },
  { line: "buyers list --help", stdout: /^Usage: payctl buyers list/ },
  { line: "completion bash", stdout: /complete -F/ },
  { line: "__complete 1 -p", stdout: /^words\nlocal\n$/ },
  { line: "keys list --all -o id", stdout: /^[\w-]{36}\n/ },
  { line: "buyers list --all", stdout: /"display_name": "Ada Lovelace"/ },
  { line: "buyers list --all -o table", stdout: /^ID +NAME +EXTERNAL ID/ },
  { line: "buyers list --all -o yaml --query 'items[0]'", stdout: /^type: buyer\n/ },
  { line: "audit list --all -o csv", stdout: /^timestamp,id,action,merchant_account_id,/ },
  { line: "audit summary --since 400d -o json", stdout: /"action"/, stderr: /^window: .*, UTC\n$/ },
  {
    line: "merchants apply -f accounts.yaml",
    stdout: /"result": "created"/,
    stderr: /^about to change 1 merchant account: .+\nmerchant accounts: 1 created\n$/,
  },
  { line: "explain createMerchantAccount -o json", stdout: /"path": "\/merchant-accounts"/ },
  {
    line: "keys generate",
    stdout: /"public_key": "-----BEGIN PUBLIC KEY-----/,
    stderr:
      /^profile local previously used the key \S+\nregister the public key with the service, then: payctl auth status -p local\n$/,
  },
];

/** Tests of what a person does on the first day; each compares all of standard error. */
export function describeEverydayJobs(program: () => Program): void {
  it("the built program tells its version", async () => {
    const { version } = program();
    expect(await run(program(), ["--version"])).toEqual({ stdout: `${version}\n`, stderr: "" });
  });

  it("the built program serves the inspector", async () => {
    const script = `fetch(process.env.PAYCTL_BASE_URL + "/_reference/").then(async (answer) => {
      console.log(answer.status, /<script>.*<.script>/s.test(await answer.text()));
    });`;
    const { stdout } = await run(program(), [
      "serve",
      "--seed",
      "empty",
      "--",
      process.execPath,
      "-e",
      script,
    ]);
    expect(stdout).toBe("200 true\n");
  });

  it("the built program does the jobs of the first day beside its own server, without a warning", async () => {
    await writeFile(join(program().folder, "accounts.yaml"), "- id: north\n  display_name: North\n");
    const server = startServer(program());
    const complaints = text(server.stderr);
    await once(server.stdout, "data");
    try {
      for (const { line, stdout, stderr = /^$/ } of jobs) {
        // Scripts give no option before `__complete`.
        const profile = line.startsWith("__complete") ? [] : ["-p", "local"];
        const said = await run(program(), [...profile, ...splitWords(line)]);
        expect({ line, ...said }).toEqual({
          line,
          stdout: expect.stringMatching(stdout),
          stderr: expect.stringMatching(stderr),
        });
      }
    } finally {
      server.kill("SIGTERM");
    }
    expect(await once(server, "exit")).toEqual([0, null]);
    expect(await complaints).toBe("");
  });

  it("the built program leaves a server behind, and ends it", async () => {
    const { stdout, stderr } = await run(program(), ["serve", "--detach", "--port", "0"]);
    const { database, url } = JSON.parse(stdout);
    expect(stderr).toBe(`the log goes to ${database}.log; to stop the server: payctl serve stop\n`);
    const stopped = await run(program(), ["serve", "stop"]);
    expect(stopped.stderr).toBe(`the server at ${url} (profile local) has stopped\n`);
  });
}

function startServer(program: Program) {
  const words = ["serve", "--seed", "demo", "--port", "0", "--database", ":memory:", "--log", "off"];
  return spawn(program.file, words, { ...options(program), stdio: ["ignore", "pipe", "pipe"] });
}

/** What the program prints; a code other than 0 throws. */
export function run(program: Program, words: readonly string[], more: Record<string, string> = {}) {
  const { cwd, env } = options(program);
  return execute(program.file, words, { cwd, env: { ...env, ...more }, maxBuffer: 2 ** 26 });
}

function options({ folder }: Program) {
  const env = {
    PATH: process.env["PATH"],
    XDG_CACHE_HOME: join(folder, "compiled"),
    XDG_CONFIG_HOME: join(folder, "config"),
    XDG_DATA_HOME: join(folder, "data"),
  };
  return { cwd: folder, env };
}
