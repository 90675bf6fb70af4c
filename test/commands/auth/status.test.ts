import { expect, it } from "vitest";
import { instant } from "../../helpers/host.ts";
import { run } from "../../helpers/run.ts";
import { startReference } from "../../helpers/server.ts";
import { freshFolder, shared } from "../../helpers/shared.ts";

const reference = await shared(startReference({ now: () => new Date(instant) }));
const readScopes = ["api-key-pairs.read", "audit-logs.read", "buyers.read", "merchant-accounts.read"];
const failing = { exchange: async () => ({ status: 500, headers: {}, body: "" }) };

it("auth status shows who calls, with what, from where, and what the service accepts", async () => {
  const { code, stdout, stderr, requests } = await run("auth status -m default", { reference });
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: "the merchant account is not sent: this operation does not take one\n",
  });
  expect(JSON.parse(stdout)).toEqual({
    profile: null,
    base_url: "http://localhost:4010",
    merchant_account: "default",
    credential: "key",
    key_location: "PAYCTL_PRIVATE_KEY",
    thumbprint: reference.administrator.key.thumbprint,
    protected: false,
    read_only: false,
    scopes: null,
    tz: "utc",
    timeout: "30s",
    deadline: null,
    retries: 4,
    ca_file: null,
    client_cert: null,
    client_key: null,
    sources: {
      profile: null,
      base_url: "PAYCTL_BASE_URL",
      merchant_account: "--merchant-account",
      credential: "PAYCTL_PRIVATE_KEY",
      protected: null,
      read_only: null,
      scopes: null,
      tz: "default",
      timeout: "default",
      deadline: null,
      retries: "default",
      ca_file: null,
      client_cert: null,
      client_key: null,
    },
    key_pair: {
      id: reference.administrator.id,
      display_name: "Administrator",
      active: true,
      roles: ["administrator"],
      merchant_accounts: [],
    },
    accepted_scopes: [...readScopes, "buyers.billing-details.read"].toSorted(),
    refused_scopes: [],
  });
  expect(new Set(requests.map(({ method }) => method))).toEqual(new Set(["GET"]));
});

it.each([
  ["--client-cert c.pem --client-key k.pem", {}, ["--client-cert", "--client-key"]],
  [
    "",
    { PAYCTL_CLIENT_CERT_FILE: "c.pem", PAYCTL_CLIENT_KEY_FILE: "k.pem" },
    ["PAYCTL_CLIENT_CERT_FILE", "PAYCTL_CLIENT_KEY_FILE"],
  ],
])("auth status names the sources of certificate and key (%s %j)", async (flags, env, sources) => {
  const { stdout } = await run(`auth status ${flags}`, { env });
  const { client_cert, client_key } = JSON.parse(stdout).sources;
  expect([client_cert, client_key]).toEqual(sources);
});

it("auth status shows what a ready-made token is accepted for", async () => {
  const env = { PAYCTL_PRIVATE_KEY: "", PAYCTL_TOKEN: reference.token({ scopes: ["buyers.read"] }) };
  const { code, stdout } = await run("auth status", { reference, env });
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    credential: "token",
    thumbprint: reference.administrator.key.thumbprint,
    sources: { credential: "PAYCTL_TOKEN" },
    key_pair: null,
    accepted_scopes: ["buyers.read"],
    refused_scopes: readScopes.filter((scope) => scope !== "buyers.read"),
  });
});

it("auth status exits with 7 when the service does not know the key, and says how to continue", async () => {
  const configDirectory = freshFolder();
  const alone = { signedOut: true, configDirectory } as const;
  await run("profile add local --base-url http://localhost:4010 --protected", alone);
  await run("keys generate -p local", alone);
  const { code, stdout, stderr } = await run("auth status", alone);
  expect(code).toBe(7);
  expect(JSON.parse(stdout)).toMatchObject({
    profile: "local",
    protected: true,
    sources: { profile: "the current profile", base_url: "profile local", credential: "profile local" },
    accepted_scopes: [],
    refused_scopes: readScopes,
  });
  expect(JSON.parse(stderr).error).toMatchObject({
    status: 401,
    hint: "signed with the key of profile local; see whether the service knows it: payctl doctor",
  });
});

it("auth status blames the clock if that is a day off, not the key", async () => {
  const headers = { date: "Fri, 16 Jan 2026 11:59:59 GMT" };
  const exchange = async () => ({ status: 401, headers, body: "" });
  const { code, stdout, stderr } = await run("auth status", { exchange });
  expect(code).toBe(7);
  expect(JSON.parse(stderr).error.hint).toBe(
    "signed with PAYCTL_PRIVATE_KEY; this machine's clock is 24 hours behind the service's; correct it and try again",
  );
  expect(JSON.parse(stdout)).toMatchObject({ accepted_scopes: null, refused_scopes: null });
  const shown = await run("auth status -o table", { exchange });
  expect(shown.stdout).not.toContain("scopes");
});

it("auth status still shows what is in use when the service fails", async () => {
  const { code, stdout, stderr } = await run("auth status --retries 0", failing);
  expect(code).toBe(5);
  expect(JSON.parse(stdout)).toMatchObject({
    base_url: "http://localhost:4010",
    key_pair: null,
    accepted_scopes: null,
    refused_scopes: null,
  });
  expect(JSON.parse(stderr).error.status).toBe(500);
});

it("auth status sends nothing under --dry-run", async () => {
  const { code, stdout, requests } = await run("auth status --dry-run");
  expect({ code, requests }).toEqual({ code: 0, requests: [] });
  const shown = stdout.split(/(?<=^\})\n/m).filter((text) => text !== "");
  expect(shown.map((text) => JSON.parse(text)).map(({ method, path }) => `${method} ${path}`)).toEqual([
    "GET /api-key-pairs?limit=1",
    "GET /audit-logs?limit=1",
    "GET /buyers?limit=1",
    "GET /merchant-accounts/default/three-ds-configurations",
    "GET /buyers?limit=20",
  ]);
});

it("auth status says after each setting where it comes from: option, variable, profile or default", async () => {
  const configDirectory = freshFolder();
  const alone = { signedOut: true, configDirectory } as const;
  const address = "--base-url http://localhost:4010";
  await run(`profile add live ${address} --protected --read-only`, alone);
  await run(`profile add shop ${address} -m shop --tz Europe/Oslo --scopes *.read,flows.write`, alone);
  await run("keys generate -p shop", alone);
  const env = {
    PAYCTL_RETRIES: "0",
    PAYCTL_DEADLINE: "90s",
    PAYCTL_READ_ONLY: "1",
    PAYCTL_CA_FILE: "ca.pem",
  };
  const line = "auth status -p shop --timeout 1500ms -o table";
  const { stdout } = await run(line, { ...alone, ...failing, env });
  expect(stdout.split("\n").filter((text) => !/^(?:key_location|thumbprint)/.test(text))).toEqual([
    "profile           shop (--profile)",
    "base_url          http://localhost:4010 (profile shop)",
    "merchant_account  shop (profile shop)",
    "credential        key (profile shop)",
    "protected         true (the address of profile live)",
    "read_only         true (PAYCTL_READ_ONLY)",
    "scopes            *.read (PAYCTL_READ_ONLY, profile shop)",
    "tz                Europe/Oslo (profile shop)",
    "timeout           1500ms (--timeout)",
    "deadline          90s (PAYCTL_DEADLINE)",
    "retries           0 (PAYCTL_RETRIES)",
    "ca_file           ca.pem (PAYCTL_CA_FILE)",
    "",
  ]);
});
