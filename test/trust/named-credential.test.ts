import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { Exchange } from "../../src/contract/exchange.ts";
import { run } from "../helpers/run.ts";
import { startReference } from "../helpers/server.ts";
import { shared, sharedFolder } from "../helpers/shared.ts";

const baseUrl = "http://localhost:4010";
const reference = await shared(startReference());
const configDirectory = sharedFolder();

const keyFile = join(configDirectory, "key.pem");
const tokenFile = join(configDirectory, "token");
beforeAll(async () => {
  await writeFile(keyFile, reference.administrator.privateKey, { mode: 0o600 });
  await writeFile(tokenFile, reference.token(), { mode: 0o600 });
  const profiles = { live: { baseUrl, keyFile } };
  await writeFile(join(configDirectory, "config.json"), JSON.stringify({ profiles }));
});

/** Each way to give a credential, one that can be read and one that can't. */
const sources = [
  {
    name: "PAYCTL_PRIVATE_KEY",
    said: "signed with PAYCTL_PRIVATE_KEY",
    good: () => ({ env: { PAYCTL_PRIVATE_KEY: reference.administrator.privateKey } }),
    bad: () => ({ env: { PAYCTL_PRIVATE_KEY: "nothing" } }),
  },
  {
    name: "PAYCTL_PRIVATE_KEY_FILE",
    said: "signed with PAYCTL_PRIVATE_KEY_FILE",
    good: () => ({ env: { PAYCTL_PRIVATE_KEY_FILE: keyFile } }),
    bad: () => ({ env: { PAYCTL_PRIVATE_KEY_FILE: `${keyFile}.missing` } }),
  },
  {
    name: "PAYCTL_TOKEN",
    said: "sent with PAYCTL_TOKEN",
    good: () => ({ env: { PAYCTL_TOKEN: reference.token() } }),
    bad: () => ({ env: { PAYCTL_TOKEN: "nothing" } }),
  },
  {
    name: "PAYCTL_TOKEN_FILE",
    said: "sent with PAYCTL_TOKEN_FILE",
    good: () => ({ env: { PAYCTL_TOKEN_FILE: tokenFile } }),
    bad: () => ({ env: { PAYCTL_TOKEN_FILE: keyFile } }),
  },
  {
    name: "--key-file",
    said: "signed with --key-file",
    good: () => ({ words: `--key-file ${keyFile}` }),
    bad: () => ({ words: `--key-file ${tokenFile}` }),
  },
  {
    name: "--token-file",
    said: "sent with --token-file",
    good: () => ({ words: `--token-file ${tokenFile}` }),
    bad: () => ({ words: `--token-file ${keyFile}` }),
  },
  {
    name: "the key of profile live",
    said: "signed with the key of profile live",
    good: () => ({ words: "-p live" }),
    bad: async () => {
      await chmod(keyFile, 0o644);
      return { words: "-p live" };
    },
  },
];

interface Given {
  readonly words?: string;
  readonly env?: Readonly<Record<string, string>>;
}

async function fail({ words = "", env = {} }: Given, exchange: Exchange) {
  const ran = await run(`buyers list ${words}`, {
    reference,
    exchange,
    configDirectory,
    signedOut: true,
    env: { PAYCTL_BASE_URL: baseUrl, ...env },
  });
  const last = ran.stderr.trim().split("\n").at(-1) ?? "";
  return JSON.parse(last).error;
}

describe.each(sources)("a call with $name", ({ name, said, good, bad }) => {
  it.each([401, 403])("names its credential when it is answered %i", async (status) => {
    const error = await fail(good(), async () => ({ status, headers: {}, body: "" }));
    expect(error).toMatchObject({ exit_code: 7, hint: expect.stringContaining(`${said}; `) });
  });

  it("names its credential when that can't be used", async () => {
    const error = await fail(await bad(), async () => expect.unreachable());
    await chmod(keyFile, 0o600);
    expect(error).toMatchObject({ exit_code: 3, message: expect.stringContaining(name) });
  });
});
