import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Exchange } from "../../src/contract/exchange.ts";
import { type Ran, type RunOptions, run } from "../helpers/run.ts";
import { shared, sharedFolder } from "../helpers/shared.ts";
import { startSmallCompany } from "../helpers/small-company.ts";

const accounts = ["from-flag", "from-env", "from-profile"].map((id) => ({ id, display_name: id }));
const reference = await shared(startSmallCompany({ merchant_accounts: accounts }));
const folder = sharedFolder();

type Env = Readonly<Record<string, string>>;

const list = (flags: string, env: Env = {}, options: RunOptions = {}): Promise<Ran> =>
  run(`buyers list --limit 1 ${flags}`, { reference, env, ...options });

/** The format that an output is written in. */
function formatOf({ stdout }: Ran): string {
  if (stdout.startsWith('{\n  "items"')) return "json";
  if (stdout.startsWith("{")) return "ndjson";
  if (stdout.startsWith("items:")) return "yaml";
  if (stdout.startsWith("id,")) return "csv";
  if (stdout.startsWith("id\t")) return "tsv";
  return stdout.startsWith("ID ") ? "table" : "id";
}

const table: readonly [flags: string, env: Env, terminal: number | undefined, format: string][] = [
  ["", { PAYCTL_OUTPUT: "" }, undefined, "json"],
  ["", {}, 80, "table"],
  ["", { PAYCTL_OUTPUT: "" }, 80, "table"],
  ["", { PAYCTL_OUTPUT: "yaml" }, 80, "yaml"],
  ["-o csv", { PAYCTL_OUTPUT: "yaml" }, 80, "csv"],
  ["--output=tsv", { PAYCTL_OUTPUT: "yaml" }, undefined, "tsv"],
  ["-oid", { PAYCTL_OUTPUT: "yaml" }, undefined, "id"],
  ["-qo ndjson", { PAYCTL_OUTPUT: "yaml" }, undefined, "ndjson"],
  ["-o json", { PAYCTL_OUTPUT: "yaml" }, 80, "json"],
];
const on = (terminal: number | undefined): RunOptions => (terminal === undefined ? {} : { terminal });

it.each(table)(
  "the output format of %s with %j on %s columns is %s",
  async (flags, env, terminal, format) => {
    expect(formatOf(await list(flags, { NO_COLOR: "1", ...env }, on(terminal)))).toBe(format);
  },
);

it("the output format is never read out of a value", async () => {
  const { stderr } = await list("-o table --fields ' -o json '");
  expect(stderr).toMatch(/^error: /);
});

it.each([
  ["explain listBuyers", /^listBuyers/],
  ["doctor", /^ok +program/],
  ["audit summary", /^\d+ entries/],
])("of %s, which is a document, is text off a terminal too unless data is asked for", async (line, words) => {
  const document = await run(line, { reference, env: { PAYCTL_OUTPUT: "" } });
  expect(document.stdout).toMatch(words);
  const data = await run(`${line} -o json`, { reference, env: { PAYCTL_OUTPUT: "" } });
  expect(JSON.parse(data.stdout)).toBeTypeOf("object");
  const picked = await run(`${line} --query '@'`, { reference, env: { PAYCTL_OUTPUT: "" } });
  expect(JSON.parse(picked.stdout)).toBeTypeOf("object");
});

it("the output format is refused if it makes no sense", async () => {
  expect(await list("", { PAYCTL_OUTPUT: "xml" })).toMatchObject({ code: 2, requests: [] });
  expect(await list("-o none")).toMatchObject({ code: 2, requests: [] });
});

it.each<[string, Env, "nothing" | "lines" | "all"]>([
  ["", {}, "nothing"],
  ["", { PAYCTL_DEBUG: "" }, "nothing"],
  ["", { PAYCTL_DEBUG: "1" }, "lines"],
  ["", { PAYCTL_DEBUG: "http" }, "all"],
  ["--debug", { PAYCTL_DEBUG: "http" }, "lines"],
  ["--debug=http", { PAYCTL_DEBUG: "on" }, "all"],
])("debug output of %s with %j tells %s", async (flags, env, told) => {
  const { stderr } = await list(`-q ${flags}`, env);
  const lines = stderr.split("\n").length - 1;
  expect({ lines: lines > 2 ? "all" : ["nothing", "", "lines"][lines] }).toEqual({ lines: told });
});

it.each(["0", "off", "false", ""])("PAYCTL_DEBUG=%s shows no trace of an error", async (word) => {
  const { stderr } = await list("-o table --limit 0", { PAYCTL_DEBUG: word });
  expect(stderr).toBe("error: --limit 0: must be a whole number from 1 to 999999999\n");
});

it("PAYCTL_DEBUG refuses a word that it does not know", async () => {
  expect((await list("", { PAYCTL_DEBUG: "loud" })).code).toBe(2);
});

const pair = "99999999-9999-4999-8999-999999999999";

it.each<[string, Env, number | undefined, number]>([
  ["", {}, 80, 130],
  ["", { PAYCTL_NO_INPUT: "", CI: "" }, 80, 130],
  ["", { CI: "false" }, 80, 130],
  ["", { CI: "0" }, 80, 130],
  ["", {}, undefined, 2],
  ["--no-input", {}, 80, 2],
  ["", { PAYCTL_NO_INPUT: "1" }, 80, 2],
  ["", { PAYCTL_NO_INPUT: "0" }, 80, 130],
  ["", { CI: "true" }, 80, 2],
])(
  "the command %s with %j on %s columns exits with %i when a no is typed",
  async (flags, env, terminal, code) => {
    const ran = await run(`keys delete ${pair} --self ${flags}`, {
      reference,
      env,
      stdin: "n\n",
      ...(terminal === undefined ? {} : { terminal }),
    });
    // Looking up the name of what would be deleted does no harm.
    const changes = ran.requests.filter(({ method }) => method !== "GET");
    expect({ code: ran.code, changes }).toEqual({ code, changes: [] });
  },
);

it.each<[string, Env, number | undefined, boolean]>([
  ["", {}, 80, true],
  ["", { NO_COLOR: "1" }, 80, false],
  ["--color always", { NO_COLOR: "1" }, undefined, true],
])("the colour of %s with %j on %s columns is there: %s", async (flags, env, terminal, isColored) => {
  const format = flags.includes("-o") ? "" : "-o table";
  const options = terminal === undefined ? {} : { terminal };
  const data = await list(`${format} ${flags}`, env, options);
  const error = await list(`${format} ${flags} --fields nothing`, env, options);
  expect(data.stdout.includes("\u001b[")).toBe(isColored);
  expect(error.stderr.includes("\u001b[")).toBe(isColored);
});

it("colour is never there in data", async () => {
  const data = await list("--color always -o json", {}, { terminal: 80 });
  expect(data.stdout).not.toContain("\u001b[");
  const error = await list("--color always -o json --fields nothing");
  expect(error.stderr).not.toContain("\u001b[");
});

const levels = ["flag", "env", "profile"] as const;
const header = ({ requests }: Ran) => requests[0]?.headers["x-service-merchant-account-id"];

it.each([0, 1, 2, 3, 4, 5, 6, 7])(
  "a target reaches the request from the strongest level that names it (levels %i)",
  async (mask) => {
    const has = (level: (typeof levels)[number]): boolean => Boolean((mask >> levels.indexOf(level)) & 1);
    const profile = {
      baseUrl: "http://localhost:4010",
      ...(has("profile") ? { merchantAccount: "from-profile" } : {}),
    };
    await writeFile(join(folder, "config.json"), JSON.stringify({ current: "p", profiles: { p: profile } }));
    const env = has("env") ? { PAYCTL_MERCHANT_ACCOUNT: "from-env" } : {};
    const ran = await list(has("flag") ? "-m from-flag" : "", env, { configDirectory: folder });
    const strongest = levels.find(has);
    expect({ code: ran.code, header: header(ran) }).toEqual({
      code: 0,
      header: strongest === undefined ? undefined : `from-${strongest}`,
    });
  },
);

it.each<[string, Env, number]>([
  ["", {}, 5],
  ["", { PAYCTL_RETRIES: "" }, 5],
  ["", { PAYCTL_RETRIES: "2" }, 3],
  ["--retries 0", { PAYCTL_RETRIES: "2" }, 1],
])(
  "a call is tried again as --retries and PAYCTL_RETRIES say: %s with %j, %i times",
  async (flags, env, times) => {
    const failing: Exchange = async () => ({ status: 503, headers: {}, body: "" });
    expect((await list(flags, env, { exchange: failing })).requests).toHaveLength(times);
  },
);

it.each<[string, Env, { timeout: number; caFile: string | undefined }]>([
  ["", {}, { timeout: 30_000, caFile: undefined }],
  ["", { PAYCTL_TIMEOUT: "2s", PAYCTL_CA_FILE: "ca.pem" }, { timeout: 2_000, caFile: "ca.pem" }],
  ["--timeout 1s", { PAYCTL_TIMEOUT: "2s", PAYCTL_CA_FILE: "" }, { timeout: 1_000, caFile: undefined }],
])("a target is connected to on the terms of %s with %j", async (flags, env, expected) => {
  const seen: unknown[] = [];
  const alter: RunOptions["alter"] = (host) => ({
    ...host,
    connect: ({ timeout, caFile, ...options }) => {
      seen.push({ timeout, caFile });
      return host.connect({ timeout, caFile, ...options });
    },
  });
  await list(flags, env, { alter });
  expect(seen).toEqual([expected]);
});

it.each<[string, Env, number]>([
  ["", {}, 5],
  ["", { PAYCTL_DEADLINE: "10m" }, 6],
  ["--deadline 5s", { PAYCTL_DEADLINE: "10h" }, 6],
])(
  "a call is waited for no longer than --deadline and PAYCTL_DEADLINE allow: %s with %j",
  async (flags, env, code) => {
    const limiting: Exchange = async () => ({ status: 429, headers: { "retry-after": "3600" }, body: "" });
    const { requests } = await list(flags, env, { exchange: limiting });
    expect(requests).toHaveLength(code === 6 ? 1 : 5);
  },
);
