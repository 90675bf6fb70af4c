import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { expect, it } from "vitest";
import { run } from "../../helpers/run.ts";
import { freshFolder } from "../../helpers/shared.ts";
import { profileIn, publicPemOf } from "./local-keys.ts";

const alone = { signedOut: true } as const;
const add = "profile add local --base-url http://localhost:4010";

it("keys generate stores a key, ties it to the profile and shows its public parts alone", async () => {
  const configDirectory = freshFolder();
  await run(add, { ...alone, configDirectory });
  const { code, stdout, stderr } = await run("keys generate -p local", { ...alone, configDirectory });
  const shown = JSON.parse(stdout);
  const path = join(configDirectory, "keys", `${shown.thumbprint}.pem`);
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: "register the public key with the service, then: payctl auth status -p local\n",
  });
  expect(shown).toEqual({
    thumbprint: expect.stringMatching(/^[\w-]{43}$/),
    profile: "local",
    path,
    public_key: await publicPemOf(path),
    jwk: {
      kty: "EC",
      crv: "P-521",
      x: expect.stringMatching(/^[\w-]{88}$/),
      y: expect.stringMatching(/^[\w-]{88}$/),
      alg: "ES512",
      use: "sig",
      kid: shown.thumbprint,
    },
  });
  expect(((await stat(path)).mode & 0o777).toString(8)).toBe("600");
  expect(await profileIn(configDirectory, "local")).toEqual({
    baseUrl: "http://localhost:4010",
    key: shown.thumbprint,
  });
});

it("keys generate shows people the thumbprint and the public PEM", async () => {
  const configDirectory = freshFolder();
  await run(add, { ...alone, configDirectory });
  const { stdout } = await run("keys generate -p local -o table", { ...alone, configDirectory });
  const [, thumbprint] = /^thumbprint {2}([\w-]{43})\n/.exec(stdout) ?? [];
  const path = join(configDirectory, "keys", `${thumbprint}.pem`);
  expect(stdout).toBe(
    `thumbprint  ${thumbprint}\nprofile     local\npath        ${path}\n\n${await publicPemOf(path)}`,
  );
});

it("keys generate says how to use a key that no profile has", async () => {
  const configDirectory = freshFolder();
  const first = await run("keys generate", { ...alone, configDirectory });
  const second = await run("keys generate -p shop", { ...alone, configDirectory });
  const [one, two] = [JSON.parse(first.stdout), JSON.parse(second.stdout)];
  expect([one.profile, two.profile]).toEqual([null, null]);
  expect(first.stderr).toBe(`use it: payctl profile add NAME --base-url URL --key-file '${one.path}'\n`);
  expect(second.stderr).toBe(`use it: payctl profile add shop --base-url URL --key-file '${two.path}'\n`);
});

it("keys generate gives the current profile its first key, but replaces one only by name", async () => {
  const configDirectory = freshFolder();
  const options = { ...alone, configDirectory };
  await run(add, options);
  const first = JSON.parse((await run("keys generate", options)).stdout);
  expect(first.profile).toBe("local");

  const second = await run("keys generate", options);
  const { path, profile } = JSON.parse(second.stdout);
  expect(profile).toBeNull();
  expect(second.stderr).toBe(
    `profile local keeps its key; to change it: payctl keys import '${path}' -p local\n`,
  );
  expect(await profileIn(configDirectory, "local")).toMatchObject({ key: first.thumbprint });

  const third = await run("keys generate", { ...options, env: { PAYCTL_PROFILE: "local" } });
  expect(third.stderr).toBe(
    `profile local previously used the key ${first.thumbprint}\nregister the public key with the service, then: payctl auth status -p local\n`,
  );
  expect(await readdir(join(configDirectory, "keys"))).toHaveLength(3);
});

it("keys generate replaces a key file with the stored key", async () => {
  const configDirectory = freshFolder();
  const options = { ...alone, configDirectory };
  const { path } = JSON.parse((await run("keys generate", options)).stdout);
  await run(`${add} --key-file ${path}`, options);
  const { thumbprint } = JSON.parse((await run("keys generate -p local", options)).stdout);
  expect(await profileIn(configDirectory, "local")).toEqual({
    baseUrl: "http://localhost:4010",
    key: thumbprint,
  });
});

it("keys generate replaces the key of a protected profile only when a person, or --yes --confirm, agrees", async () => {
  const configDirectory = freshFolder();
  const options = { ...alone, configDirectory };
  await run(`${add} --protected`, options);
  const first = await run("keys generate -p local", options);
  const { thumbprint } = JSON.parse(first.stdout);
  expect(first.code).toBe(0);

  const refused = await run("keys generate -p local", options);
  expect(JSON.parse(refused.stderr).error).toMatchObject({
    exit_code: 2,
    message: "profile local is protected",
    hint: "to write to local, add: --yes --confirm local",
  });
  const declined = await run("keys generate -p local", { ...options, terminal: 80, stdin: "n\n" });
  expect(declined).toMatchObject({ code: 130, stdout: "" });
  expect(declined.stderr).toContain("Profile local is protected. Replace its key?");
  expect(await profileIn(configDirectory, "local")).toMatchObject({ key: thumbprint });
  expect(await readdir(join(configDirectory, "keys"))).toEqual([`${thumbprint}.pem`]);

  const agreed = await run("keys generate -p local --yes --confirm local", options);
  expect(await profileIn(configDirectory, "local")).toMatchObject({
    key: JSON.parse(agreed.stdout).thumbprint,
  });
});

it("keys generate encrypts the stored key with what a person types twice", async () => {
  const configDirectory = freshFolder();
  const { code, stdout } = await run("keys generate --passphrase -o json", {
    ...alone,
    configDirectory,
    terminal: 80,
    stdin: "correct horse\ncorrect horse\n",
  });
  const { path, public_key } = JSON.parse(stdout);
  expect(code).toBe(0);
  expect(await readFile(path, "utf8")).toMatch(/^-----BEGIN ENCRYPTED PRIVATE KEY-----\n/);
  expect(await publicPemOf(path, "correct horse")).toBe(public_key);
});

it.each([
  ["horse\ncow\n", 2, "the passphrases do not match"],
  ["\n\n", 2, "the passphrase is empty"],
  ["horse\n", 2, "standard input ended before the question was answered"],
])("keys generate stores nothing when a person types %j", async (stdin, code, message) => {
  const configDirectory = freshFolder();
  const ran = await run("keys generate --passphrase -o json", {
    ...alone,
    configDirectory,
    terminal: 80,
    stdin,
  });
  expect(ran.code).toBe(code);
  expect(stripVTControlCharacters(ran.stderr)).toContain(`error: ${message}`);
  expect(await readdir(configDirectory)).toEqual([]);
});

it("keys generate takes the passphrase from PAYCTL_KEY_PASSPHRASE, and needs it if there is no terminal", async () => {
  const configDirectory = freshFolder();
  const env = { PAYCTL_KEY_PASSPHRASE: "words" };
  const { stdout } = await run("keys generate", { ...alone, configDirectory, env });
  const { path, public_key } = JSON.parse(stdout);
  expect(await publicPemOf(path, "words")).toBe(public_key);

  const refused = await run("keys generate --passphrase", { ...alone, configDirectory });
  expect(refused.code).toBe(2);
  expect(JSON.parse(refused.stderr).error).toMatchObject({
    message: "no terminal to type the passphrase on",
    hint: "set PAYCTL_KEY_PASSPHRASE",
  });
});

it("keys generate makes nothing under --dry-run, nor with a field that it does not show", async () => {
  const configDirectory = freshFolder();
  const dry = await run("keys generate --dry-run", { ...alone, configDirectory });
  expect(dry).toMatchObject({ code: 0, stdout: "", stderr: "would make a key pair and store it\n" });
  expect((await run("keys generate --fields private_key", { ...alone, configDirectory })).code).toBe(2);
  expect(await readdir(configDirectory)).toEqual([]);
});
