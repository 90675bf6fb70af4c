import { createPrivateKey } from "node:crypto";
import { describe, expect, it } from "vitest";
import { generateKey } from "../helpers/keys.ts";
import { run } from "../helpers/run.ts";
import { startReference } from "../helpers/server.ts";
import { shared } from "../helpers/shared.ts";

const reference = await shared(startReference());

const { privatePem } = generateKey();
const jwk = createPrivateKey(privatePem).export({ format: "jwk" });
const base64 = Buffer.from(privatePem).toString("base64");

const forms = [
  { form: "a PEM", key: privatePem },
  { form: "a PEM without line breaks", key: privatePem.replaceAll("\n", "") },
  { form: "base64 of a PEM in lines", key: base64.replace(/.{76}/g, "$&\n") },
  { form: "base64 of a PEM in one line", key: base64 },
  { form: "a JWK", key: JSON.stringify(jwk) },
  { form: "a JWK in lines", key: JSON.stringify(jwk, null, 2) },
  { form: "base64 of a JWK", key: Buffer.from(JSON.stringify(jwk)).toString("base64") },
  { form: "the base64 within a PEM", key: privatePem.replace(/-----.*-----|\n/g, "") },
];

const lines = [
  "buyers list -p KEY",
  "buyers list --profile=KEY",
  "buyers list -pKEY",
  "doctor -p KEY -o table",
  "profile show KEY",
  "profile use KEY",
  "profile add KEY --base-url https://api.example.com",
  "profile set KEY --tz utc",
  "keys generate -p KEY",
  "init -p KEY --base-url https://api.example.com -m default --no-input",
  "buyers list --key-file KEY",
  "buyers list --limit KEY",
  "buyers list KEY",
  "buyers KEY",
  "auth token --scope KEY",
  "merchants create KEY --display-name Shop",
];

/** A shorter piece does not reveal a key. */
function piecesOf(key: string): readonly string[] {
  return key.replace(/-----.*?-----|\s/g, "").match(/.{20}/g) ?? [];
}

function expectNothingSaid(said: string, key: string): void {
  expect(piecesOf(key).filter((piece) => said.replace(/\\n|\s/g, "").includes(piece))).toEqual([]);
}

describe.each(forms)("a private key given by mistake as $form", ({ key }) => {
  it.each(lines)("is not repeated by %s, on a terminal or off it", async (line) => {
    const words = line.replace("KEY", `'${key}'`);
    for (const options of [{}, { terminal: 80 }]) {
      const ran = await run(words, { ...options, reference, signedOut: true });
      // A word that begins with a dash is an option, here an unknown one.
      expect(ran).toMatchObject({ code: expect.toSatisfy((code) => [2, 3].includes(code)), requests: [] });
      expectNothingSaid(ran.stdout + ran.stderr, key);
    }
  });

  it("is recognised in PAYCTL_PROFILE, and where it belongs is said", async () => {
    const ran = await run("buyers list -o table", { reference, env: { PAYCTL_PROFILE: key } });
    expect(ran).toEqual({
      code: 3,
      stdout: "",
      stderr: [
        "error: a private key was given instead of the name of a profile",
        "hint: put a key into PAYCTL_PRIVATE_KEY, or into a file of its own: --key-file PATH\n",
      ].join("\n"),
      requests: [],
    });
  });

  it("is refused as a field of an account, though twice the same, and not repeated", async () => {
    const accounts = [
      { id: key, display_name: "Shop" },
      { id: key, display_name: key },
    ];
    const ran = await run("merchants apply -f a.json -o table", {
      reference,
      files: { "a.json": JSON.stringify(accounts) },
    });
    expect(ran).toMatchObject({ code: 2, requests: [] });
    expect(ran.stderr).toContain("item 2.display_name: must not contain a private key\n");
    expectNothingSaid(ran.stdout + ran.stderr, key);
  });
});
