import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Profile } from "../../src/credentials/profiles.ts";
import { resolveSettings } from "../../src/credentials/resolve-settings.ts";
import type { SettingFlags } from "../../src/credentials/setting-sources.ts";
import { type SettingSource, type Settings, sourceText } from "../../src/credentials/settings.ts";
import { failureOf } from "./failure.ts";

interface Given {
  readonly flags?: SettingFlags;
  readonly env?: Readonly<Record<string, string>>;
  readonly profiles?: Readonly<Record<string, Profile>>;
  readonly current?: string;
}

/** The same with each source in words. */
type InWords<Value> = Value extends SettingSource
  ? string
  : Value extends object
    ? { readonly [Key in keyof Value]: InWords<Value[Key]> }
    : Value;

function resolve({ flags = {}, env = {}, profiles = {}, current }: Given): InWords<Settings> {
  const settings = resolveSettings({
    globals: flags,
    env,
    profiles: { current, profiles: new Map(Object.entries(profiles)) },
    keyPath: (thumbprint) => `/keys/${thumbprint}.pem`,
  });
  return JSON.parse(JSON.stringify(settings), (name, value) =>
    /source$/i.test(name) ? sourceText(value) : value,
  );
}

const local: Profile = {
  baseUrl: "https://profile.example.com",
  merchantAccount: "from-profile",
  key: "thumb",
  caFile: "/stored/ca.pem",
  clientCert: "/stored/both.pem",
};

/** Every setting with its value at each level, strongest first, and its value without any. */
const matrix = {
  profile: {
    flag: { flags: { profile: "a" }, value: "a", source: "--profile" },
    env: { env: { PAYCTL_PROFILE: "b" }, value: "b", source: "PAYCTL_PROFILE" },
    profile: { current: "c", value: "c", source: "the current profile" },
    fallback: undefined,
  },
  baseUrl: {
    flag: {
      flags: { baseUrl: "https://flag.example.com" },
      value: "https://flag.example.com",
      source: "--base-url",
    },
    env: {
      env: { PAYCTL_BASE_URL: "https://env.example.com" },
      value: "https://env.example.com",
      source: "PAYCTL_BASE_URL",
    },
    profile: { current: "local", value: "https://profile.example.com", source: "profile local" },
    fallback: undefined,
  },
  merchantAccount: {
    flag: { flags: { merchantAccount: "from-flag" }, value: "from-flag", source: "--merchant-account" },
    env: {
      env: { PAYCTL_MERCHANT_ACCOUNT: "from-env" },
      value: "from-env",
      source: "PAYCTL_MERCHANT_ACCOUNT",
    },
    profile: { current: "local", value: "from-profile", source: "profile local" },
    fallback: undefined,
  },
  credential: {
    flag: { flags: { keyFile: "f.pem" }, value: { kind: "key-file", path: "f.pem" }, source: "--key-file" },
    env: {
      env: { PAYCTL_TOKEN: " t\n" },
      value: { kind: "token", token: "t" },
      source: "PAYCTL_TOKEN",
    },
    profile: {
      current: "local",
      value: { kind: "key-file", path: "/keys/thumb.pem" },
      source: "profile local",
    },
    fallback: undefined,
  },
  timeout: {
    flag: { flags: { timeout: 1_000 }, value: 1_000, source: "--timeout" },
    env: { env: { PAYCTL_TIMEOUT: "2s" }, value: 2_000, source: "PAYCTL_TIMEOUT" },
    profile: undefined,
    fallback: { value: 30_000, source: "default" },
  },
  deadline: {
    flag: { flags: { deadline: 1_000 }, value: 1_000, source: "--deadline" },
    env: { env: { PAYCTL_DEADLINE: "10m" }, value: 600_000, source: "PAYCTL_DEADLINE" },
    profile: undefined,
    fallback: undefined,
  },
  retries: {
    flag: { flags: { retries: 0 }, value: 0, source: "--retries" },
    env: { env: { PAYCTL_RETRIES: "7" }, value: 7, source: "PAYCTL_RETRIES" },
    profile: undefined,
    fallback: { value: 4, source: "default" },
  },
  caFile: {
    flag: { flags: { caFile: "mine.pem" }, value: "mine.pem", source: "--ca-file" },
    env: { env: { PAYCTL_CA_FILE: "ca.pem" }, value: "ca.pem", source: "PAYCTL_CA_FILE" },
    profile: { current: "local", value: "/stored/ca.pem", source: "profile local" },
    fallback: undefined,
  },
  clientCertificate: {
    flag: {
      flags: { clientCert: "mine.pem" },
      value: { cert: "mine.pem", key: "mine.pem" },
      source: "--client-cert",
      keySource: "--client-cert",
    },
    env: {
      env: { PAYCTL_CLIENT_CERT_FILE: "c.pem", PAYCTL_CLIENT_KEY_FILE: "k.pem" },
      value: { cert: "c.pem", key: "k.pem" },
      source: "PAYCTL_CLIENT_CERT_FILE",
      keySource: "PAYCTL_CLIENT_KEY_FILE",
    },
    profile: {
      current: "local",
      value: { cert: "/stored/both.pem", key: "/stored/both.pem" },
      source: "profile local",
      keySource: "profile local",
    },
    fallback: undefined,
  },
} as const;

const known = { a: local, b: local, c: local, local };
const levels = ["flag", "env", "profile"] as const;

describe.each(Object.keys(matrix) as (keyof typeof matrix)[])("%s", (name) => {
  const row = matrix[name];

  it.each([0, 1, 2, 3, 4, 5, 6, 7])("is taken from the strongest level that names it (levels %i)", (mask) => {
    const cells = levels.map((level, bit) => ((mask >> bit) & 1 ? row[level] : undefined));
    const merged = Object.assign({ profiles: known }, ...cells) as Given;
    const strongest = cells.find((cell) => cell !== undefined);
    const expected = strongest && {
      value: strongest.value,
      source: strongest.source,
      ...("keySource" in strongest && { keySource: strongest.keySource }),
    };
    expect(resolve(merged)[name]).toEqual(expected ?? row.fallback);
  });

  it("is unset if its variable is empty", () => {
    const empty = Object.fromEntries(Object.keys(row.env.env).map((variable) => [variable, ""]));
    expect(resolve({ env: empty, profiles: known })[name]).toEqual(row.fallback);
  });
});

it("settings never take a value from a weaker level than one that names it", () => {
  const account = fc.option(fc.stringMatching(/^[a-z0-9-]{1,50}$/), { nil: undefined });
  fc.assert(
    fc.property(account, account, account, (flag, variable, saved) => {
      const { merchantAccount } = resolve({
        flags: { merchantAccount: flag },
        env: variable === undefined ? {} : { PAYCTL_MERCHANT_ACCOUNT: variable },
        profiles: { p: { baseUrl: "https://x.example", ...(saved && { merchantAccount: saved }) } },
        current: "p",
      });
      expect(merchantAccount?.value).toBe(flag ?? variable ?? saved);
    }),
  );
});

it("settings are protected when the profile is, whatever else is overridden", () => {
  const profiles = { live: { ...local, protected: true } };
  const env = { PAYCTL_BASE_URL: "https://env.example.com" };
  const protection = { profile: "live", source: "profile live" };
  expect(resolve({ profiles, env, current: "live" }).protection).toEqual(protection);
  expect(resolve({ profiles: { local }, current: "local" }).protection).toBeUndefined();
  expect(resolve({}).protection).toBeUndefined();
});

it("settings refuse a profile that does not exist and name those that do", async () => {
  const missing = { exitCode: 3, message: 'there is no profile "lcal"' };
  const hint =
    "did you mean local? existing profiles: a, b, c, local; to add one: payctl profile add NAME --base-url URL";
  for (const given of [
    { flags: { profile: "lcal" } },
    { env: { PAYCTL_PROFILE: "lcal" } },
    { current: "lcal" },
  ]) {
    expect(await failureOf(() => resolve({ ...given, profiles: known }))).toEqual({ ...missing, hint });
  }
  expect(await failureOf(() => resolve({ flags: { profile: "lcal" } }))).toEqual({
    ...missing,
    hint: "add the first one: payctl profile add NAME --base-url URL",
  });
});

const env = {
  PAYCTL_PROFILE: "b",
  PAYCTL_BASE_URL: "not even an address",
  PAYCTL_MERCHANT_ACCOUNT: "from-env",
  PAYCTL_PRIVATE_KEY: "k",
  PAYCTL_PRIVATE_KEY_FILE: "k.pem",
  PAYCTL_TOKEN: "t",
  PAYCTL_TOKEN_FILE: "t.txt",
  PAYCTL_TIMEOUT: "5s",
  PAYCTL_CA_FILE: "ca.pem",
  PAYCTL_CLIENT_CERT_FILE: "c.pem",
  PAYCTL_CLIENT_KEY_FILE: "k.pem",
  PAYCTL_SCOPES: "*.read",
};

it("an explicit --profile switches credentials and targets of the environment off, and nothing else", () => {
  expect(resolve({ flags: { profile: "local" }, env, profiles: known })).toEqual({
    profile: { value: "local", source: "--profile" },
    baseUrl: { value: "https://profile.example.com", source: "profile local" },
    merchantAccount: { value: "from-profile", source: "profile local" },
    credential: { value: { kind: "key-file", path: "/keys/thumb.pem" }, source: "profile local" },
    timeout: { value: 5_000, source: "PAYCTL_TIMEOUT" },
    deadline: undefined,
    retries: { value: 4, source: "default" },
    caFile: { value: "ca.pem", source: "PAYCTL_CA_FILE" },
    clientCertificate: {
      value: { cert: "/stored/both.pem", key: "/stored/both.pem" },
      source: "profile local",
      keySource: "profile local",
    },
    protection: undefined,
    ceilings: [{ value: ["*.read"], source: "PAYCTL_SCOPES" }],
    notes: [
      "--profile local is given: PAYCTL_BASE_URL, PAYCTL_MERCHANT_ACCOUNT, PAYCTL_PRIVATE_KEY, PAYCTL_PRIVATE_KEY_FILE, PAYCTL_TOKEN, PAYCTL_TOKEN_FILE, PAYCTL_CLIENT_CERT_FILE, PAYCTL_CLIENT_KEY_FILE are ignored",
    ],
  });
});

it("an explicit --profile says nothing when nothing is ignored, and names the one that is", () => {
  const flags = { profile: "local" };
  expect(resolve({ flags, env: { PAYCTL_TOKEN: "" }, profiles: known }).notes).toEqual([]);
  expect(resolve({ flags, env: { PAYCTL_TOKEN: "t" }, profiles: known }).notes).toEqual([
    "--profile local is given: PAYCTL_TOKEN is ignored",
  ]);
});

it("an explicit --profile leaves other flags their rank", () => {
  const flags = { profile: "local", tokenFile: "t.txt", merchantAccount: "from-flag" };
  const settings = resolve({ flags, profiles: known });
  expect(settings.credential).toEqual({
    value: { kind: "token-file", path: "t.txt" },
    source: "--token-file",
  });
  expect(settings.merchantAccount).toEqual({ value: "from-flag", source: "--merchant-account" });
});

it("PAYCTL_PROFILE leaves the variables on", () => {
  const settings = resolve({
    env: { PAYCTL_PROFILE: "local", PAYCTL_BASE_URL: "https://env.example.com" },
    profiles: known,
  });
  expect(settings.baseUrl).toEqual({ value: "https://env.example.com", source: "PAYCTL_BASE_URL" });
  expect(settings.credential?.source).toBe("profile local");
  expect(settings.notes).toEqual([]);
});

const variables = ["PAYCTL_PRIVATE_KEY", "PAYCTL_PRIVATE_KEY_FILE", "PAYCTL_TOKEN", "PAYCTL_TOKEN_FILE"];
const pairs = variables.flatMap((first, index) =>
  variables.slice(index + 1).map((second) => [first, second] as const),
);

it.each(pairs)("two credentials on one level are refused: %s and %s", async (first, second) => {
  expect(await failureOf(() => resolve({ env: { [first]: "x", [second]: "y" } }))).toEqual({
    exitCode: 3,
    message: `${first} and ${second} are both given`,
    hint: "use only one of them",
  });
});

it("two credentials are refused among the flags", async () => {
  const flags = { keyFile: "k.pem", tokenFile: "t.txt" };
  expect(await failureOf(() => resolve({ flags }))).toEqual({
    exitCode: 3,
    message: "--key-file and --token-file are both given",
    hint: "use only one of them",
  });
});

it("two credentials are refused in a profile", async () => {
  const profiles = { local: { ...local, keyFile: "k.pem" } };
  expect(await failureOf(() => resolve({ profiles, current: "local" }))).toEqual({
    exitCode: 3,
    message: "profile local names more than one key",
    hint: "leave one in config.json: key, keyFile, keyCommand, or signerCommand with publicKey",
  });
});

it("two credentials do not matter below a level that has one", () => {
  const env = { PAYCTL_TOKEN: "t", PAYCTL_PRIVATE_KEY: "k" };
  expect(resolve({ flags: { tokenFile: "t.txt" }, env }).credential).toEqual({
    value: { kind: "token-file", path: "t.txt" },
    source: "--token-file",
  });
});

it.each([
  [{ flags: { clientKey: "k.pem" }, current: "local" }, "--client-key", "--client-cert FILE"],
  [{ env: { PAYCTL_CLIENT_KEY_FILE: "k.pem" } }, "PAYCTL_CLIENT_KEY_FILE", "PAYCTL_CLIENT_CERT_FILE"],
  [
    { profiles: { p: { baseUrl: "https://x.example", clientKey: "k.pem" } }, current: "p" },
    "profile p",
    "clientCert in config.json",
  ],
])(
  "a client key without a certificate on its level is refused: %j",
  async (given: Given, source, missing) => {
    expect(await failureOf(() => resolve({ profiles: known, ...given }))).toEqual({
      exitCode: 3,
      message: `${source} names a client key, but no certificate for it`,
      hint: `name the file of the certificate too: ${missing}`,
    });
  },
);

const address = "must begin with https:// or http://, as in https://api.example.com";
const account = "must be 1 to 50 letters, digits and hyphens";

it.each([
  [{ env: { PAYCTL_BASE_URL: "nowhere" } }, 2, `PAYCTL_BASE_URL: ${address}`],
  [{ flags: { baseUrl: "nowhere" } }, 2, `--base-url: ${address}`],
  [{ profiles: { local: { baseUrl: "nowhere" } }, current: "local" }, 3, `profile local: ${address}`],
  [{ env: { PAYCTL_MERCHANT_ACCOUNT: "a b" } }, 2, `PAYCTL_MERCHANT_ACCOUNT: ${account}`],
  [{ flags: { merchantAccount: "a\nb" } }, 2, `--merchant-account: ${account}`],
  [
    { env: { PAYCTL_TIMEOUT: "30" } },
    2,
    "PAYCTL_TIMEOUT: must be a number with its unit: ms, s, m, h or d, as in 30s",
  ],
  [{ env: { PAYCTL_TIMEOUT: "0s" } }, 2, "PAYCTL_TIMEOUT: must be from 1ms to 24d"],
  [{ env: { PAYCTL_DEADLINE: "25d" } }, 2, "PAYCTL_DEADLINE: must be from 1ms to 24d"],
  [{ env: { PAYCTL_RETRIES: "-1" } }, 2, "PAYCTL_RETRIES: must be a whole number from 0 to 100"],
  [{ env: { PAYCTL_RETRIES: "101" } }, 2, "PAYCTL_RETRIES: must be a whole number from 0 to 100"],
  [{ env: { PAYCTL_RETRIES: "1.5" } }, 2, "PAYCTL_RETRIES: must be a whole number from 0 to 100"],
])("a wrong value is refused by the name of its source: %j", async (given: Given, exitCode, message) => {
  expect(await failureOf(() => resolve(given))).toEqual({ exitCode, message, hint: undefined });
});

it("values exactly at the bounds are accepted", () => {
  const { timeout, deadline, retries } = resolve({
    flags: { timeout: 1 },
    env: { PAYCTL_DEADLINE: "24d", PAYCTL_RETRIES: "100" },
  });
  expect([timeout.value, deadline?.value, retries.value]).toEqual([1, 24 * 86_400_000, 100]);
});

it("a wrong value below the level that is used is ignored", () => {
  const env = { PAYCTL_TIMEOUT: "soon", PAYCTL_BASE_URL: "nowhere" };
  const flags = { timeout: 1_000, baseUrl: "https://flag.example.com" };
  expect(resolve({ flags, env }).timeout.value).toBe(1_000);
});

it("an unencrypted base URL is refused wherever it comes from", async () => {
  const plain = "http://api.example.com";
  for (const given of [
    { flags: { baseUrl: plain } },
    { env: { PAYCTL_BASE_URL: plain } },
    { profiles: { local: { baseUrl: plain } }, current: "local" },
  ]) {
    expect(await failureOf(() => resolve(given))).toMatchObject({
      exitCode: 3,
      message: "http://api.example.com would send tokens unencrypted",
    });
  }
});
