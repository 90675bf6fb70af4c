import { execFile } from "node:child_process";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { partFolder } from "../part.js";

const execute = promisify(execFile);
const root = resolve(import.meta.dirname, "../../..");
const description = join(root, "openapi.json");
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

describe("the linters of OpenAPI documents", () => {
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
    const file = await broken("example.json", (text) => text.replace('"last4": "0126"', '"last4": 126'));
    const wrong = await tool("redocly", "lint", file, ...words);
    expect([wrong.code, problems(wrong).errors]).toEqual([1, 1]);
  }, 120_000);

  it("Spectral finds no error, warning or hint in openapi.json, and an operation without a name", async () => {
    const words = ["--ruleset", ".spectral.yaml", "--fail-severity", "hint", "--format", "json"];
    const fine = await tool("spectral", "lint", description, ...words);
    expect([fine.code, fine.text.trim()]).toEqual([0, expect.stringMatching(/^\[\]No results/)]);
    const file = await broken("nameless.json", (text) => text.replace('"operationId": "listBuyers",', ""));
    const wrong = await tool("spectral", "lint", file, ...words);
    expect(wrong.code).toBe(1);
    expect(wrong.text).toContain("operation-operationId");
  }, 120_000);
});

/** The command line that makes a client from the document, in a folder. */
const generators: Readonly<Record<string, (folder: string) => readonly [string, ...string[]]>> = {
  "openapi-fetch": (folder) => ["openapi-typescript", description, "-o", join(folder, "schema.d.ts")],
  "hey-api": (folder) => ["openapi-ts", "-i", description, "-o", folder, "-c", "@hey-api/client-fetch"],
  "swagger-typescript-api": (folder) => [
    ...(["swagger-typescript-api", "generate", "-p", description] as const),
    ...["-o", folder, "-n", "api.ts"],
  ],
};

const rule = "70000000-0000-4000-8000-000000000001";
const seed = {
  buyers: [{ billing_details: { address: { city: "Rome" } }, created_at: "-1d" }, { created_at: "-2d" }],
  flow_rules: [
    {
      id: rule,
      flow: "card-transaction",
      action: "skip-3ds",
      outcome: { type: "three-d-secure", result: "skip" },
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

describe("clients made by generators", () => {
  it.each(Object.keys(generators))(
    "the client of %s compiles, and works with the reference server",
    async (name) => {
      const folder = join(made, name);
      await mkdir(join(folder, "made"), { recursive: true });
      const [generator, ...words] = generators[name]?.(join(folder, "made")) ?? [name];
      const generated = await tool(generator, ...words);
      expect(generated).toMatchObject({ code: 0 });

      const source = join(import.meta.dirname, "clients", `${name}.ts`);
      await writeFile(join(folder, "client.ts"), await readFile(source));
      await writeFile(
        join(folder, "tsconfig.json"),
        JSON.stringify({ compilerOptions, files: ["client.ts"] }),
      );
      expect(await tool("tsc", "-p", folder)).toEqual({ code: 0, text: "" });

      const program = join(folder, "client.mjs");
      await build({
        entryPoints: [join(folder, "client.ts")],
        outfile: program,
        bundle: true,
        format: "esm",
        platform: "node",
        logLevel: "silent",
      });
      expect(await serveTo(program, folder)).toEqual({
        buyers: ["Rome", null],
        account: "Made",
        conditions: ["amount", "card_country"],
        failure: "not_found",
      });
    },
    120_000,
  );

  /** What a client printed, run against a server of its own. */
  async function serveTo(program: string, folder: string): Promise<unknown> {
    const seedFile = join(folder, "seed.json");
    await writeFile(seedFile, JSON.stringify(seed));
    const token = `"${process.execPath}" "${payctl}" auth token --scope '*.read' --scope '*.write'`;
    const call = `BASE_URL="$PAYCTL_BASE_URL" TOKEN="$(${token})" "${process.execPath}" "${program}"`;
    const words = [
      payctl,
      "serve",
      "--seed",
      seedFile,
      "--no-profile",
      "--log",
      "off",
      "--",
      "sh",
      "-c",
      call,
    ];
    const places = { XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder, PAYCTL_CONFIG_DIR: folder, RULE: rule };
    const { PATH, HOME } = process.env;
    const { stdout } = await execute(process.execPath, words, {
      cwd: tmpdir(),
      env: { PATH, HOME, ...places },
    });
    return JSON.parse(stdout);
  }
});
