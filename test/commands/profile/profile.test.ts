import { readFileSync, writeFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import type { Host } from "../../../src/context.ts";
import { generateKey } from "../../helpers/keys.ts";
import type { Ran } from "../../helpers/run.ts";
import { freshFolder } from "../../helpers/shared.ts";
import { failure, openHome } from "../home.ts";
import { personWho } from "../init/person.ts";
import { writeKey } from "../keys/local-keys.ts";

const local = "profile add local --base-url http://localhost:4010";
const live = "profile add live --base-url https://api.example.com/ -m shop-berlin --protected";

/** What a run that went well and shows nothing else said. */
function notes({ code, stdout, stderr }: Ran): string {
  expect([code, stdout]).toEqual([0, ""]);
  return stderr;
}

it("profile add keeps what the flags say, and makes the first profile the current one", async () => {
  const home = openHome();
  expect(notes(await home.run(local))).toBe(
    "added profile local, the current one\nmake its key: payctl keys generate -p local\n",
  );
  expect(notes(await home.run(live))).toBe(
    "added profile live\nmake its key: payctl keys generate -p live\n",
  );
  expect(await home.saved()).toEqual({
    current: "local",
    profiles: {
      local: { baseUrl: "http://localhost:4010" },
      live: { baseUrl: "https://api.example.com", merchantAccount: "shop-berlin", protected: true },
    },
  });
});

it("profile add keeps where a key file is, encrypted or not", async () => {
  const home = openHome();
  const { privateKey } = generateKey();
  const plain = await writeKey(freshFolder(), privateKey);
  const encrypted = await writeKey(freshFolder(), privateKey, "words");
  const added = await home.run([`${local} --key-file ${plain}`, `${live} --key-file ${encrypted}`]);
  expect(notes(added)).toBe("added profile live\n");
  expect(await home.profile("local")).toMatchObject({ keyFile: plain });
  expect(await home.profile("live")).toMatchObject({ keyFile: encrypted });
});

it("profile add keeps where the files for TLS are, for use from any folder", async () => {
  const home = openHome();
  const line = `${local} --ca-file ca.pem --client-cert cert.pem --client-key key.pem`;
  expect((await home.run(line)).code).toBe(0);
  const files = { caFile: resolve("ca.pem"), clientCert: resolve("cert.pem"), clientKey: resolve("key.pem") };
  expect(await home.saved()).toMatchObject({ profiles: { local: files } });
  const shown = await home.run("profile show -o json");
  expect(JSON.parse(shown.stdout)).toMatchObject({
    ca_file: files.caFile,
    client_cert: files.clientCert,
    client_key: files.clientKey,
  });
});

it.each([
  ["profile add local", 2, "--base-url is missing"],
  [
    "profile add local --base-url nowhere",
    2,
    "--base-url: must begin with https:// or http://, as in https://api.example.com",
  ],
  [
    "profile add local --base-url http://api.example.com",
    3,
    "http://api.example.com would send tokens unencrypted",
  ],
  [`${local} -m 'a b'`, 2, "--merchant-account: must be 1 to 50 letters, digits and hyphens"],
  [`${local} --token-file t.txt`, 2, "--token-file can't be stored in a profile: a token soon expires"],
  [`${local} --client-key k.pem`, 3, "--client-key names a client key, but no certificate for it"],
  ["profile add 'a b' --base-url http://localhost", 2, '"a b" is not a valid profile name'],
  ["profile add local extra --base-url http://localhost", 2, expect.any(String)],
])("profile add refuses %s", async (line, code, message) => {
  const home = openHome();
  const refused = failure(await home.run(line));
  expect(refused.slice(0, 2)).toEqual([code, message]);
  await expect(home.saved()).rejects.toThrow("ENOENT");
});

const fields =
  "name, current, base_url, merchant_account, key, key_kind, key_file, key_command, signer_command, public_key, next_key, ca_file, client_cert, client_key, protected, read_only, scopes, tz";

it.each([
  // Although the environment has one.
  ["profile add shop", "--base-url is missing", "name it: --base-url https://api.example.com"],
  [local, "profile local exists", "use another name, or remove it first: payctl profile remove local"],
  [
    "profile list --fields nme",
    "--fields: there is no field nme",
    `did you mean name? the fields are: ${fields}`,
  ],
])("%s is refused with advice", async (line, message, hint) => {
  const env = { PAYCTL_BASE_URL: "https://env.example.com", PAYCTL_MERCHANT_ACCOUNT: "from-env" };
  expect(failure(await openHome().run([local, line], { env }))).toEqual([2, message, hint]);
});

it("profile add changes nothing under --dry-run", async () => {
  const home = openHome();
  expect(notes(await home.run(`${local} --dry-run`))).toBe(`would add profile local to ${home.file}\n`);
  await expect(home.saved()).rejects.toThrow("ENOENT");
});

it("profile list shows a table to people, the current profile marked", async () => {
  const { code, stdout, stderr } = await openHome().run([local, live, "profile list -o table"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatchInlineSnapshot(`
      "NAME   CURRENT  BASE URL                 MERCHANT ACCOUNT  KEY  KEY FILE  PROTECTED  READ ONLY  TZ
      local  true     http://localhost:4010    -                 -    -         false      false      -
      live   false    https://api.example.com  shop-berlin       -    -         true       false      -
      "
    `);
});

it("profile list says how a profile gets its key if payctl does not keep it, and no command in full", async () => {
  const home = openHome();
  const path = await writeKey(home.folder, generateKey().privateKey);
  const add = (name: string, flags: string): string =>
    `profile add ${name} --base-url https://api.example.com ${flags}`;
  const lines = [
    add("bare", ""),
    add("file", `--key-file ${path}`),
    add("command", "--key-command 'vault read secret-path'"),
    add("signer", `--signer-command 'signer secret-path' --public-key ${path}`),
    add("stored", ""),
    "keys generate -p stored",
  ];
  await home.run(lines);
  const list = async (flags: string) => (await home.run(`profile list ${flags}`)).stdout;
  const kinds = {
    bare: "-",
    file: "key-file",
    command: "key-command",
    signer: "signer-command",
    stored: "stored",
  };
  const cells = (table: string) => table.match(/.+/g)?.map((line) => line.split(/ +/)) ?? [];
  const table = await list("-o table --fields name,key_kind --no-header");
  expect(Object.fromEntries(cells(table))).toEqual(kinds);
  const usual = await list("-o table --no-header");
  const keys = cells(usual).map((row) => row[4]);
  expect(keys.slice(0, 4)).toEqual(Object.values(kinds).slice(0, 4));
  expect(keys[4]).toMatch(/^[\w-]{43}$/);
  expect(usual).not.toContain("secret-path");
  expect(JSON.parse(await list("")).items[2]).toMatchObject({ key: null, key_kind: "key-command" });
});

it("profile list gives every profile as JSON", async () => {
  const { stdout } = await openHome().run([local, live, "profile use live", "profile list"]);
  const bare = {
    key: null,
    key_kind: null,
    key_file: null,
    key_command: null,
    signer_command: null,
    public_key: null,
    next_key: null,
    ca_file: null,
    client_cert: null,
    client_key: null,
    read_only: false,
    scopes: null,
    tz: null,
  };
  const first = { name: "local", current: false, base_url: "http://localhost:4010", merchant_account: null };
  const second = { name: "live", current: true, base_url: "https://api.example.com" };
  expect(JSON.parse(stdout)).toEqual({
    items: [
      { ...bare, ...first, protected: false },
      { ...bare, ...second, merchant_account: "shop-berlin", protected: true },
    ],
  });
});

it("profile list is empty before the first profile, even if one is named that does not exist", async () => {
  expect(notes(await openHome().run(["profile list -o table -p nobody"]))).toBe("nothing found\n");
  expect(JSON.parse((await openHome().run(["profile list"])).stdout)).toEqual({ items: [] });
});

const name = "--fields name -o id";

it("profile show shows the profile that is named, else the one in use", async () => {
  const home = openHome();
  await home.run([local, live]);
  const shown = async (line: string, env = {}) => (await home.run([line], { env })).stdout;
  expect(await shown(`profile show ${name}`)).toBe("local\n");
  expect(await shown(`profile show ${name}`, { PAYCTL_PROFILE: "live" })).toBe("live\n");
  expect(await shown(`profile show -p local ${name}`, { PAYCTL_PROFILE: "live" })).toBe("local\n");
  expect(await shown(`profile show live -p local ${name}`)).toBe("live\n");
});

it("profile show gives people a line per field", async () => {
  const { stdout } = await openHome().run([live, "profile show -o table"]);
  expect(stdout).toMatchInlineSnapshot(`
      "name              live
      current           true
      base_url          https://api.example.com
      merchant_account  shop-berlin
      protected         true
      read_only         false
      "
    `);
});

it.each([
  ["show", "lcal", "did you mean local? "],
  ["use", "live", ""],
  ["use", "locla", "did you mean local? "],
  ["remove", "live", ""],
  ["set --tz utc", "live", ""],
])("profile %s refuses %s, which does not exist, before it asks", async (verb, name, nearest) => {
  const others = "existing profiles: local; to add one: payctl profile add NAME --base-url URL";
  const refused = failure(await openHome().run([local, `profile ${verb} ${name}`]));
  expect(refused).toEqual([3, `there is no profile "${name}"`, nearest + others]);
});

it("profile show needs a profile", async () => {
  const hint = "to list them: payctl profile list";
  const refused = failure(await openHome().run(["profile show"]));
  expect(refused).toEqual([2, "no profile was given and none is current", hint]);
});

it("profile use makes a profile the current one", async () => {
  const home = openHome();
  expect(notes(await home.run([local, live, "profile use live"]))).toBe("live is the current profile\n");
  expect(await home.saved()).toMatchObject({ current: "live" });
});

it("profile use says so when a variable counts more", async () => {
  const { stderr } = await openHome().run([local, "profile use local"], { env: { PAYCTL_PROFILE: "live" } });
  expect(stderr).toBe("local is the current profile\nbut PAYCTL_PROFILE names live, which overrides it\n");
});

it("profile remove removes the profile and says where its key is kept", async () => {
  const home = openHome();
  await home.run(local);
  const { stdout } = await home.run("keys generate -p local");
  const { path } = JSON.parse(stdout);
  expect(notes(await home.run("profile remove local --yes"))).toBe(
    `removed profile local\nits key is kept: ${path}\n`,
  );
  expect(await home.saved()).toEqual({ profiles: {} });
  expect(await readFile(path, "utf8")).toMatch(/^-----BEGIN PRIVATE KEY-----\n/);
});

it("profile remove asks a person, and needs --yes if there is no terminal to ask on", async () => {
  const home = openHome();
  await home.run(local);
  expect(failure(await home.run("profile remove local"))).toEqual([
    2,
    "this can't be undone, and there is no terminal to confirm on",
    "to go ahead, add: --yes",
  ]);
  const declined = await home.run(["profile remove local"], { terminal: 80, stdin: "n\n" });
  expect(declined.code).toBe(130);
  expect(await home.saved()).toMatchObject({ current: "local" });
  const agreed = await home.run(["profile remove local"], { terminal: 80, stdin: "y\n" });
  expect(agreed.code).toBe(0);
  expect(await home.saved()).toEqual({ profiles: {} });
});

it("profile remove needs --confirm for a protected profile, as replacing its key does", async () => {
  const home = openHome();
  await home.run(live);
  const refused = [
    ["profile remove live --yes", "profile live is protected"],
    ["profile remove live --yes --confirm local", "--confirm local names another profile"],
  ] as const;
  for (const [line, message] of refused) {
    expect(failure(await home.run(line))).toEqual([
      2,
      message,
      "to write to live, add: --yes --confirm live",
    ]);
  }
  const declined = await home.run(["profile remove live --yes"], { terminal: 80, stdin: "n\n" });
  expect([declined.code, declined.stderr]).toEqual([130, expect.stringContaining("Remove it?")]);
  expect(await home.saved()).toMatchObject({ current: "live" });
  expect((await home.run("profile remove live --yes --confirm live")).code).toBe(0);
  expect(await home.saved()).toEqual({ profiles: {} });
});

it("profile remove changes nothing under --dry-run", async () => {
  const home = openHome();
  expect(notes(await home.run([local, "profile remove local -n"]))).toBe("would remove profile local\n");
  expect(await home.saved()).toMatchObject({ current: "local" });
});

it("profile set changes what the options name, takes away the rest that it is told to, and says both values", async () => {
  const home = openHome();
  const other = "--base-url https://two.example.com/";
  await home.run([local, `${live.replace(" --protected", "")} --tz utc --scopes *.read`]);
  const line = `profile set live ${other} --no-merchant-account --tz Europe/Oslo --scopes "" --protected --read-only`;
  expect(notes(await home.run(line))).toBe(
    "changed profile live: base URL from https://api.example.com to https://two.example.com; " +
      "merchant account from shop-berlin to the service's default; protection from off to on; " +
      "read-only from off to on; scopes from *.read to any; time zone from utc to Europe/Oslo\n",
  );
  expect(await home.saved()).toEqual({
    current: "local",
    profiles: {
      local: { baseUrl: "http://localhost:4010" },
      live: { baseUrl: "https://two.example.com", tz: "Europe/Oslo", protected: true, readOnly: true },
    },
  });
});

it("profile set says what it would change under --dry-run, and that nothing is to be changed", async () => {
  const home = openHome();
  await home.run(live);
  const before = await home.saved();
  const dry = "profile set live --no-protected -m shop-oslo --dry-run";
  expect(notes(await home.run(dry))).toBe(
    "would change profile live: merchant account from shop-berlin to shop-oslo; protection from on to off\n",
  );
  const same = "profile set live --base-url HTTPS://api.example.com:443 -m shop-berlin --protected --no-tz";
  expect(notes(await home.run(same))).toBe("nothing to change: profile live is already so\n");
  expect(await home.saved()).toEqual(before);
});

it("profile set puts a key wherever it is told to, in place of the one there was", async () => {
  const home = openHome();
  const path = await writeKey(home.folder, generateKey().privateKey);
  await home.run(local);
  const made = JSON.parse((await home.run("keys generate -p local")).stdout);
  const [signer, signature] = ["signer one", `signer one with ${path}`];
  const steps = [
    ["--key-command 'op read x'", made.thumbprint, "op read x"],
    [`--signer-command '${signer}' --public-key ${path}`, "op read x", signature],
    ["--signer-command 'signer two'", signature, `signer two with ${path}`],
    [`--key-file ${path}`, `signer two with ${path}`, path],
    ["--no-key-file", path, "none"],
    [`--signer-command '${signer}' --public-key ${path}`, "none", signature],
    ["--signer-command ''", signature, "none"],
  ];
  for (const [index, [flags, from, to]] of steps.entries()) {
    const kept = index === 0 ? `its previous key is kept: ${made.path}\n` : "";
    expect((await home.run(`profile set local ${flags}`)).stderr).toBe(
      `changed profile local: key from ${from} to ${to}\n${kept}`,
    );
  }
  expect(await home.saved()).toEqual({
    current: "local",
    profiles: { local: { baseUrl: "http://localhost:4010" } },
  });
});

it("profile set keeps a client key when its certificate is replaced, and none without one", async () => {
  const home = openHome();
  await home.run(`${local} --client-cert /a.pem --client-key /k.pem`);
  await home.run("profile set local --client-cert /b.pem --ca-file /ca.pem");
  expect(await home.profile("local")).toMatchObject({
    clientCert: "/b.pem",
    clientKey: "/k.pem",
    caFile: "/ca.pem",
  });
  await home.run("profile set local --no-client-cert --no-ca-file");
  expect(await home.profile("local")).toMatchObject({ baseUrl: "http://localhost:4010" });
});

it.each([
  ["", 2, "nothing was given to change"],
  ["--tz Mars/Olympus -m shop", 2, expect.stringMatching(/^--tz: must be local, utc or a time zone/)],
  ["--scopes buyer.read", 2, expect.stringMatching(/^--scopes: "buyer.read" is not a scope; did you mean/)],
  ["--base-url http://api.example.com", 3, "http://api.example.com would send tokens unencrypted"],
  ["--base-url=", 2, "a profile needs an address"],
  ["--tz utc --no-tz", 2, "--tz and --no-tz can't be used together"],
  ["--no-read-only --read-only", 2, "--read-only and --no-read-only can't be used together"],
  ["--no-timeout", 2, "unknown option '--no-timeout'"],
  ["--signer-command signer", 2, "--signer-command needs --public-key"],
  ["--client-key k.pem", 3, "--client-key names a client key, but no certificate for it"],
  ["--key-command a --key-file b", 3, "--key-file and --key-command are both given"],
  ["--token-file t", 2, "--token-file can't be stored in a profile: a token soon expires"],
  ["--key-file /nowhere/key.pem --tz utc", 3, "there is no file /nowhere/key.pem"],
])("profile set refuses %s, and saves nothing", async (flags, code, message) => {
  const home = openHome();
  await home.run(local);
  const before = await home.saved();
  const refused = failure(await home.run(`profile set local ${flags}`));
  expect(refused.slice(0, 2)).toEqual([code, message]);
  expect(await home.saved()).toEqual(before);
});

const guarded =
  "profile add live --base-url https://a.example.com --protected --read-only --scopes buyers.read,audit-logs.read --key-command a";

it.each([
  "--base-url https://b.example.com",
  "--key-command b",
  "--no-key-command",
  "--ca-file ca.pem",
  "--no-protected",
  "--no-read-only",
  "--no-scopes",
  "--scopes *.read",
  "--scopes buyers.read,flows.write",
])("profile set %s asks on a protected profile, or needs --confirm", async (flags) => {
  const home = openHome();
  await home.run(guarded);
  const before = await home.saved();
  const line = `profile set live ${flags} --tz utc`;
  expect(failure(await home.run(`${line} --yes`))).toEqual([
    2,
    "profile live is protected",
    "to write to live, add: --yes --confirm live",
  ]);
  expect(await home.saved()).toEqual(before);
  expect((await home.run(`${line} --yes --confirm live`)).code).toBe(0);
  expect(await home.saved()).not.toEqual(before);
});

it("profile set asks a person about what it loosens, in words, and about nothing else", async () => {
  const home = openHome();
  await home.run(guarded);
  const line = "profile set live --no-read-only --scopes buyers.read,flows.write --tz local";
  const declined = await home.run([line], { terminal: 300, stdin: "n\n" });
  expect(declined.code).toBe(130);
  expect(declined.stderr).toContain(
    "Profile live is protected. Change read-only from on to off; scopes from buyers.read, audit-logs.read to buyers.read, flows.write?",
  );
  expect((await home.run([line], { terminal: 300, stdin: "y\n" })).code).toBe(0);
  expect(await home.profile("live")).toMatchObject({
    scopes: ["buyers.read", "flows.write"],
    tz: "local",
    protected: true,
  });
});

it("profile set narrows a protected profile without a question", async () => {
  const home = openHome();
  await home.run([guarded.replace(" --read-only", "")]);
  const flags = "--read-only --scopes buyers.read -m shop-oslo --tz local --protected";
  expect((await home.run(`profile set live ${flags}`)).code).toBe(0);
});

it("profile set keeps what others change at the same time, and fields of later versions", async () => {
  const home = openHome();
  await home.run(local);
  await writeFile(home.file, (await home.text()).replace('"baseUrl"', '"later":1,"baseUrl"'));
  const lines = ["--tz utc", "-m shop", "--read-only", "--protected", "--key-command a"];
  await Promise.all(lines.map((flags) => home.run(`profile set local ${flags}`)));
  expect(await home.saved()).toMatchObject({
    profiles: {
      local: {
        later: 1,
        tz: "utc",
        merchantAccount: "shop",
        readOnly: true,
        protected: true,
        keyCommand: "a",
      },
    },
  });
});

it("profile set loosens nothing but what a person agreed to, if the profile is changed meanwhile", async () => {
  const home = openHome();
  await home.run(guarded);
  const path = home.file;
  const { alter } = personWho([["Change base URL from https://a.example.com to", "y\r"]]);
  const meanwhile = (host: Host): Host => {
    const asked = alter(host);
    const write: Host["stderr"]["write"] = (text, done) => {
      if (text.includes("Change base URL")) {
        writeFileSync(path, readFileSync(path, "utf8").replace("a.example", "c.example"));
      }
      return asked.stderr.write(text, done);
    };
    return { ...asked, stderr: { ...asked.stderr, write } };
  };
  const line = "profile set live --base-url https://b.example.com";
  const ran = await home.run([line], { terminal: 300, alter: meanwhile });
  expect(ran.code).toBe(3);
  expect(ran.stderr).toContain("profile live was changed meanwhile");
  expect(await home.profile("live")).toMatchObject({ baseUrl: "https://c.example.com" });
});
