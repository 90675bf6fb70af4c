import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { expect, it } from "vitest";
import { openHome } from "../home.ts";
import { publicPemOf } from "./local-keys.ts";

const add = "profile add local --base-url http://localhost:4010";

it("keys generate stores a key, ties it to the profile and shows its public parts alone", async () => {
  const home = openHome();
  await home.run(add);
  const { code, stdout, stderr } = await home.run("keys generate -p local");
  const shown = JSON.parse(stdout);
  const path = join(home.folder, "keys", `${shown.thumbprint}.pem`);
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
  expect(await home.profile("local")).toEqual({
    baseUrl: "http://localhost:4010",
    key: shown.thumbprint,
  });
});

it("keys generate shows people the thumbprint and the public PEM", async () => {
  const home = openHome();
  await home.run(add);
  const { stdout } = await home.run("keys generate -p local -o table");
  const [, thumbprint] = /^thumbprint {2}([\w-]{43})\n/.exec(stdout) ?? [];
  const path = join(home.folder, "keys", `${thumbprint}.pem`);
  expect(stdout).toBe(
    `thumbprint  ${thumbprint}\nprofile     local\npath        ${path}\n\n${await publicPemOf(path)}`,
  );
});

it("keys generate says how to use a key that no profile has", async () => {
  const home = openHome();
  const first = await home.run("keys generate");
  const second = await home.run("keys generate -p shop");
  const [one, two] = [JSON.parse(first.stdout), JSON.parse(second.stdout)];
  expect([one.profile, two.profile]).toEqual([null, null]);
  expect(first.stderr).toBe(`use it: payctl profile add NAME --base-url URL --key-file '${one.path}'\n`);
  expect(second.stderr).toBe(`use it: payctl profile add shop --base-url URL --key-file '${two.path}'\n`);
});

it("keys generate gives the current profile its first key, but replaces one only by name", async () => {
  const home = openHome();
  await home.run(add);
  const first = JSON.parse((await home.run("keys generate")).stdout);
  expect(first.profile).toBe("local");

  const second = await home.run("keys generate");
  const { path, profile } = JSON.parse(second.stdout);
  expect(profile).toBeNull();
  expect(second.stderr).toBe(
    `profile local keeps its key; to change it: payctl keys import '${path}' -p local\n`,
  );
  expect(await home.profile("local")).toMatchObject({ key: first.thumbprint });

  const third = await home.run("keys generate", { env: { PAYCTL_PROFILE: "local" } });
  expect(third.stderr).toBe(
    `profile local previously used the key ${first.thumbprint}\nregister the public key with the service, then: payctl auth status -p local\n`,
  );
  expect(await home.keys()).toHaveLength(3);
});

it("keys generate replaces the key of a protected profile only when a person, or --yes --confirm, agrees", async () => {
  const home = openHome();
  await home.run(`${add} --protected`);
  const first = await home.run("keys generate -p local");
  const { thumbprint } = JSON.parse(first.stdout);
  expect(first.code).toBe(0);

  const refused = await home.run("keys generate -p local");
  expect(JSON.parse(refused.stderr).error).toMatchObject({
    exit_code: 2,
    message: "profile local is protected",
    hint: "to write to local, add: --yes --confirm local",
  });
  const declined = await home.run("keys generate -p local", { terminal: 80, stdin: "n\n" });
  expect(declined).toMatchObject({ code: 130, stdout: "" });
  expect(declined.stderr).toContain("Profile local is protected. Replace its key?");
  expect(await home.profile("local")).toMatchObject({ key: thumbprint });
  expect(await home.keys()).toEqual([`${thumbprint}.pem`]);

  const agreed = await home.run("keys generate -p local --yes --confirm local");
  expect(await home.profile("local")).toMatchObject({
    key: JSON.parse(agreed.stdout).thumbprint,
  });
});

it("keys generate encrypts the stored key with what a person types twice", async () => {
  const home = openHome();
  const { code, stdout } = await home.run("keys generate --passphrase -o json", {
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
])("keys generate stores nothing when a person types %j", async (stdin, code, message) => {
  const home = openHome();
  const ran = await home.run("keys generate --passphrase -o json", { terminal: 80, stdin });
  expect(ran.code).toBe(code);
  expect(stripVTControlCharacters(ran.stderr)).toContain(`error: ${message}`);
  expect(await readdir(home.folder)).toEqual([]);
});

it("keys generate takes the passphrase from PAYCTL_KEY_PASSPHRASE, and needs it if there is no terminal", async () => {
  const home = openHome();
  const env = { PAYCTL_KEY_PASSPHRASE: "words" };
  const { stdout } = await home.run("keys generate", { env });
  const { path, public_key } = JSON.parse(stdout);
  expect(await publicPemOf(path, "words")).toBe(public_key);

  const refused = await home.run("keys generate --passphrase");
  expect(refused.code).toBe(2);
  expect(JSON.parse(refused.stderr).error).toMatchObject({
    message: "no terminal to type the passphrase on",
    hint: "set PAYCTL_KEY_PASSPHRASE",
  });
});

it("keys generate makes nothing under --dry-run, nor with a field that it does not show", async () => {
  const home = openHome();
  const dry = await home.run("keys generate --dry-run");
  expect(dry).toMatchObject({ code: 0, stdout: "", stderr: "would make a key pair and store it\n" });
  expect((await home.run("keys generate --fields private_key")).code).toBe(2);
  expect(await readdir(home.folder)).toEqual([]);
});
