import { mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { expect, it } from "vitest";
import type { Host } from "../../../src/context.ts";
import type { Exchange } from "../../../src/contract/exchange.ts";
import { instant } from "../../helpers/host.ts";
import { generateKey } from "../../helpers/keys.ts";
import type { Ran } from "../../helpers/run.ts";
import { startReference } from "../../helpers/server.ts";
import { fresh, freshFolder } from "../../helpers/shared.ts";
import { failure, openHome } from "../home.ts";
import { publicPemOf, writeKey } from "../keys/local-keys.ts";
import { personWho } from "./person.ts";

const local = "init -p local --base-url http://localhost:4010 --generate-key --no-input";
const registration =
  "if the service is payctl serve, this registers it: payctl keys show -p local -o json --query " +
  "'{api_key_pairs: [{display_name: profile, public_key: public_key, role_slugs: [`\"administrator\"`]}]}' | " +
  "payctl serve seed - --url http://localhost:4010";
const next = `register the public key above with the service, then check: payctl doctor -p local\n${registration}\n`;

/** The lines that stay on the terminal, without what questions drew and erased. */
function notes({ stderr }: Ran): string {
  return stderr.slice(stderr.lastIndexOf("\u001b")).replace(/^\u001b\[\??\d*[a-zA-Z]/, "");
}

it("init stores a new key and a profile, shows the public key and says what comes next", async () => {
  const home = openHome();
  const { code, stdout, stderr, requests } = await home.run(local);
  const shown = JSON.parse(stdout);
  const path = join(home.folder, "keys", `${shown.thumbprint}.pem`);
  expect({ code, stderr, requests }).toEqual({
    code: 0,
    requests: [],
    stderr: `added profile local, the current one\n${next}`,
  });
  expect(shown).toEqual({
    thumbprint: expect.stringMatching(/^[\w-]{43}$/),
    profile: "local",
    path,
    public_key: await publicPemOf(path),
    jwk: expect.objectContaining({ crv: "P-521", kid: shown.thumbprint }),
  });
  expect(((await stat(path)).mode & 0o777).toString(8)).toBe("600");
  expect(await home.profile("local")).toEqual({
    baseUrl: "http://localhost:4010",
    key: shown.thumbprint,
  });
});

it("init takes a key file, an account and the rest, and leaves the current profile alone", async () => {
  const home = openHome();
  const path = await writeKey(home.folder, generateKey().privateKey);
  await home.run(local);
  const line = `init -p live --base-url https://api.example.com/ -m shop-berlin --key-file ${path} --protected`;
  const { code, stdout, stderr } = await home.run(line);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ profile: "live", path, public_key: await publicPemOf(path) });
  expect(stderr.split("\n")).toEqual([
    "added profile live",
    "local is still the current profile; to change that: payctl profile use live",
    "check that it works: payctl doctor -p live",
    "",
  ]);
  const { current, profiles } = await home.saved();
  expect(current).toBe("local");
  expect(profiles.live).toEqual({
    baseUrl: "https://api.example.com",
    merchantAccount: "shop-berlin",
    keyFile: path,
    protected: true,
  });
});

it("init makes another profile the current one when --use asks for it", async () => {
  const home = openHome();
  await home.run(local);
  const { stderr } = await home.run(`${local.replace("-p local", "-p shop")} --use`);
  expect(stderr).toMatch(/^added profile shop, the current one\n/);
  expect((await home.saved()).current).toBe("shop");
});

it("init encrypts the new key with PAYCTL_KEY_PASSPHRASE", async () => {
  const home = openHome();
  const { stdout } = await home.run(local, { env: { PAYCTL_KEY_PASSPHRASE: "words" } });
  const { path, public_key } = JSON.parse(stdout);
  expect(await publicPemOf(path, "words")).toBe(public_key);
});

it("init names a command that registers the key with a reference server on this machine", async () => {
  const home = openHome();
  const { stdout, stderr } = await home.run(local);
  const [, query = ""] = /--query ('.*') \| payctl serve seed /.exec(stderr) ?? [];
  const shown = await home.run(`keys show -p local -o json --query ${query}`);
  const pair = {
    display_name: "local",
    public_key: JSON.parse(stdout).public_key,
    role_slugs: ["administrator"],
  };
  expect(JSON.parse(shown.stdout)).toEqual({ api_key_pairs: [pair] });
});

it("init replaces a profile only with --yes, and keeps its key", async () => {
  const home = openHome();
  const first = JSON.parse((await home.run(local)).stdout);
  expect(failure(await home.run(local))).toEqual([2, "profile local exists", "to go ahead, add: --yes"]);
  expect(await home.keys()).toEqual([`${first.thumbprint}.pem`]);

  const { code, stdout, stderr } = await home.run(`${local} --yes`);
  const second = JSON.parse(stdout);
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: `replaced profile local, the current one\nits previous key is kept: ${first.path}\n${next}`,
  });
  expect(await home.profile("local")).toMatchObject({ key: second.thumbprint });
  expect(await home.keys()).toHaveLength(2);
});

it("init replaces a protected profile only with --confirm as well", async () => {
  const home = openHome();
  await home.run(`${local} --protected`);
  expect(failure(await home.run(`${local} --yes`))).toEqual([
    2,
    "profile local is protected",
    "to write to local, add: --yes --confirm local",
  ]);
  expect(await home.keys()).toHaveLength(1);
  expect((await home.run(`${local} --yes --confirm local`)).code).toBe(0);
});

const settled = "init -p local --base-url http://localhost:4010 -m default --tz utc";
const asking = `${settled} --generate-key --no-protected`;
const asked = "payctl serve runs there. Register the new key with it?";

it("init registers the key when --register asks for it, so that it is accepted", async () => {
  const home = openHome();
  const reference = await fresh(startReference({ now: () => new Date(instant) }));
  const { code, stdout, stderr } = await home.run(`${local} --register`, { reference });
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: [
      "added profile local, the current one",
      "registered the key with payctl serve",
      "check that it works: payctl doctor -p local",
      "",
    ].join("\n"),
  });
  const { thumbprint } = JSON.parse(stdout);
  const keys = await home.run("keys list -o json --query items[].[display_name,thumbprint]", {
    reference,
  });
  expect(JSON.parse(keys.stdout)).toContainEqual(["local", thumbprint]);
});

it.each([
  ["", true],
  ["y", true],
  ["n", false],
])("init asks a person whether to register the key, and takes %j as an answer", async (answer, registers) => {
  const home = openHome();
  const reference = await fresh(startReference({ now: () => new Date(instant) }));
  const ran = await home.run(asking, { reference, terminal: 400, stdin: `${answer}\n` });
  expect(ran.code).toBe(0);
  expect(stripVTControlCharacters(ran.stderr)).toContain(asked);
  expect(notes(ran).includes("registered the key with payctl serve\n")).toBe(registers);
  const command = `${settled} --generate-key ${registers ? "--register " : ""}--use --no-input`;
  expect(notes(ran)).toContain(`the same without questions: payctl ${command}\n`);
  expect((await home.run("buyers list -q", { reference })).code).toBe(registers ? 0 : 7);
});

it.each([
  ["another service", { status: 200, body: "<html>" }],
  ["a service that answers anything", { status: 200, body: "{}" }],
  ["a server that is steered by a token", { status: 403, body: "{}" }],
])("init does not ask %s about registering, and refuses --register", async (_, answer) => {
  const exchange = async () => ({ headers: {}, ...answer });
  const home = openHome();
  const ran = await home.run(asking, { exchange, terminal: 400 });
  expect(ran).toMatchObject({ code: 0, stderr: expect.not.stringContaining(asked) });
  const other = openHome();
  expect(failure(await other.run(`${asking} --register -o json`, { exchange })).slice(0, 2)).toEqual([
    3,
    `payctl serve does not answer at http://localhost:4010`,
  ]);
  expect(await readdir(other.folder)).toEqual([]);
});

it("init says that the key is not registered if that fails, and keeps the profile", async () => {
  const home = openHome();
  const exchange: Exchange = async ({ method }) => {
    return { status: method === "GET" ? 200 : 422, headers: {}, body: '{"status":"ok"}' };
  };
  expect(failure(await home.run(`${local} --register`, { exchange }))).toEqual([
    3,
    "the key is not registered: payctl serve answered 422",
    "profile local has its key; to investigate: payctl doctor -p local",
  ]);
  expect(await home.profile("local")).toMatchObject({ key: expect.any(String) });
});

it("init says under --dry-run that it would register the key, and does not", async () => {
  const home = openHome();
  const reference = await fresh(startReference({ now: () => new Date(instant) }));
  const { requests, stderr } = await home.run(`${local} --register --dry-run`, { reference });
  expect(stderr).toBe(
    `would make a key pair, store it, add profile local to ${home.file} and register its key with payctl serve\n`,
  );
  expect(requests.map(({ method }) => method)).toEqual(["GET"]);
});

it.each([
  ["init --no-input", "--profile; --base-url; --key-file or --generate-key"],
  ["init --base-url http://localhost:4010 --key-file key.pem", "--profile"],
])("init %s names the flags that are missing", async (line, names) => {
  const home = openHome();
  expect(failure(await home.run(line))).toEqual([
    2,
    `missing, and there is no terminal to ask on: ${names}`,
    "usage: payctl init -p NAME --base-url URL --generate-key --no-input",
  ]);
  expect(await readdir(home.folder)).toEqual([]);
});

it.each([
  [`${local} --key-file key.pem`, 2, "--generate-key is for a new key, and --key-file names an existing one"],
  [
    local.replace("http://localhost:4010", "https://api.example.com --register"),
    3,
    "payctl serve does not answer at https://api.example.com",
  ],
  [`${local} --token-file token`, 2, "--token-file can't be stored in a profile: a token soon expires"],
  [
    local.replace("http://localhost:4010", "localhost:4010"),
    2,
    "--base-url: must begin with https:// or http://, as in https://api.example.com",
  ],
  [
    local.replace("http://localhost:4010", "http://api.example.com"),
    3,
    "http://api.example.com would send tokens unencrypted",
  ],
  [`${local} -m 'shop berlin'`, 2, "--merchant-account: must be 1 to 50 letters, digits and hyphens"],
  [local.replace("-p local", "-p 'my shop'"), 2, '"my shop" is not a valid profile name'],
  [local.replace("--generate-key", "--key-file /nowhere/key.pem"), 3, "there is no file /nowhere/key.pem"],
  [`${local} --fields private_key`, 2, "--fields: there is no field private_key"],
  [`${local} --passphrase`, 2, "no terminal to type the passphrase on"],
])("init %s is refused", async (line, code, message) => {
  const home = openHome();
  expect(failure(await home.run(line)).slice(0, 2)).toEqual([code, message]);
  expect(await readdir(home.folder)).toEqual([]);
});

it("init needs the passphrase of an encrypted key file", async () => {
  const home = openHome();
  const path = await writeKey(home.folder, generateKey().privateKey, "words");
  const line = local.replace("--generate-key", `--key-file ${path}`);
  expect(failure(await home.run(line)).slice(0, 2)).toEqual([
    3,
    "the key is encrypted, and there is no terminal to type its passphrase on",
  ]);
  expect((await home.run(line, { env: { PAYCTL_KEY_PASSPHRASE: "words" } })).code).toBe(0);
});

it("init says under --dry-run what it would do", async () => {
  const home = openHome();
  const file = home.file;
  expect(await home.run(`${local} --dry-run`)).toMatchObject({
    code: 0,
    stdout: "",
    stderr: `would make a key pair, store it and add profile local to ${file}\n`,
  });
  expect(await readdir(home.folder)).toEqual([]);
  await home.run(local);
  const path = await writeKey(home.folder, generateKey().privateKey);
  const { stderr } = await home.run(`${local.replace("--generate-key", `--key-file ${path}`)} -n`);
  expect(stderr).toBe(`would replace profile local in ${file}\n`);
});

it("init deletes the new key again when the profile can't be written", async () => {
  const home = openHome();
  // A folder is in the place of the lock.
  await mkdir(join(home.folder, "config.json.lock"));
  expect(failure(await home.run(local)).slice(0, 2)).toEqual([3, `${home.file} can't be written`]);
  expect(await home.keys()).toEqual([]);
});

it("init leaves a damaged configuration alone", async () => {
  const home = openHome();
  await writeFile(home.file, "{", { mode: 0o600 });
  expect(failure(await home.run(local)).slice(0, 2)).toEqual([3, `${home.file} is damaged: it is not JSON`]);
  expect(await readdir(home.folder)).toEqual(["config.json"]);
});

const terminal = 400;

it("init asks for everything, and Enter is an answer if there is a usual one", async () => {
  const home = openHome();
  const stdin = ["", "https://api.example.com", "", "", "", "n", ""].join("\n");
  const ran = await home.run("init -o json", { terminal, stdin });
  const { profile, thumbprint } = JSON.parse(ran.stdout);
  expect(ran.code).toBe(0);
  expect(profile).toBe("default");
  expect(await home.profile("default")).toEqual({
    baseUrl: "https://api.example.com",
    key: thumbprint,
    // What the host of the tests says of its own zone.
    tz: "America/New_York",
  });
  expect(notes(ran)).toContain(
    "the same without questions: payctl init -p default --base-url https://api.example.com --tz America/New_York --generate-key --use --no-input\n",
  );
  const questions = [
    "Name of the profile: (default)",
    "Address of the service, such as https://api.example.com:",
    "Merchant account: (the service's default)",
    "File with your private key: (none yet, make one)",
    "Time zone of times given and shown: (America/New_York)",
    "Ask before every write with this profile?",
  ];
  const shown = stripVTControlCharacters(ran.stderr);
  const places = questions.map((question) => shown.indexOf(question));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places).not.toContain(-1);
  expect(ran.stderr).not.toContain("the current profile");
});

it("init asks only for what the flags leave open, and for the passphrase of an encrypted key", async () => {
  const home = openHome();
  await home.run(local);
  const path = await writeKey(home.folder, generateKey().privateKey, "words");
  const line = "init -p live -m shop-berlin --protected --tz local --scopes *.read,flows.write -o json";
  const stdin = ["https://api.example.com", path, "y", "words", ""].join("\n");
  const ran = await home.run(line, { terminal, stdin });
  expect(ran.code).toBe(0);
  expect(ran.stderr).not.toMatch(/Name of the profile|Merchant account|Ask before/);
  expect(ran.stderr).toContain("Make live the current profile, instead of local?");
  expect(notes(ran)).toContain(
    `with PAYCTL_KEY_PASSPHRASE set: payctl init -p live --base-url https://api.example.com -m shop-berlin --key-file ${path} --protected --scopes '*.read,flows.write' --tz local --use --no-input\n`,
  );
  expect(await home.profile("live")).toMatchObject({
    keyFile: path,
    protected: true,
    tz: "local",
    scopes: ["*.read", "flows.write"],
  });
});

it("init quotes in the command without questions what a shell would take apart", async () => {
  const folder = join(freshFolder(), "it's mine");
  await mkdir(folder);
  const home = openHome(folder);
  const path = await writeKey(folder, generateKey().privateKey);
  const line = `init -p local --base-url http://localhost:4010 --key-file "${path}" -m shop --tz utc`;
  const { stderr } = await home.run(line, { terminal, stdin: "n\n" });
  expect(stderr).toContain(
    `--key-file '${dirname(path).replace("'", "'\\''")}/given.pem' --tz utc --use --no-input\n`,
  );
});

it("init stores the certificates of the command line, and needs both halves of a pair", async () => {
  const home = openHome();
  const path = await writeKey(home.folder, generateKey().privateKey);
  const line = `init -p local --base-url https://api.example.com --key-file ${path} -m shop --tz utc --ca-file /c/ca.pem`;
  const ran = await home.run(`${line} --client-cert /c/a.pem --client-key /c/b.pem`, {
    terminal,
    stdin: "n\n",
  });
  expect(ran.stderr).toContain(
    "--ca-file /c/ca.pem --client-cert /c/a.pem --client-key /c/b.pem --tz utc --use",
  );
  expect(await home.profile("local")).toMatchObject({
    caFile: "/c/ca.pem",
    clientCert: "/c/a.pem",
    clientKey: "/c/b.pem",
  });
  expect(failure(await home.run(`${line} --client-key k.pem`)).slice(0, 2)).toEqual([
    3,
    "--client-key names a client key, but no certificate for it",
  ]);
});

it("init asks again, saying why, until an answer can be used", async () => {
  const home = openHome();
  const told = [
    '"my shop" is not a valid profile name (a name has 1 to 64 letters, digits, dots, underscores and hyphens)',
    "must begin with https:// or http://, as in https://api.example.com",
    "must be 1 to 50 letters, digits and hyphens",
    "there is no file /nowhere/key.pem (check: ls -l '/nowhere')",
    "must be local, utc or a time zone such as Europe/Berlin; did you mean Europe/Oslo?",
  ];
  const { alter, seen } = personWho([
    ["Name of the profile:", "my shop\r"],
    [told[0], "\u0015shop\r"],
    ["Address of the service", "example\r"],
    [told[1], "\u0015http://localhost:1\r"],
    ["Merchant account:", "a b\r"],
    [told[2], "\u0015\r"],
    // The answer stays, to be corrected: no shell has expanded the home folder in it.
    ["File with your private key:", "~/key.pem\r"],
    [told[3], "\u0015\r"],
    ["payctl serve runs there", "n\r"],
    ["Time zone of times", "Europe/Osol\r"],
    [told[4], "\u0015Europe/Oslo\r"],
    ["Ask before every write", "n\r"],
  ]);
  const ran = await home.run("init -o json", { terminal, alter });
  expect(ran.code).toBe(0);
  expect(await home.profile("shop")).toMatchObject({ baseUrl: "http://localhost:1" });
  // The text after a tick is the value that was taken.
  expect(seen().match(/✔.*$/gm)).toEqual([
    "✔ Name of the profile: shop",
    "✔ Address of the service, such as https://api.example.com: http://localhost:1",
    "✔ Merchant account: the service's default",
    "✔ File with your private key: none yet, make one",
    "✔ payctl serve runs there. Register the new key with it? No",
    "✔ Time zone of times given and shown: Europe/Oslo",
    "✔ Ask before every write with this profile? No",
  ]);
});

it("init replaces a profile when a person agrees, and changes nothing otherwise", async () => {
  const home = openHome();
  await home.run(`${local} --protected`);
  const before = await home.text();
  const line = "init -p local --base-url http://localhost:4011 -m shop --tz utc --generate-key -o json";

  const no = await home.run(line, { terminal, stdin: "n\n" });
  expect(no).toMatchObject({ code: 130, stdout: "" });
  expect(no.stderr).toContain("The protected profile local (http://localhost:4010) exists. Replace it?");
  expect(stripVTControlCharacters(no.stderr)).toMatch(/^nothing was changed$/m);
  expect(await home.text()).toBe(before);
  expect(await home.keys()).toHaveLength(1);

  const yes = await home.run(line, { terminal, stdin: "y\nn\nn\n" });
  expect(yes.code).toBe(0);
  expect(await home.profile("local")).toMatchObject({ baseUrl: "http://localhost:4011" });
});

it.each(["", "local\nhttp://localhost:4010\n\n\n"])(
  "init writes nothing when the answers end after %j",
  async (stdin) => {
    const home = openHome();
    const ran = await home.run("init -o json", { terminal, stdin });
    expect(ran).toMatchObject({ code: 2, stdout: "" });
    expect(stripVTControlCharacters(ran.stderr)).toContain(
      "error: standard input ended before the question was answered\n",
    );
    expect(await readdir(home.folder)).toEqual([]);
  },
);

it("init offers UTC where the machine's own time zone has no name", async () => {
  const home = openHome();
  const line = "init -p local --base-url https://api.example.com -m default --generate-key --no-protected";
  const alter = (host: Host): Host => ({ ...host, timeZone: () => "Etc/Unknown" });
  const ran = await home.run(line, { terminal: 400, stdin: "\n", alter });
  expect([ran.code, stripVTControlCharacters(ran.stderr)]).toEqual([
    0,
    expect.stringContaining("Time zone of times given and shown: (utc)"),
  ]);
  expect(await home.profile("local")).toMatchObject({ tz: "utc" });
});
