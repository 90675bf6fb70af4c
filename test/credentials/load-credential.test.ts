import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openKeyFiles } from "../../src/credentials/key-files.ts";
import { type CredentialReaders, loadCredential } from "../../src/credentials/load-credential.ts";
import { generatePrivateKey, toPrivatePem } from "../../src/credentials/private-key.ts";
import type { Credential } from "../../src/credentials/settings.ts";
import { freshFolder } from "../helpers/shared.ts";
import { failureOf } from "./failure.ts";

function readers(
  passphrase = () => Promise.reject<string>(new Error("unexpected question")),
): CredentialReaders {
  return {
    keyFiles: openKeyFiles({ directory: "/nowhere", platform: "linux" }),
    platform: "linux",
    passphrase,
    standardInput: () => Promise.reject(new Error("unexpected reading")),
    external: () => Promise.reject(new Error("unexpected key elsewhere")),
  };
}

const load = (value: Credential, parts = readers()) =>
  loadCredential({ value, source: { kind: "variable", name: "PAYCTL_X" } }, parts);

async function fileWith(text: string, mode: number): Promise<string> {
  const path = join(freshFolder(), "secret");
  await writeFile(path, text, { mode });
  return path;
}

it("a credential is loaded from a key, encrypted or not, in a variable or a file", async () => {
  const key = await generatePrivateKey();
  const plain = toPrivatePem(key, undefined);
  const path = await fileWith(toPrivatePem(key, "words"), 0o600);
  for (const loaded of [
    await load({ kind: "key", text: plain }),
    await load(
      { kind: "key-file", path },
      readers(async () => "words"),
    ),
  ]) {
    expect(loaded.kind === "key" && loaded.key.equals(key)).toBe(true);
  }
});

it("a credential is loaded from a token, in a variable or a file", async () => {
  const path = await fileWith("aa.bb.c-_\n", 0o600);
  expect(await load({ kind: "token", token: "aa.bb.c-_" })).toEqual({ kind: "token", token: "aa.bb.c-_" });
  expect(await load({ kind: "token-file", path })).toEqual({ kind: "token", token: "aa.bb.c-_" });
});

it.each(["Bearer aa.bb.cc", "authorization: bearer aa.bb.cc\n", " aa.bb.cc "])(
  "a token is taken as it was copied: %j",
  async (token) => {
    expect(await load({ kind: "token", token })).toEqual({ kind: "token", token: "aa.bb.cc" });
  },
);

it("the path of a file in place of a token is told", async () => {
  expect(await failureOf(() => load({ kind: "token", token: "/run/secrets/token" }))).toEqual({
    exitCode: 3,
    message: "PAYCTL_X contains the path of a file, not a token",
    hint: "name the file in PAYCTL_TOKEN_FILE instead, or as an option: --token-file PATH",
  });
});

it.each(["", "Basic aa.bb.cc", "aa.bb", "aa.bb.cc\r\nx: y", "aa..cc"])(
  "a credential is refused when a token reads %j",
  async (token) => {
    expect(await failureOf(() => load({ kind: "token", token }))).toEqual({
      exitCode: 3,
      message: "PAYCTL_X does not contain a token",
      hint: "a token is three parts joined by dots; make one: payctl auth token --scope SCOPE",
    });
  },
);

it("a credential is refused when others can read the token file", async () => {
  const path = await fileWith("aa.bb.cc", 0o644);
  expect(await failureOf(() => load({ kind: "token-file", path }))).toEqual({
    exitCode: 3,
    message: `PAYCTL_X: ${path} is accessible to others (mode 0644)`,
    hint: `make it yours alone: chmod 600 '${path}'`,
  });
});
