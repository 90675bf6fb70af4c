import { access, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { loadCommands } from "../../src/commands/table.ts";
import { covers, embedScope, isWriteScope, operationScopes } from "../../src/contract/scopes.ts";
import { type RunOptions, run } from "../helpers/run.ts";
import { fresh } from "../helpers/shared.ts";
import { documented, openStage, type Stage, sending } from "./stage.ts";

const commands = await loadCommands();
const scopeOf = new Map(commands.map(({ operation, words }) => [words.join(" "), operation?.scope]));

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
  stage = await fresh(openStage());
});

/** The scopes of every token that the server has seen, in its journal. */
async function scopesSeen(): Promise<readonly string[]> {
  const { json } = await stage.reference.request("GET", "/_reference/requests", { token: null });
  return json.items.flatMap(({ scopes }: { readonly scopes: readonly string[] | null }) => scopes ?? []);
}

it.each(examples)(
  "$line never shows the service a token that may write, with --read-only",
  async (example) => {
    const asks = example.name === "init" && !example.line.includes("--no-input");
    const line = `${example.line} --read-only`;
    const { code, requests } = await stage.run({ ...example, line }, asks ? { terminal: 80 } : {});
    expect((await scopesSeen()).filter(isWriteScope)).toEqual([]);
    if (scopeOf.get(example.name)?.endsWith(".write"))
      expect({ code, requests }).toEqual({ code: 2, requests: [] });
    else expect(code).not.toBe(1);
  },
);

it.each([...operationScopes, "*.read", "*.write", embedScope])(
  "no command shows the service a token with more than %s, and none above it sends or signs anything",
  async (allowed) => {
    for (const example of sending) {
      const line = `${example.line} --deadline 1s`;
      const { code, requests } = await stage.run({ ...example, line }, { env: { PAYCTL_SCOPES: allowed } });
      const scope = scopeOf.get(example.name);
      const isAbove = scope !== undefined && !covers([allowed], scope);
      if (isAbove) expect([example.line, code, requests]).toEqual([example.line, 2, []]);
      else expect([example.line, code]).not.toEqual([example.line, 1]);
    }
    expect((await scopesSeen()).filter((scope) => !covers([allowed], scope))).toEqual([]);
  },
);

const only = (line: string, options: RunOptions = {}) =>
  run(line, { reference: stage.reference, configDirectory: stage.configDirectory, ...options });
const create = "merchants create shop --display-name Shop";

/** The error of a line that is refused before anything is sent or printed. */
async function refusal(line: string, options: RunOptions = {}, code = 2) {
  const { stderr, ...ran } = await only(line, options);
  expect(ran).toEqual({ code, stdout: "", requests: [] });
  return JSON.parse(stderr.split("\n").at(-2) ?? "").error;
}

it("the journal would show a token that may write", async () => {
  await only(create);
  expect((await scopesSeen()).filter(isWriteScope)).toEqual(["merchant-accounts.write"]);
});

it.each([
  [`${create} --read-only`, {}, "--read-only does not allow (*.read)", "leave out --read-only"],
  [create, { PAYCTL_READ_ONLY: "on" }, "PAYCTL_READ_ONLY does not allow (*.read)", "unset PAYCTL_READ_ONLY"],
  [`${create} --scopes buyers.read`, {}, "--scopes does not allow (buyers.read)", "leave out --scopes"],
  [
    create,
    { PAYCTL_SCOPES: "*.read, embed" },
    "PAYCTL_SCOPES does not allow (*.read, embed)",
    "unset PAYCTL_SCOPES",
  ],
  [
    `${create} -p support --scopes '*.write'`,
    { PAYCTL_SCOPES: "*.write", PAYCTL_READ_ONLY: "0" },
    "profile support does not allow (audit-logs.read, buyers.read)",
    "use a profile that allows it: -p NAME",
  ],
])("%s with %j needs what %s", async (line, env, forbids, hint) => {
  await only("profile add support --base-url http://localhost:4010 --scopes audit-logs.read,buyers.read");
  const message = `merchants create needs merchant-accounts.write, which ${forbids}`;
  expect(await refusal(line, { env })).toMatchObject({ message, hint });
});

it.each(["0", "false", "off"])("the variable switched off by %j forbids nothing", async (value) => {
  expect((await only(create, { env: { PAYCTL_READ_ONLY: value } })).code).toBe(0);
});

it("a dry run of a write is shown", async () => {
  expect(await only(`${create} --read-only --dry-run`)).toMatchObject({ code: 0, requests: [] });
});

it("above a ceiling, neither a command that signs nor one that prints the key is run", async () => {
  const trace = join(stage.folder, "was-run");
  const command = `touch ${trace}`;
  for (const key of [`--key-command "${command}"`, `--signer-command "${command}" --public-key key.pem`]) {
    const env = { PAYCTL_PRIVATE_KEY: "" };
    expect((await only(`${create} --scopes buyers.read ${key}`, { env })).code).toBe(2);
    expect((await only(`audit list --scopes buyers.read ${key}`, { env })).code).toBe(2);
  }
  await expect(access(trace)).rejects.toThrow("ENOENT");
  await only(`buyers list --scopes buyers.read --key-command "${command}"`, {
    env: { PAYCTL_PRIVATE_KEY: "" },
  });
  await access(trace);
});

it.each([
  [
    "buyers list --scopes buyers.reed",
    {},
    '--scopes: "buyers.reed" is not a scope; did you mean buyers.read?',
  ],
  [
    "profile add x --base-url http://localhost:4010 --scopes Buyers.read",
    {},
    '--scopes: "Buyers.read" is not a scope; did',
  ],
  ["buyers list", { PAYCTL_SCOPES: "buyers" }, 'PAYCTL_SCOPES: "buyers" is not a scope'],
  ["buyers list", { PAYCTL_READ_ONLY: "yes" }, "PAYCTL_READ_ONLY: must be 1, true or on; or 0, false or off"],
])("%s with %j is refused for a wrong word", async (line, env, message) => {
  expect((await refusal(line, { env })).message).toContain(message);
});

it.each([
  ["PAYCTL_SCOPES", "audit-logs.read"],
  ["PAYCTL_READ_ONLY", "1"],
])("an empty %s is refused: nobody meant to lift a ceiling", async (name, example) => {
  for (const line of ["buyers list", "buyers list --scopes buyers.read", "auth status"]) {
    expect(await refusal(line, { env: { [name]: "" } }, 3)).toMatchObject({
      message: `${name} is empty`,
      hint: `say what is meant, as in ${name}=${example}, or do without a ceiling: unset ${name}`,
    });
  }
  expect((await only("buyers list --help", { env: { [name]: "" } })).code).toBe(0);
});

it("a profile with a wrong word is a wrong configuration", async () => {
  const profile = { baseUrl: "http://localhost:4010", scopes: ["buyers.reed"] };
  const text = JSON.stringify({ current: "local", profiles: { local: profile } });
  await writeFile(join(stage.configDirectory, "config.json"), text);
  const said = 'profile local: "buyers.reed" is not a scope; did you mean buyers.read?';
  expect((await refusal("buyers list", {}, 3)).message).toContain(said);
});

it.each(["merchants create --help --read-only", "help merchants create --read-only"])(
  "%s says in a line that it is not allowed",
  async (line) => {
    const { code, stdout } = await only(line);
    expect(code).toBe(0);
    expect(stdout.replaceAll(/\s+/g, " ")).toContain(
      "Not allowed here: it needs merchant-accounts.write, which --read-only does not allow (*.read).",
    );
  },
);

it("the help of a command that is allowed says nothing of a ceiling, nor does that of a group", async () => {
  for (const line of ["buyers list --help", "merchants --help", "--help"])
    expect((await only(line, { env: { PAYCTL_SCOPES: "buyers.read" } })).stdout).not.toContain("Not allowed");
});

it("completion leaves out what is not allowed, by variable, option or the profile that is named", async () => {
  await only("profile add other --base-url http://localhost:4010");
  await only("profile add support --base-url http://localhost:4010 --scopes audit-logs.read");
  const offered = async (words: string, env = {}) =>
    (await only(`__complete ${words}`, { env })).stdout.split("\n").map((line) => line.split("\t")[0]);
  expect(await offered("0")).toContain("merchants");
  for (const left of [
    await offered("0", { PAYCTL_SCOPES: "audit-logs.read" }),
    await offered("2 -p support"),
    await offered("1 --scopes=audit-logs.read"),
  ]) {
    expect(left).toContain("audit");
    expect(left).not.toContain("merchants");
  }
  expect(await offered("1 keys", { PAYCTL_READ_ONLY: "1" })).not.toContain("delete");
});

it("the command tree says what is allowed", async () => {
  const { stdout } = await only("commands -o json --scopes audit-logs.read");
  const { commands: rows } = JSON.parse(stdout);
  const words = rows
    .filter((row: { readonly allowed: boolean }) => !row.allowed)
    .map((row: { readonly words: readonly string[] }) => row.words.join(" "));
  expect(words).toEqual(
    commands
      .filter(
        ({ needs, operation }) => (operation?.scope ?? needs ?? "audit-logs.read") !== "audit-logs.read",
      )
      .map((row) => row.words.join(" ")),
  );
  expect(words).toContain("serve reset");
});

it.each([
  ["api GET /buyers --scope buyers.read --scope buyers.write", "api needs buyers.write"],
  ["api POST /anything -d {} --scope anything.write", "api needs anything.write"],
  ["auth token --scope '*.write'", "auth token needs *.write"],
  ["auth token --scope refunds.approve.write --any-scope", "auth token needs refunds.approve.write"],
  ["auth token --embed", "auth token needs embed"],
])("%s is refused below --read-only", async (line, what) => {
  const { message } = await refusal(`${line} --read-only`);
  expect(message).toBe(`${what}, which --read-only does not allow (*.read)`);
});

it("personal data needs a scope of its own", async () => {
  expect((await only("buyers list --scopes buyers.read")).code).toBe(0);
  await refusal("buyers list --pii --scopes buyers.read");
});

it("a read by POST is allowed", async () => {
  const { code } = await only("api POST /gift-cards/balances -d '{\"items\":[]}' --read-only");
  expect(code).toBe(4);
});

it.each([
  ["reads", { scopes: ["buyers.read", "*.read"] }, undefined],
  ["may write one thing", { scopes: ["buyers.read", "flows.write"] }, "has flows.write"],
  ["may write everything", { scopes: ["*.read", "*.write"] }, "has *.write"],
  ["may act for a browser", { scopes: ["buyers.read", "embed"] }, "has embed"],
  ["names everything", { scopes: ["*"] }, "has *"],
  ["names a write in capitals", { scopes: ["buyers.Write"] }, "has buyers.Write"],
  ["has no readable scopes", { claims: { scopes: "buyers.read" } }, "can't be read"],
])("a ready-made token that %s", async (_, wanted, what) => {
  const env = { PAYCTL_PRIVATE_KEY: "", PAYCTL_TOKEN: stage.reference.token(wanted) };
  if (what === undefined) return expect((await only("buyers list --read-only", { env })).code).toBe(0);
  const rest = what.startsWith("has")
    ? ", which --read-only does not allow (*.read)"
    : ", and --read-only allows only *.read";
  expect((await refusal("buyers list --read-only", { env })).message).toBe(`the token in use ${what}${rest}`);
});

it("a token that can't be decoded is refused", async () => {
  await refusal("buyers list --read-only", { env: { PAYCTL_PRIVATE_KEY: "", PAYCTL_TOKEN: "aa.bb.cc" } });
});

it("what is in use shows the ceiling, who says so, and only what may be signed", async () => {
  await only("profile add support --base-url http://localhost:4010 --scopes '*.read'");
  const status = await only("auth status -o json", { env: { PAYCTL_SCOPES: "audit-logs.read,flows.write" } });
  expect(JSON.parse(status.stdout)).toMatchObject({
    scopes: ["audit-logs.read"],
    sources: { scopes: "PAYCTL_SCOPES, profile support" },
    accepted_scopes: ["audit-logs.read"],
    refused_scopes: [],
  });
  const shown = JSON.parse((await only("profile show support -o json")).stdout);
  expect(shown.scopes).toEqual(["*.read"]);
  const doctor = await only("doctor -o json", { env: { PAYCTL_SCOPES: "audit-logs.read" } });
  const messages = JSON.stringify(JSON.parse(doctor.stdout));
  expect(messages).toContain("signs only audit-logs.read (PAYCTL_SCOPES)");
  expect(await scopesSeen()).toEqual(expect.arrayContaining(["audit-logs.read"]));
  expect((await scopesSeen()).filter((scope) => scope !== "audit-logs.read")).toEqual([]);
});

const expecting = "buyers list --expect-merchant default";

it("the merchant account that is expected goes through if it is the one that is used", async () => {
  expect((await only(`${expecting} -m default`)).code).toBe(0);
  expect((await only(expecting, { env: { PAYCTL_MERCHANT_ACCOUNT: "default" } })).code).toBe(0);
});

it("the merchant account that is expected refuses what says otherwise, before anything is sent", async () => {
  await only("profile add live --base-url http://localhost:4010 -m shop-berlin");
  for (const [words, env, who] of [
    ["-p live", {}, "profile live says merchant account shop-berlin"],
    ["", { PAYCTL_MERCHANT_ACCOUNT: "other" }, "PAYCTL_MERCHANT_ACCOUNT says merchant account other"],
    ["", { PAYCTL_PROFILE: "" }, "profile live says merchant account shop-berlin"],
  ] as const) {
    const { message } = await refusal(`${expecting} ${words}`, { env }, 3);
    expect(message).toBe(`${who}, but --expect-merchant says default`);
  }
});

it("the merchant account that is expected refuses if no account is set", async () => {
  expect(await refusal(expecting, {}, 3)).toMatchObject({
    message: "no merchant account is set, but --expect-merchant says default",
    hint: "use a profile of that account, or name it: -m default",
  });
});
