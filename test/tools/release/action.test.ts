import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parse } from "yaml";

const root = resolve(import.meta.dirname, "../../..");
const action = parse(await readFile(join(root, "action.yml"), "utf8"));
const execute = promisify(execFile);

/** Instead of npm, because there is no network: `ci` and `run build` leave what they left in this repository. */
const npm = `#!/bin/sh
echo "$PWD: npm $*" >> "$HOME/npm.log"
case "$1 $2" in
  "ci --ignore-scripts") ln -s '${root}/node_modules' node_modules ;;
  "run build") ln -s '${root}/dist' dist ;;
  *) exit 1 ;;
esac
`;

interface Step {
  readonly name: string;
  readonly run: string;
  readonly shell: string;
  readonly env: Readonly<Record<string, string>>;
}
const steps: readonly Step[] = action.runs.steps;

let folder: string;
/** What the previous steps left for a step. */
let variables: Record<string, string>;
let outputs: Record<string, string>;

function inputsOf({ env }: Step, given: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(env).map(([name, value]) => {
    if (value === `\${{ github.action_path }}`) return [name, join(folder, "checkout")];
    const [, input = ""] = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(value) ?? [];
    expect(action.inputs).toHaveProperty(input);
    return [name, given[input] ?? action.inputs[input].default];
  });
  return Object.fromEntries(entries);
}

async function left(name: string): Promise<string> {
  return readFile(join(folder, name), "utf8").catch(() => "");
}

function pairs(text: string): Record<string, string> {
  const lines = text.split("\n").filter((line) => line !== "");
  return Object.fromEntries(lines.map((line) => [line.replace(/=.*/, ""), line.replace(/^[^=]*=/, "")]));
}

/** Runs a step as a runner does, with what the previous steps left. */
async function runStep(step: Step, given: Readonly<Record<string, string>>) {
  const files = { GITHUB_ENV: "env", GITHUB_PATH: "path", GITHUB_OUTPUT: "output" };
  const paths = Object.entries(files).map(([name, file]) => [name, join(folder, file)]);
  const added = (await left("path")).split("\n").filter((line) => line !== "");
  const env = {
    ...Object.fromEntries(paths),
    PATH: [...added, join(folder, "npm"), process.env["PATH"]].join(delimiter),
    HOME: join(folder, "home"),
    RUNNER_TEMP: join(folder, "temporary"),
    ...pairs(await left("env")),
    ...inputsOf(step, given),
  };
  const cwd = join(folder, "work");
  return execute("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", step.run], { cwd, env });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "payctl-action-"));
  for (const name of ["home", "temporary", "work", "npm", "checkout"]) await mkdir(join(folder, name));
  await writeFile(join(folder, "npm/npm"), npm, { mode: 0o755 });
  for (const name of ["bin", "package.json"]) {
    await cp(join(root, name), join(folder, "checkout", name), { recursive: true });
  }
  for (const step of steps) await runStep(step, {});
  variables = pairs(await left("env"));
  outputs = pairs(await left("output"));
});

afterAll(async () => {
  const program = join(folder, "temporary/payctl/bin/payctl");
  const env = { PATH: process.env["PATH"], HOME: join(folder, "home"), ...variables };
  // Later steps find the server by the variables of this one.
  const { stderr } = await execute(program, ["serve", "stop"], { env }).finally(() =>
    rm(folder, { recursive: true }),
  );
  expect(stderr).toMatch(/ has stopped\n$/);
});

it("the action is made of steps for bash, and takes payctl from its own checkout alone", async () => {
  expect(action.runs.using).toBe("composite");
  expect(steps.map(({ shell }) => shell)).toEqual(["bash", "bash"]);
  expect(await left("home/npm.log")).toBe(
    ["ci --ignore-scripts --no-audit --no-fund", "run build"]
      .map((words) => `${join(folder, "checkout")}: npm ${words}\n`)
      .join(""),
  );
});

it("the action leaves a server for the steps that follow, and says where it is", async () => {
  expect(variables).toEqual({
    PAYCTL_BASE_URL: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    PAYCTL_PRIVATE_KEY_FILE: join(folder, "temporary/payctl.db.pem"),
    PAYCTL_MERCHANT_ACCOUNT: "default",
  });
  expect(outputs).toEqual({
    "base-url": variables["PAYCTL_BASE_URL"],
    "private-key-file": variables["PAYCTL_PRIVATE_KEY_FILE"],
  });
  const { stdout } = await runStep(
    { name: "", shell: "bash", env: {}, run: "payctl buyers list --limit 1 -o id" },
    {},
  );
  expect(stdout).toMatch(/^[\w-]{36}\n$/);
});

it("the action declares as outputs what its steps write", () => {
  const named = Object.entries<{ readonly value: string }>(action.outputs);
  for (const [name, { value }] of named) expect(value).toBe(`\${{ steps.serve.outputs.${name} }}`);
  expect(named.map(([name]) => name)).toEqual(Object.keys(outputs));
});

it("the action fails if the server does not start", async () => {
  const [, serve] = steps;
  if (serve === undefined) throw new Error("the action has one step only");
  await expect(runStep(serve, { seed: "missing.yaml" })).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining("missing.yaml"),
  });
});
