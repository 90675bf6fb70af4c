import { chmod, readdir, readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { generateKey } from "../../helpers/keys.ts";
import { freshFolder } from "../../helpers/shared.ts";
import { openHome } from "../home.ts";
import { publicPemOf, writeKey } from "./local-keys.ts";

const key = generateKey();

it("keys import stores a key from a file and ties it to the profile", async () => {
  const home = openHome();
  await home.run("profile add local --base-url http://localhost:4010");
  const given = await writeKey(freshFolder(), key.privateKey);
  const { code, stdout } = await home.run(`keys import ${given} -p local`);
  const shown = JSON.parse(stdout);
  expect(code).toBe(0);
  expect(shown).toMatchObject({
    thumbprint: key.thumbprint,
    profile: "local",
    path: `${home.folder}/keys/${key.thumbprint}.pem`,
    public_key: key.publicPem,
  });
  expect(await publicPemOf(shown.path)).toBe(key.publicPem);
  expect(await home.profile("local")).toMatchObject({ key: key.thumbprint });
});

it("keys import reads base64 of a key from standard input", async () => {
  const stdin = Buffer.from(key.privatePem).toString("base64");
  const { code, stdout } = await openHome().run("keys import -", { stdin });
  expect(code).toBe(0);
  expect(JSON.parse(stdout).thumbprint).toBe(key.thumbprint);
});

it("keys import stores a JWK as it stores every key, whatever kid it has", async () => {
  const home = openHome();
  const stdin = JSON.stringify({ ...key.privateKey.export({ format: "jwk" }), kid: "key-1" });
  const shown = JSON.parse((await home.run("keys import -", { stdin })).stdout);
  expect(shown).toMatchObject({ thumbprint: key.thumbprint, jwk: { kid: key.thumbprint } });
  expect(await readFile(shown.path, "utf8")).toBe(key.privatePem);
});

it("keys import keeps an encrypted key encrypted under its passphrase", async () => {
  const home = openHome();
  const given = await writeKey(freshFolder(), key.privateKey, "words");
  const { code, stdout } = await home.run(`keys import ${given} -o json`, { terminal: 80, stdin: "words\n" });
  const { path } = JSON.parse(stdout);
  expect(code).toBe(0);
  expect(await readFile(path, "utf8")).toMatch(/^-----BEGIN ENCRYPTED PRIVATE KEY-----\n/);
  expect(await publicPemOf(path, "words")).toBe(key.publicPem);
});

it("keys import refuses a file that others can read, and empty input", async () => {
  const given = await writeKey(freshFolder(), key.privateKey);
  await chmod(given, 0o644);
  const open = await openHome().run(`keys import ${given}`);
  expect(open.code).toBe(3);
  expect(JSON.parse(open.stderr).error).toMatchObject({
    message: `${given} is accessible to others (mode 0644)`,
    hint: `make it yours alone: chmod 600 '${given}'`,
  });
  const empty = await openHome().run("keys import -");
  expect(empty.code).toBe(2);
  expect(JSON.parse(empty.stderr).error.message).toBe("standard input is empty");
});

it("keys import stores nothing under --dry-run", async () => {
  const home = openHome();
  const ran = await home.run("keys import - -n", { stdin: key.privatePem });
  expect(ran).toMatchObject({ code: 0, stdout: "", stderr: "would store the key\n" });
  expect(await readdir(home.folder)).toEqual([]);
});
