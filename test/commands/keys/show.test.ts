import { expect, it } from "vitest";
import { generateKey } from "../../helpers/keys.ts";
import { run } from "../../helpers/run.ts";
import { freshFolder } from "../../helpers/shared.ts";
import { openHome } from "../home.ts";
import { writeKey } from "./local-keys.ts";

const key = generateKey();

it("keys show shows people the public parts and where the key comes from", async () => {
  const path = await writeKey(freshFolder(), key.privateKey);
  expect(await openHome().run(`keys show --key-file ${path} -o table`)).toMatchObject({
    code: 0,
    stdout: `thumbprint  ${key.thumbprint}\npath        ${path}\nsource      --key-file\n\n${key.publicPem}`,
    stderr: "",
    requests: [],
  });
});

it("keys show gives the public parts as JSON, and nothing private", async () => {
  const env = { PAYCTL_PRIVATE_KEY: key.privatePem };
  const { code, stdout } = await openHome().run("keys show", { env });
  const { d: _, ...jwk } = key.privateKey.export({ format: "jwk" });
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({
    thumbprint: key.thumbprint,
    profile: null,
    path: null,
    location: "PAYCTL_PRIVATE_KEY",
    source: "PAYCTL_PRIVATE_KEY",
    public_key: key.publicPem,
    jwk: { ...jwk, alg: "ES512", use: "sig", kid: key.thumbprint },
  });
});

it("keys show shows the key of the profile, and notes once which variables are ignored for it", async () => {
  const home = openHome();
  await home.run("profile add local --base-url http://localhost:4010");
  const made = JSON.parse((await home.run("keys generate -p local")).stdout);
  const { stdout, stderr } = await run("keys show -p local", { configDirectory: home.folder });
  expect(JSON.parse(stdout)).toEqual({ ...made, location: made.path, source: "profile local" });
  expect(stderr).toBe("--profile local is given: PAYCTL_BASE_URL, PAYCTL_PRIVATE_KEY are ignored\n");
});

it("keys show opens an encrypted key with what a person types", async () => {
  const path = await writeKey(freshFolder(), key.privateKey, "words");
  const line = `keys show --key-file ${path} -o json --fields thumbprint`;
  const typed = await openHome().run(line, { terminal: 80, stdin: "words\n" });
  expect(JSON.parse(typed.stdout)).toEqual({ thumbprint: key.thumbprint });
  const wrong = await openHome().run(line, { env: { PAYCTL_KEY_PASSPHRASE: "horse" } });
  expect(wrong.code).toBe(3);
  expect(JSON.parse(wrong.stderr).error.message).toBe(`--key-file: the passphrase does not decrypt ${path}`);
});

it("keys show has nothing to show without a key", async () => {
  const missing = await openHome().run("keys show");
  expect(missing.code).toBe(3);
  expect(JSON.parse(missing.stderr).error).toMatchObject({
    message: "no key and no token is set",
    hint: "set PAYCTL_PRIVATE_KEY or PAYCTL_PRIVATE_KEY_FILE, or make a profile: payctl init",
  });
  const token = await openHome().run("keys show", { env: { PAYCTL_TOKEN: "aa.bb.cc" } });
  expect(token.code).toBe(3);
  expect(JSON.parse(token.stderr).error.message).toBe(
    "a ready-made token is in use, so there is no key to show",
  );
});
