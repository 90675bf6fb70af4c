import { chmod, readdir, readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { generateKey } from "../../helpers/keys.ts";
import { run } from "../../helpers/run.ts";
import { freshFolder } from "../../helpers/shared.ts";
import { profileIn, publicPemOf, writeKey } from "./local-keys.ts";

const key = generateKey();
const alone = { signedOut: true } as const;

it("keys import stores a key from a file and ties it to the profile", async () => {
  const configDirectory = freshFolder();
  const options = { ...alone, configDirectory };
  await run("profile add local --base-url http://localhost:4010", options);
  const given = await writeKey(freshFolder(), key.privateKey);
  const { code, stdout } = await run(`keys import ${given} -p local`, options);
  const shown = JSON.parse(stdout);
  expect(code).toBe(0);
  expect(shown).toMatchObject({
    thumbprint: key.thumbprint,
    profile: "local",
    path: `${configDirectory}/keys/${key.thumbprint}.pem`,
    public_key: key.publicPem,
  });
  expect(await publicPemOf(shown.path)).toBe(key.publicPem);
  expect(await profileIn(configDirectory, "local")).toMatchObject({ key: key.thumbprint });
});

it("keys import reads base64 of a key from standard input", async () => {
  const stdin = Buffer.from(key.privatePem).toString("base64");
  const { code, stdout } = await run("keys import -", { ...alone, stdin });
  expect(code).toBe(0);
  expect(JSON.parse(stdout).thumbprint).toBe(key.thumbprint);
});

it("keys import stores a JWK as it stores every key, whatever kid it has", async () => {
  const configDirectory = freshFolder();
  const stdin = JSON.stringify({ ...key.privateKey.export({ format: "jwk" }), kid: "key-1" });
  const shown = JSON.parse((await run("keys import -", { ...alone, configDirectory, stdin })).stdout);
  expect(shown).toMatchObject({ thumbprint: key.thumbprint, jwk: { kid: key.thumbprint } });
  expect(await readFile(shown.path, "utf8")).toBe(key.privatePem);
});

it("keys import keeps an encrypted key encrypted under its passphrase", async () => {
  const configDirectory = freshFolder();
  const given = await writeKey(freshFolder(), key.privateKey, "words");
  const { code, stdout } = await run(`keys import ${given} -o json`, {
    ...alone,
    configDirectory,
    terminal: 80,
    stdin: "words\n",
  });
  const { path } = JSON.parse(stdout);
  expect(code).toBe(0);
  expect(await readFile(path, "utf8")).toMatch(/^-----BEGIN ENCRYPTED PRIVATE KEY-----\n/);
  expect(await publicPemOf(path, "words")).toBe(key.publicPem);
});

it("keys import needs a passphrase if there is no terminal to type it on", async () => {
  const given = await writeKey(freshFolder(), key.privateKey, "words");
  const { code, stderr } = await run(`keys import ${given}`, alone);
  expect(code).toBe(3);
  expect(JSON.parse(stderr).error).toMatchObject({
    message: "the key is encrypted, and there is no terminal to type its passphrase on",
    hint: "set PAYCTL_KEY_PASSPHRASE",
  });
});

it("keys import refuses a file that others can read, and empty input", async () => {
  const given = await writeKey(freshFolder(), key.privateKey);
  await chmod(given, 0o644);
  const open = await run(`keys import ${given}`, alone);
  expect(open.code).toBe(3);
  expect(JSON.parse(open.stderr).error).toMatchObject({
    message: `${given} is accessible to others (mode 0644)`,
    hint: `chmod 600 '${given}'`,
  });
  const empty = await run("keys import -", alone);
  expect(empty.code).toBe(2);
  expect(JSON.parse(empty.stderr).error.message).toBe("standard input is empty");
});

it("keys import stores nothing under --dry-run", async () => {
  const configDirectory = freshFolder();
  const ran = await run("keys import - -n", { ...alone, configDirectory, stdin: key.privatePem });
  expect(ran).toMatchObject({ code: 0, stdout: "", stderr: "would store the key\n" });
  expect(await readdir(configDirectory)).toEqual([]);
});
