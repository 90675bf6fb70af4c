import { expect, it } from "vitest";
import { generateKey } from "../helpers/keys.ts";
import { type RunOptions, run } from "../helpers/run.ts";
import { freshFolder, shared } from "../helpers/shared.ts";
import { ids, startSmallCompany } from "../helpers/small-company.ts";
import { errorOf } from "./failure.ts";

const reference = await shared(startSmallCompany());

const { key, privateKey } = reference.administrator;
const jwk = JSON.stringify(key.privateKey.export({ format: "jwk" }));
const base = "--base-url http://localhost:4010 --key-file -";

const given = (stdin: string, more: RunOptions = {}): RunOptions => ({
  reference,
  signedOut: true,
  stdin,
  ...more,
});

it.each([
  ["a PEM", privateKey],
  ["a JWK", jwk],
  ["base64", Buffer.from(jwk).toString("base64")],
])("--key-file - reads the key from standard input as %s", async (_, text) => {
  const { stdout } = await run(`buyers list --query items[].id ${base}`, given(text));
  expect(JSON.parse(stdout)).toEqual([ids.ada, ids.grace]);
});

it("--key-file - signs every call of a command that reads its items from a file", async () => {
  const files = { "shops.csv": "id,display_name\nshop-1,One\nshop-2,Two\n" };
  const ran = await run(`merchants apply -f shops.csv ${base}`, given(privateKey, { files }));
  expect({ code: ran.code, requests: ran.requests.length }).toEqual({ code: 0, requests: 2 });
});

it("--key-file - opens an encrypted key with PAYCTL_KEY_PASSPHRASE, and asks nobody on a terminal", async () => {
  const text = String(
    key.privateKey.export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "words" }),
  );
  const env = { PAYCTL_KEY_PASSPHRASE: "words" };
  expect((await run(`buyers list ${base}`, given(text, { env }))).code).toBe(0);
  const asked = await run(`buyers list --color never ${base}`, given(text, { terminal: 120 }));
  expect(asked).toMatchObject({ code: 3, requests: [] });
  expect(asked.stderr).toContain("there is no terminal to type its passphrase on");
});

it("--key-file - says on a terminal what it waits for", async () => {
  const { stderr } = await run(`buyers list -o id ${base}`, given(privateKey, { terminal: 80 }));
  expect(stderr).toBe("reading the private key from standard input; Ctrl-D ends it\n");
});

it.each([
  `updater create - ${base}`,
  `merchants apply -f - --format csv ${base}`,
  `api POST /buyers --scope buyers.read -d - ${base}`,
  `auth inspect ${base}`,
  `keys import - ${base}`,
])("%s is refused, because standard input can't be both", async (line) => {
  const ran = await run(line, given(privateKey));
  const command = line.split(" ").slice(0, line.startsWith("api") ? 1 : 2);
  expect({ ...errorOf(ran), requests: ran.requests }).toEqual({
    code: 2,
    message: `${command.join(" ")} reads standard input here, so --key-file - can't read the key from it`,
    hint: "give the key in a file: --key-file PATH",
    requests: [],
  });
});

it.each(["profile add ci", "init -p ci -m default --no-input"])(
  "%s does not store --key-file - in a profile",
  async (line) => {
    const configDirectory = freshFolder();
    const ran = await run(`${line} ${base}`, given(privateKey, { configDirectory }));
    expect(errorOf(ran)).toEqual({
      code: 2,
      message: "--key-file - can't be stored in a profile: standard input holds the key only now",
      hint: "name a file, or store the key: payctl keys import - -p NAME",
    });
    expect(JSON.parse((await run("profile list", { configDirectory })).stdout).items).toEqual([]);
  },
);

it.each([
  ["nothing", "", "standard input does not contain a private key"],
  [
    "a key on another curve",
    generateKey("P-256").privatePem,
    "standard input contains a key on the curve prime256v1; the service accepts only P-521",
  ],
])("--key-file - is refused for %s, and nothing is sent", async (_, text, message) => {
  const ran = await run(`buyers list ${base}`, given(text));
  expect(errorOf(ran)).toMatchObject({ code: 3, message: `--key-file: ${message}` });
  expect(ran.requests).toEqual([]);
});

it("commands that show where the key is say standard input", async () => {
  const shown = await run(`keys show ${base}`, given(privateKey));
  const { thumbprint } = key;
  expect(JSON.parse(shown.stdout)).toMatchObject({ thumbprint, path: null, location: "standard input" });
  const status = await run(`auth status ${base}`, given(privateKey));
  expect(JSON.parse(status.stdout)).toMatchObject({ thumbprint, key_location: "standard input" });
  const doctor = await run(`doctor -o json ${base}`, given(privateKey));
  expect(JSON.parse(doctor.stdout).checks).toContainEqual({
    name: "key",
    result: "ok",
    message: `a P-521 key in standard input; thumbprint ${thumbprint}`,
    hint: null,
  });
});
