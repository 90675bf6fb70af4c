import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadCommands } from "../../src/commands/table.ts";
import { isWriteScope } from "../../src/contract/scopes.ts";
import { type RunOptions, run } from "../helpers/run.ts";
import { type Documented, documented, openStage, type Stage } from "./stage.ts";

const commands = await loadCommands();
const writing = new Set(
  commands.filter(({ operation }) => operation?.scope.endsWith(".write")).map(({ words }) => words.join(" ")),
);

/** The new key is never registered there, so it would wait forever. */
const bound = " --deadline 1s";

/** Every example that ends on its own, none as a dry run. */
const examples = documented
  .filter(({ name }) => !name.startsWith("serve") && name !== "audit tail")
  .map(({ name, line }) => ({
    name,
    line: line.replace(" --dry-run", "") + (name === "keys rotate" ? bound : ""),
  }));

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage.close());

/** The scopes of every token that the server has seen, in its journal. */
async function scopesSeen(): Promise<readonly string[]> {
  const { json } = await stage.reference.request("GET", "/_reference/requests", { token: null });
  return json.items.flatMap(({ scopes }: { readonly scopes: readonly string[] | null }) => scopes ?? []);
}

const ways: readonly (readonly [string, (example: Documented) => [Documented, RunOptions]])[] = [
  ["--read-only", (example) => [{ ...example, line: `${example.line} --read-only` }, {}]],
  ["PAYCTL_READ_ONLY", (example) => [example, { env: { PAYCTL_READ_ONLY: "1" } }]],
];

describe.each(ways)("with %s", (_, under) => {
  it.each(examples)("$line never shows the service a token that may write", async (example) => {
    const [line, options] = under(example);
    const asks = example.name === "init" && !example.line.includes("--no-input");
    const { code, requests } = await stage.run(line, { ...options, ...(asks && { terminal: 80 }) });
    expect((await scopesSeen()).filter(isWriteScope)).toEqual([]);
    if (writing.has(example.name)) expect({ code, requests }).toEqual({ code: 2, requests: [] });
    else expect(code).not.toBe(1);
  });
});

const only = (line: string, options: RunOptions = {}) =>
  run(line, { reference: stage.reference, configDirectory: stage.configDirectory, ...options });
const create = "merchants create shop --display-name Shop";
const errorOf = ({ stderr }: { readonly stderr: string }) =>
  JSON.parse(stderr.split("\n").at(-2) ?? "").error;

it("the journal would show a token that may write", async () => {
  await only(create);
  expect((await scopesSeen()).filter(isWriteScope)).toEqual(["merchant-accounts.write"]);
});

it.each([
  [`${create} --read-only`, {}, "--read-only", "leave out --read-only"],
  [create, { PAYCTL_READ_ONLY: "on" }, "PAYCTL_READ_ONLY", "unset PAYCTL_READ_ONLY"],
  [`${create} -p support`, {}, "profile support", "use a profile that may write: -p NAME"],
  [
    `${create} -p support`,
    { PAYCTL_READ_ONLY: "0" },
    "profile support",
    "use a profile that may write: -p NAME",
  ],
])("%s with %j is refused because of %s", async (line, env, source, hint) => {
  await only("profile add support --base-url http://localhost:4010 --read-only");
  const ran = await only(line, { env });
  expect(ran).toMatchObject({ code: 2, requests: [] });
  expect(errorOf(ran)).toMatchObject({
    message: `this command writes, but ${source} allows only reads`,
    hint,
  });
});

it.each(["", "0", "false", "off"])("the variable switched off by %j forbids nothing", async (value) => {
  expect((await only(create, { env: { PAYCTL_READ_ONLY: value } })).code).toBe(0);
});

it("the variable with another word is refused", async () => {
  const ran = await only("buyers list", { env: { PAYCTL_READ_ONLY: "yes" } });
  expect(ran).toMatchObject({ code: 2, requests: [] });
  expect(errorOf(ran).message).toBe("PAYCTL_READ_ONLY: must be 1, true or on; or 0, false or off");
});

it("a dry run of a write is shown", async () => {
  const ran = await only(`${create} --read-only --dry-run`);
  expect(ran).toMatchObject({ code: 0, requests: [] });
});

it.each([
  ["api GET /buyers --scope buyers.read --scope buyers.write", "this takes the scope buyers.write"],
  ["api POST /anything -d {} --scope anything.read", "this command writes"],
  ["auth token --scope '*.write'", "this takes the scope *.write"],
])("%s is refused", async (line, what) => {
  const ran = await only(`${line} --read-only`);
  expect(ran).toMatchObject({ code: 2, stdout: "", requests: [] });
  expect(errorOf(ran).message).toBe(`${what}, but --read-only allows only reads`);
});

it("a read by POST is allowed", async () => {
  const { code } = await only("api POST /gift-cards/balances -d '{\"items\":[]}' --read-only");
  expect(code).toBe(4);
});

it.each([
  ["reads", { scopes: ["buyers.read", "embed"] }, 0, undefined],
  [
    "may write one thing",
    { scopes: ["buyers.read", "flows.write"] },
    2,
    "the token in use has the scope flows.write",
  ],
  ["may write everything", { scopes: ["*.read", "*.write"] }, 2, "the token in use has the scope *.write"],
  ["has no readable scopes", { claims: { scopes: "buyers.read" } }, 2, "the token in use can't be read"],
])("a ready-made token that %s", async (_, wanted, code, what) => {
  const env = { PAYCTL_PRIVATE_KEY: "", PAYCTL_TOKEN: stage.reference.token(wanted) };
  const ran = await only("buyers list --read-only", { env });
  expect(ran.code).toBe(code);
  if (what === undefined) return;
  expect(errorOf(ran).message).toBe(`${what}, but --read-only allows only reads`);
  expect(ran.requests).toEqual([]);
});

it("a token that can't be decoded is refused", async () => {
  const env = { PAYCTL_PRIVATE_KEY: "", PAYCTL_TOKEN: "aa.bb.cc" };
  const ran = await only("buyers list --read-only", { env });
  expect(ran).toMatchObject({ code: 2, requests: [] });
  expect(errorOf(ran).message).toBe("the token in use can't be read, but --read-only allows only reads");
});

const list = (line: string, env: Readonly<Record<string, string>> = {}) =>
  run(`buyers list ${line}`, { reference: stage.reference, configDirectory: stage.configDirectory, env });

it("the merchant account that is expected goes through if it is the one that is used", async () => {
  expect((await list("--expect-merchant default -m default")).code).toBe(0);
  expect((await list("--expect-merchant default", { PAYCTL_MERCHANT_ACCOUNT: "default" })).code).toBe(0);
});

it("the merchant account that is expected refuses what says otherwise, before anything is sent", async () => {
  const line = "profile add live --base-url http://localhost:4010 -m shop-berlin";
  await run(line, { configDirectory: stage.configDirectory });
  for (const [words, env, message] of [
    ["-p live", {}, "profile live says merchant account shop-berlin, but --expect-merchant says default"],
    [
      "",
      { PAYCTL_MERCHANT_ACCOUNT: "other" },
      "PAYCTL_MERCHANT_ACCOUNT says merchant account other, but --expect-merchant says default",
    ],
    [
      "",
      { PAYCTL_PROFILE: "" },
      "profile live says merchant account shop-berlin, but --expect-merchant says default",
    ],
  ] as const) {
    const ran = await list(`--expect-merchant default ${words}`, env);
    expect(ran).toMatchObject({ code: 3, requests: [] });
    expect(JSON.parse(ran.stderr.split("\n").at(-2) ?? "").error.message).toBe(message);
  }
});

it("the merchant account that is expected refuses if no account is set", async () => {
  const ran = await list("--expect-merchant default");
  expect(ran).toMatchObject({ code: 3, requests: [] });
  expect(JSON.parse(ran.stderr).error).toMatchObject({
    message: "no merchant account is set, but --expect-merchant says default",
    hint: "use a profile of that account: -p NAME; or name it: -m default",
  });
});
