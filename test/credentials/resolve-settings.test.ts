import fc from "fast-check";
import { expect, it } from "vitest";
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

const known = { a: local, b: local, c: local, local };

/** A setting, what names it on each level, and what it then is from the strongest level down to none. */
type Row = readonly [name: keyof Settings, given: Given, found: readonly string[]];

const rows: readonly Row[] = [
  [
    "profile",
    { flags: { profile: "a" }, env: { PAYCTL_PROFILE: "b" }, current: "c" },
    ["a (--profile)", "b (PAYCTL_PROFILE)", "c (the current profile)", "-"],
  ],
  [
    "baseUrl",
    { flags: { baseUrl: "https://f.example" }, env: { PAYCTL_BASE_URL: "https://e.example" } },
    [
      "https://f.example (--base-url)",
      "https://e.example (PAYCTL_BASE_URL)",
      "https://profile.example.com (profile local)",
      "-",
    ],
  ],
  [
    "merchantAccount",
    { flags: { merchantAccount: "f" }, env: { PAYCTL_MERCHANT_ACCOUNT: "e" } },
    ["f (--merchant-account)", "e (PAYCTL_MERCHANT_ACCOUNT)", "from-profile (profile local)", "-"],
  ],
  [
    "credential",
    { flags: { keyFile: "f.pem" }, env: { PAYCTL_TOKEN: " t\n" } },
    [
      "key-file f.pem (--key-file)",
      "token t (PAYCTL_TOKEN)",
      "key-file /keys/thumb.pem (profile local)",
      "-",
    ],
  ],
  [
    "timeout",
    { flags: { timeout: 1_000 }, env: { PAYCTL_TIMEOUT: "2s" } },
    ["1000 (--timeout)", "2000 (PAYCTL_TIMEOUT)", "30000 (default)", "30000 (default)"],
  ],
  [
    "deadline",
    { flags: { deadline: 1_000 }, env: { PAYCTL_DEADLINE: "10m" } },
    ["1000 (--deadline)", "600000 (PAYCTL_DEADLINE)", "-", "-"],
  ],
  [
    "retries",
    { flags: { retries: 0 }, env: { PAYCTL_RETRIES: "7" } },
    ["0 (--retries)", "7 (PAYCTL_RETRIES)", "4 (default)", "4 (default)"],
  ],
  [
    "caFile",
    { flags: { caFile: "f.pem" }, env: { PAYCTL_CA_FILE: "e.pem" } },
    ["f.pem (--ca-file)", "e.pem (PAYCTL_CA_FILE)", "/stored/ca.pem (profile local)", "-"],
  ],
  [
    "clientCertificate",
    { flags: { clientCert: "f" }, env: { PAYCTL_CLIENT_CERT_FILE: "c", PAYCTL_CLIENT_KEY_FILE: "k" } },
    [
      "f f (--client-cert)",
      "c k (PAYCTL_CLIENT_CERT_FILE)",
      "/stored/both.pem /stored/both.pem (profile local)",
      "-",
    ],
  ],
];

it.each(rows)("%s is taken from the strongest level that names it", (name, given, expected) => {
  const { flags = {}, env = {}, current = "local" } = given;
  const levels = [{ flags, env, current }, { env, current }, { current }, {}];
  const found = levels.map((level) => {
    const setting = resolve({ ...level, profiles: known })[name];
    if (!setting || !("value" in setting)) return "-";
    const { source, value } = setting;
    return `${typeof value === "object" ? Object.values(value).join(" ") : value} (${source})`;
  });
  expect(found).toEqual(expected);
});

it("a variable that is empty is unset", () => {
  const names = rows.flatMap(([, { env = {} }]) => Object.keys(env));
  const empty = Object.fromEntries(names.map((name) => [name, ""]));
  expect(resolve({ env: empty, profiles: known, current: "a" })).toEqual(
    resolve({ profiles: known, current: "a" }),
  );
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

it("PAYCTL_PROFILE leaves the variables on", () => {
  const settings = resolve({
    env: { PAYCTL_PROFILE: "local", PAYCTL_BASE_URL: "https://env.example.com" },
    profiles: known,
  });
  expect(settings.baseUrl).toEqual({ value: "https://env.example.com", source: "PAYCTL_BASE_URL" });
  expect(settings.credential?.source).toBe("profile local");
  expect(settings.notes).toEqual([]);
});

it.each([
  ["PAYCTL_PRIVATE_KEY", "PAYCTL_TOKEN", { env: { PAYCTL_PRIVATE_KEY: "x", PAYCTL_TOKEN: "y" } }],
  ["PAYCTL_TOKEN", "PAYCTL_TOKEN_FILE", { env: { PAYCTL_TOKEN: "x", PAYCTL_TOKEN_FILE: "y" } }],
  ["--key-file", "--token-file", { flags: { keyFile: "k.pem", tokenFile: "t.txt" } }],
])("two credentials on one level are refused: %s and %s", async (first, second, given: Given) => {
  expect(await failureOf(() => resolve(given))).toEqual({
    exitCode: 3,
    message: `${first} and ${second} are both given`,
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

it.each([
  [{ flags: { clientKey: "k.pem" }, current: "local" }, "--client-key"],
  [{ env: { PAYCTL_CLIENT_KEY_FILE: "k.pem" } }, "PAYCTL_CLIENT_KEY_FILE"],
  [{ profiles: { p: { baseUrl: "https://x.example", clientKey: "k.pem" } }, current: "p" }, "profile p"],
])("a client key without a certificate on its level is refused: %j", async (given: Given, source) => {
  expect(await failureOf(() => resolve({ profiles: known, ...given }))).toMatchObject({
    exitCode: 3,
    message: `${source} names a client key, but no certificate for it`,
  });
});

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
  [{ env: { PAYCTL_RETRIES: "101" } }, 2, "PAYCTL_RETRIES: must be a whole number from 0 to 100"],
])("a wrong value is refused by the name of its source: %j", async (given: Given, exitCode, message) => {
  expect(await failureOf(() => resolve(given))).toEqual({ exitCode, message, hint: undefined });
});
