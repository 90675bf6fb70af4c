import { chmod, mkdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import type { Host } from "../../src/context.ts";
import { generateKey } from "../helpers/keys.ts";
import { type RunOptions, run } from "../helpers/run.ts";
import { freshFolder, shared } from "../helpers/shared.ts";
import { ids, startSmallCompany } from "../helpers/small-company.ts";
import { errorOf } from "./failure.ts";
import { type Conduct, type Program, writePrinter, writeSigner } from "./programs.ts";

const other = generateKey();
const reference = await shared(startSmallCompany());

const target = { PAYCTL_BASE_URL: "http://localhost:4010" };

/** Options of a run whose only key is elsewhere. */
function away(more: RunOptions = {}): RunOptions {
  return {
    reference,
    signedOut: true,
    files: { "public.pem": reference.administrator.key.publicPem, "other.pem": other.publicPem },
    ...more,
    env: { ...target, ...more.env },
  };
}

/** The result of a list; a failed one has nothing to read. */
function listed({ stdout }: { readonly stdout: string }): unknown {
  return JSON.parse(stdout);
}

/** A program that prints the key that the service knows. */
const printKey = () => writePrinter(freshFolder(), reference.administrator.privateKey);

const isRunning = (program: Program) =>
  vi.waitFor(async () => expect(await program.runs()).toHaveLength(1), { timeout: 60_000 });

/** Every time limit expires as soon as the program runs. */
const impatient =
  (program: Program) =>
  (host: Host): Host => ({
    ...host,
    later: (_, action) => {
      let isCancelled = false;
      void isRunning(program).then(() => isCancelled || action());
      return () => {
        isCancelled = true;
      };
    },
  });

it.each(["PEM", "base64"])("the key of a command is taken as %s", async (form) => {
  const { privateKey } = reference.administrator;
  const text = form === "PEM" ? privateKey : Buffer.from(privateKey).toString("base64");
  const { command } = await writePrinter(freshFolder(), text);
  const ran = await run(`buyers list --query items[].id --key-command '${command}'`, away());
  expect(listed(ran)).toEqual([ids.ada, ids.grace]);
});

it("a command gets its words as they are, without a shell", async () => {
  const printer = await printKey();
  await run(`keys show --key-command '${printer.command} $HOME "a  b" ;ls *.pem $(id)'`, away());
  expect((await printer.runs()).map(({ words }) => words)).toEqual([
    ["$HOME", "a  b", ";ls", "*.pem", "$(id)"],
  ]);
});

it("a command runs once, however many calls are signed", async () => {
  const printer = await printKey();
  const { code, requests } = await run(`auth status --key-command '${printer.command}'`, away());
  expect({ code, calls: requests.length > 4, runs: (await printer.runs()).length }).toEqual({
    code: 0,
    calls: true,
    runs: 1,
  });
});

it("a command that prints something else is refused, without what it printed", async () => {
  const { command } = await writePrinter(freshFolder(), "s3cret words");
  const ran = await run(`buyers list --key-command '${command}'`, away());
  expect(errorOf(ran)).toEqual({
    code: 3,
    message: `--key-command: the output of ${process.execPath} does not contain a private key`,
    hint: "give a whole PEM or JWK, or base64 of either; to make a key: payctl keys generate",
  });
  expect(ran.requests).toEqual([]);
});

it("a dry run needs no key, and runs no command", async () => {
  const printer = await writePrinter(freshFolder(), "");
  const line = `merchants create shop --display-name Shop -n --key-command '${printer.command}'`;
  expect(await run(line, away())).toMatchObject({ code: 0, requests: [] });
  expect(await printer.runs()).toEqual([]);
});

const sign = async (
  conduct: Conduct,
  optionsFor: (signer: Program) => RunOptions = () => ({}),
  key = "public.pem",
) => {
  const signer = await writeSigner(freshFolder(), reference.administrator.key, conduct);
  const line = `buyers list --query items[].id --signer-command '${signer.command}' --public-key ${key}`;
  return { signer, ran: await run(line, away(optionsFor(signer))) };
};

it.each(["raw", "der", "base64 of raw", "base64url of raw", "base64 of der, in lines"] as const)(
  "a signature is taken as %s",
  async (conduct) => {
    const { ran } = await sign(conduct);
    expect(listed(ran)).toEqual([ids.ada, ids.grace]);
  },
);

it("a signature is asked of the bytes that the service checks", async () => {
  const { signer, ran } = await sign("raw");
  const sent = ran.requests[0]?.headers["authorization"]?.replace("Bearer ", "").split(".") ?? [];
  expect((await signer.runs()).map(({ input }) => input)).toEqual([sent.slice(0, 2).join(".")]);
});

it.each<[Conduct, string]>([
  ["another hash", "the signature of NODE does not match the public key"],
  ["prints garbage", "what NODE wrote is not an ES512 signature"],
  ["prints nothing", "what NODE wrote is not an ES512 signature"],
  ["prints too much", "NODE wrote more than 64 KiB and was stopped"],
  ["signs, then fails", "NODE ended with exit code 7"],
  ["never ends", "NODE did not finish within 60 seconds and was stopped"],
])(
  "a command that does the wrong thing (%s) is refused before anything is sent",
  async (conduct, message) => {
    const limited = (signer: Program) => (conduct === "never ends" ? { alter: impatient(signer) } : {});
    const { ran } = await sign(conduct, limited);
    expect(errorOf(ran)).toMatchObject({ code: 3, message: message.replace("NODE", process.execPath) });
    expect(ran.requests).toEqual([]);
  },
);

it("a command that signs with another key than it says is refused before anything is sent", async () => {
  const { ran } = await sign("raw", undefined, "other.pem");
  expect(errorOf(ran)).toEqual({
    code: 3,
    message: `the signature of ${process.execPath} does not match the public key`,
    hint: "it has to sign its standard input with ECDSA and SHA-512, with the key in other.pem",
  });
  expect(ran.requests).toEqual([]);
});

it("a command is stopped by the signal that ends payctl", async () => {
  const controller = new AbortController();
  const { ran } = await sign("never ends", (signer) => {
    void isRunning(signer).then(() => controller.abort("SIGINT"));
    return { alter: (host) => ({ ...host, signal: controller.signal }) };
  });
  expect(ran).toMatchObject({ code: 130, stderr: "", requests: [] });
});

it("calls with the same scopes share a token, so that a person is asked once", async () => {
  const signer = await writeSigner(freshFolder(), reference.administrator.key, "der");
  const line = `keys delete ${ids.ada} ${ids.grace} --yes --signer-command '${signer.command}' --public-key public.pem`;
  const { requests } = await run(line, away());
  const tokens = new Set(requests.map(({ headers }) => headers["authorization"]));
  expect({ requests: requests.length, tokens: tokens.size, runs: (await signer.runs()).length }).toEqual({
    requests: 3,
    tokens: 2,
    runs: 2,
  });
});

it("a command that can't be run is refused, with what to do", async () => {
  const ran = await run("buyers list --signer-command ./no-such --public-key public.pem", away());
  expect(errorOf(ran)).toEqual({
    code: 3,
    message: "./no-such can't be run (ENOENT)",
    hint: "check its name and PATH, or give its full path; no shell is involved, so ~ and $NAME stay as they are",
  });
});

it.each([
  [
    "a private key",
    generateKey().privatePem,
    "--signer-command: public.pem contains a private key; give the public one",
  ],
  [
    "a private key as JWK",
    JSON.stringify(generateKey().privateKey.export({ format: "jwk" })),
    "--signer-command: public.pem contains a private key; give the public one",
  ],
  ["no key", "words", "--signer-command: public.pem does not contain a public key"],
  [
    "P-256",
    generateKey("P-256").publicPem,
    "--signer-command: public.pem contains another kind of key; the service accepts only P-521",
  ],
])("a file with %s is not a public key, and nothing is run", async (_, text, message) => {
  const { signer, ran } = await sign("raw", () => ({ files: { "public.pem": text } }));
  expect(errorOf(ran)).toMatchObject({ code: 3, message });
  expect(await signer.runs()).toEqual([]);
});

it.each([
  ["--signer-command sign", 2, "--signer-command needs --public-key"],
  ["--public-key public.pem", 2, "--public-key needs --signer-command"],
  [`--key-command 'a "b'`, 2, "--key-command: has a quote that is not closed"],
  [
    "--key-command a --signer-command b --public-key c.pem",
    3,
    "--key-command and --signer-command are both given",
  ],
])("the options %s end with %i", async (options, code, message) => {
  const ran = await run(`buyers list ${options}`, away());
  expect(errorOf(ran)).toMatchObject({ code, message });
  expect(ran.requests).toEqual([]);
});

it("no variable names one", async () => {
  const printer = await printKey();
  const env = {
    PAYCTL_KEY_COMMAND: printer.command,
    PAYCTL_SIGNER_COMMAND: printer.command,
    PAYCTL_PUBLIC_KEY: "public.pem",
  };
  const ran = await run("buyers list", away({ env }));
  expect(errorOf(ran)).toMatchObject({ code: 3, message: "no key and no token is set" });
  expect(await printer.runs()).toEqual([]);
});

const addProfile = async (program: Program, words = "") => {
  const configDirectory = freshFolder();
  const line = `profile add away --base-url http://localhost:4010 --key-command '${program.command}${words}'`;
  const added = await run(line, away({ configDirectory, env: {} }));
  return { configDirectory, added };
};
const list = (configDirectory: string) =>
  run("buyers list --query items[].id -p away", { reference, signedOut: true, configDirectory });

it("a command of a profile that signs runs in the configuration folder, wherever payctl is called", async () => {
  const printer = await printKey();
  const { configDirectory, added } = await addProfile(printer);
  expect(added).toMatchObject({ code: 0, stderr: "added profile away, the current one\n" });
  expect((await list(configDirectory)).code).toBe(0);
  expect(await printer.runs()).toMatchObject([{ folder: await realpath(configDirectory) }]);
});

it("the command of a profile is said to have run in the configuration folder when it fails, because relative paths start there", async () => {
  const configDirectory = freshFolder();
  const line = "profile add away --base-url https://api.example.com --key-command 'cat no-such-key.pem'";
  await run(line, { configDirectory });
  const { error } = JSON.parse(
    (await run("buyers list -p away", { configDirectory, signedOut: true })).stderr,
  );
  expect([error.message, error.hint]).toEqual([
    "the key of profile away: cat ended with exit code 1",
    `its messages are above; it ran in ${configDirectory}, where relative paths in it start`,
  ]);
});

it.each([
  ["the profiles", "config.json", 0o660, "make it yours alone: chmod 600"],
  ["their folder", "", 0o777, "make it yours alone: chmod 700"],
  ["their folder, even if only their owners may delete files", "", 0o1777, "make it yours alone: chmod 700"],
])("the command of a profile does not run if others may write to %s", async (_, name, mode, mending) => {
  const printer = await printKey();
  const { configDirectory } = await addProfile(printer);
  const path = join(configDirectory, name);
  await chmod(path, mode);
  const ran = await list(configDirectory);
  const shown = (mode & 0o777).toString(8);
  expect(errorOf(ran)).toEqual({
    code: 3,
    message: `the key of profile away: ${path} is writable by others (mode 0${shown}), so no command stored there is run`,
    hint: `${mending} '${path}'`,
  });
  expect(await printer.runs()).toEqual([]);
});

it("the profile, the key and the state of the login say where the key is", async () => {
  const signer = await writeSigner(freshFolder(), reference.administrator.key, "der");
  const configDirectory = freshFolder();
  await mkdir(configDirectory, { recursive: true });
  const options = away({ configDirectory });
  const command = signer.command.replaceAll('"', "");
  const location = `the command ${command} signs; its public key is ${process.cwd()}/public.pem`;
  const files = { [`${process.cwd()}/public.pem`]: reference.administrator.key.publicPem };
  const add = `profile add away --base-url http://localhost:4010 --signer-command '${command}' --public-key public.pem`;
  expect(await run(add, options)).toMatchObject({ code: 0 });
  const shown = await run("profile show away", options);
  expect(JSON.parse(shown.stdout)).toMatchObject({
    key: null,
    signer_command: command,
    public_key: `${process.cwd()}/public.pem`,
  });
  const key = await run("keys show -p away", { ...options, files });
  expect(JSON.parse(key.stdout)).toMatchObject({ location, path: null, source: "profile away" });
});

it.each<[Conduct, string]>([
  ["raw", "ok"],
  ["another hash", "failure"],
])("the doctor tries a signer, and says whether its signature (%s) is right: %s", async (conduct, result) => {
  const signer = await writeSigner(freshFolder(), reference.administrator.key, conduct);
  const ran = await run(`doctor --signer-command '${signer.command}' --public-key public.pem`, away());
  const { checks } = JSON.parse(ran.stdout);
  expect(checks).toContainEqual(expect.objectContaining({ name: "key", result }));
  const said = checks.map(({ message }: { readonly message: string }) => message);
  const known = `the service has this public key as Administrator (${reference.administrator.id})`;
  expect(said.includes(known)).toBe(result === "ok");
});
