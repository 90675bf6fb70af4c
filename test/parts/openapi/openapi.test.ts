import { execFile } from "node:child_process";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { delimiter, join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { isThorough, thorough } from "../../helpers/thorough.ts";
import { partFolder } from "../part.js";

const execute = promisify(execFile);
const root = resolve(import.meta.dirname, "../../..");
const description = join(root, "docs/openapi.json");
const payctl = join(root, "bin/payctl.js");

/** Below the packages of the part, so that generated code finds them; no tool of the project looks there. */
const made = join(import.meta.dirname, "node_modules/.cache/payctl", String(process.pid));

/** None of these tools may check for updates or report its use. */
const quiet = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true", CI: "true" };

beforeAll(async () => {
  partFolder("openapi");
  await mkdir(made, { recursive: true });
});
afterAll(() => rm(made, { recursive: true, force: true }));

/** Runs a program of the part; its exit code and everything that it wrote. */
async function tool(name: string, ...words: readonly string[]): Promise<{ code: number; text: string }> {
  const program = join(import.meta.dirname, "node_modules/.bin", name);
  const options = { cwd: import.meta.dirname, env: { ...process.env, ...quiet }, maxBuffer: 1e8 };
  return execute(program, words, options).then(
    ({ stdout, stderr }) => ({ code: 0, text: stdout + stderr }),
    ({ code, stdout, stderr }) => ({ code, text: stdout + stderr }),
  );
}

/** The document with one mistake in it, to check that a linter finds it. */
async function broken(name: string, change: (text: string) => string): Promise<string> {
  const file = join(made, name);
  const text = await readFile(description, "utf8");
  await writeFile(file, change(text));
  return file;
}

it("Redocly finds no error and no warning in openapi.json, and an example that does not fit", async () => {
  const words = ["--extends", "recommended-strict", "--format", "json"];
  const problems = ({ text }: { text: string }) =>
    JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)).totals;
  const fine = await tool("redocly", "lint", description, ...words);
  expect([fine.code, problems(fine)]).toEqual([0, { errors: 0, warnings: 0, ignored: 0 }]);
  if (!isThorough) return;
  const file = await broken("example.json", (text) => text.replace('"last4": "0126"', '"last4": 126'));
  const wrong = await tool("redocly", "lint", file, ...words);
  expect([wrong.code, problems(wrong).errors]).toEqual([1, 1]);
});

it("Spectral finds no error, warning or hint in openapi.json, and an operation without a name", async () => {
  const words = ["--ruleset", ".spectral.yaml", "--fail-severity", "hint", "--format", "json"];
  const fine = await tool("spectral", "lint", description, ...words);
  expect([fine.code, fine.text.trim()]).toEqual([0, expect.stringMatching(/^\[\]No results/)]);
  if (!isThorough) return;
  const file = await broken("nameless.json", (text) => text.replace('"operationId": "listBuyers",', ""));
  const wrong = await tool("spectral", "lint", file, ...words);
  expect(wrong.code).toBe(1);
  expect(wrong.text).toContain("operation-operationId");
});

/** Each with the command line that generates its client, in the folder of what uses it. */
const generators = [
  { name: "openapi-fetch", words: ["openapi-typescript", description, "-o", "made/schema.d.ts"] as const },
  {
    name: "hey-api",
    words: ["openapi-ts", "-i", description, "-o", "made", "-c", "@hey-api/client-fetch"] as const,
  },
  {
    name: "swagger-typescript-api",
    words: ["swagger-typescript-api", "generate", "-p", description, "-o", "made", "-n", "api.ts"] as const,
  },
].slice(0, thorough(2, 3));

const rule = "70000000-0000-4000-8000-000000000001";
const seed = {
  buyers: [{ billing_details: { address: { city: "Rome" } }, created_at: "-1d" }, { created_at: "-2d" }],
  flow_rules: [
    {
      id: rule,
      flow: "card-transaction",
      action: "decline-early",
      outcome: { type: "boolean", result: true },
    },
  ],
};
/** As strict as a careful project would be, with the globals of a browser and of Node. */
const compilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: "es2023",
  lib: ["es2023", "dom", "dom.iterable"],
  types: ["node"],
  typeRoots: [join(root, "node_modules/@types")],
  module: "esnext",
  moduleResolution: "bundler",
};

it.each(generators)("the client of $name works with the reference server", async ({ name, words }) => {
  const folder = join(made, name);
  await mkdir(join(folder, "made"), { recursive: true });
  await cp(join(import.meta.dirname, "clients", `${name}.ts`), join(folder, "client.ts"));
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["client.ts"] }));
  const bundle = "esbuild client.ts --bundle --format=esm --platform=node --outfile=client.mjs";
  for (const [program = "", ...rest] of [words, ["tsc", "-p", "."], bundle.split(" ")])
    await execute(program, rest, { cwd: folder, env });
  expect(await serveTo("node client.mjs", folder)).toEqual({
    buyers: ["Rome", null],
    account: "Made",
    conditions: ["amount", "card_country"],
    failure: "not_found",
  });
});

const programs = [join(import.meta.dirname, "node_modules/.bin"), join(root, "node_modules/.bin")];
const env = {
  PATH: [...programs, process.env["PATH"]].join(delimiter),
  HOME: process.env["HOME"],
  ...quiet,
};

/** What a client printed, run against a server of its own. */
async function serveTo(run: string, folder: string): Promise<unknown> {
  const seedFile = join(folder, "seed.json");
  await writeFile(seedFile, JSON.stringify(seed));
  const token = `node "${payctl}" auth token --scope '*.read' --scope '*.write'`;
  const call = `BASE_URL="$PAYCTL_BASE_URL" TOKEN="$(${token})" ${run}`;
  const words = ["serve", "--seed", seedFile, "--no-profile", "--log", "off", "--", "sh", "-c", call];
  const places = { XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder, PAYCTL_CONFIG_DIR: folder };
  const { stdout } = await execute("node", [payctl, ...words], {
    cwd: folder,
    env: { ...env, ...places, RULE: rule },
  });
  return JSON.parse(stdout);
}
