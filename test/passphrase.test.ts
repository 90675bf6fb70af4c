import { expect, it } from "vitest";
import { getPassphrase } from "../src/passphrase.ts";
import { failureOf } from "./credentials/failure.ts";

const prompter = async () => ({ secret: async (question: string) => `answer to ${question}` });

it.each([
  ["the environment", "words", "words"],
  ["a person where the variable is empty", "", "answer to Passphrase of the key:"],
])("a passphrase comes from %s", async (_, given, passphrase) => {
  const host = { env: { PAYCTL_KEY_PASSPHRASE: given } };
  expect(await getPassphrase({ host, interactive: true, prompter })).toBe(passphrase);
});

it("a passphrase of the client key has a variable and a question of its own", async () => {
  const env = { PAYCTL_KEY_PASSPHRASE: "words" };
  const asked = { host: { env }, interactive: true, prompter };
  expect(await getPassphrase(asked, "the client key")).toBe("answer to Passphrase of the client key:");
  expect(await failureOf(() => getPassphrase({ ...asked, interactive: false }, "the client key"))).toEqual({
    exitCode: 3,
    message: "the client key is encrypted, and there is no terminal to type its passphrase on",
    hint: "set PAYCTL_CLIENT_KEY_PASSPHRASE",
  });
});

it("a missing passphrase is reported when there is no way to ask for it", async () => {
  const asked = { host: { env: {} }, interactive: false, prompter };
  expect(await failureOf(() => getPassphrase(asked))).toEqual({
    exitCode: 3,
    message: "the key is encrypted, and there is no terminal to type its passphrase on",
    hint: "set PAYCTL_KEY_PASSPHRASE",
  });
});
