import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { TransportError } from "../../../src/client/transport-error.ts";
import type { Handshake, Probes } from "../../../src/context.ts";
import type { Exchange } from "../../../src/contract/exchange.ts";
import { runtime } from "../../../src/values/runtime.ts";
import { version } from "../../../src/version.ts";
import { selfSigned } from "../../client/self-signed.ts";
import { instant } from "../../helpers/host.ts";
import { generateKey } from "../../helpers/keys.ts";
import { type Ran, type RunOptions, run } from "../../helpers/run.ts";
import { type Reference, startReference } from "../../helpers/server.ts";
import { fresh, freshFolder, shared } from "../../helpers/shared.ts";
import { startSmallCompany } from "../../helpers/small-company.ts";
import { writeKey } from "../keys/local-keys.ts";

interface Check {
  readonly name: string;
  readonly result: string;
  readonly message: string;
  readonly hint: string | null;
}

function checksOf({ stdout }: Ran): readonly Check[] {
  return JSON.parse(stdout).checks;
}

/** One check of a run, without its name. */
function checked(ran: Ran, name: string): Omit<Check, "name"> | undefined {
  const { name: _, ...rest } = checksOf(ran).find((check) => check.name === name) ?? {};
  return "result" in rest ? (rest as Omit<Check, "name">) : undefined;
}

/** One check of a run as a sentence. */
function said(ran: Ran, name: string): string {
  const { result, message, hint } = checked(ran, name) ?? {};
  return `${result}: ${message}${hint ? `; hint: ${hint}` : ""}`;
}

/** The names of the checks with this outcome. */
function named(ran: Ran, result: string): readonly string[] {
  return checksOf(ran)
    .filter((check) => check.result === result)
    .map(({ name }) => name);
}

function errorOf({ code, stderr }: Ran) {
  const { message, hint } = JSON.parse(stderr).error;
  return { code, message, hint };
}

const reference = await shared(startSmallCompany());

/** The reference server with a clock that is `ahead` seconds ahead of the one here. */
function tellingTime({ exchange }: Reference, ahead = 0): Exchange {
  const date = new Date(instant + ahead * 1000).toUTCString();
  return async (request) => {
    const answer = await exchange(request);
    return { ...answer, headers: { ...answer.headers, date } };
  };
}

const safe: Handshake = { protocol: "TLSv1.3", issuer: "Example Trust", expires: instant + 90 * 86_400_000 };

const remote = {
  env: { PAYCTL_BASE_URL: "https://api.example.com" },
  probes: { resolve: async () => ["192.0.2.1", "2001:db8::1"], connect: async () => safe },
} satisfies RunOptions;

/** An error that the system reports by a code. */
function coded(code: string): Error {
  return Object.assign(new Error(`a message that says ${code}`), { code });
}

const afterConnection = ["clock", "token", "scopes", "key-pair", "merchant-account"];

it.skipIf(process.platform === "win32")(
  "doctor runs if the home folder is not a folder, such as /dev/null",
  async () => {
    const ran = await run("doctor", { configDirectory: "/dev/null/.config/payctl" });
    expect(said(ran, "configuration")).toBe("ok: nothing is stored in /dev/null/.config/payctl yet");
  },
);

it("doctor shows people a line per check, and exits with 0", async () => {
  const configDirectory = freshFolder();
  const { code, stdout, stderr, requests } = await run("doctor -o table", {
    configDirectory,
    reference,
    exchange: tellingTime(reference),
  });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toBe(
    [
      `ok      program             payctl ${version} on ${runtime}, linux-${process.arch}`,
      `ok      configuration       ${configDirectory} is accessible only to its owner`,
      "ok      profile             no profile; no merchant account; key (PAYCTL_PRIVATE_KEY)",
      `ok      key                 a P-521 key in PAYCTL_PRIVATE_KEY; thumbprint ${reference.administrator.key.thumbprint}`,
      "ok      client-certificate  none",
      "ok      base-url            http://localhost:4010 (PAYCTL_BASE_URL), plain http on this machine only",
      "ok      proxy               none: requests to this machine never go through one",
      "ok      dns                 localhost resolves to 127.0.0.1",
      "ok      connection          localhost:4010 answers; plain http has no certificate",
      "ok      clock               this machine's clock agrees with the service's",
      "ok      token               the service accepts tokens signed with this key",
      "ok      scopes              accepted: api-key-pairs.read, audit-logs.read, buyers.billing-details.read, buyers.read, merchant-accounts.read",
      `ok      key-pair            the service has this public key as Administrator (${reference.administrator.id})`,
      "ok      merchant-account    none is set, so the service takes its default",
      "ok      telemetry           none, and no update check: payctl talks only to the service that you name",
      "",
    ].join("\n"),
  );
  // Those of the scopes are sent together.
  expect(requests.map(({ method, target }) => `${method} ${target}`).toSorted()).toEqual([
    "GET /api-key-pairs?limit=1",
    "GET /api-key-pairs?limit=100",
    "GET /audit-logs?limit=1",
    "GET /buyers?limit=1",
    "GET /buyers?limit=1",
    "GET /buyers?limit=20",
    "GET /merchant-accounts/default/three-ds-configurations",
  ]);
});

it.each([30, 45, 60, 80, 100])(
  "doctor breaks its messages between words to fit %i columns",
  async (terminal) => {
    const { stdout } = await run("doctor", { terminal, env: { PAYCTL_PROFILE: "" } });
    const lines = stdout.split("\n").filter((line) => !line.includes("date -u"));
    expect(lines.filter((line) => line.length > terminal)).toEqual([]);
    if (terminal >= 60) expect(stdout).toMatch(/ [\w-]{43}$/m);
  },
);

it("doctor gives scripts an object with a list of checks, and rows in the formats of rows", async () => {
  const json = await run("doctor");
  expect(Object.keys(JSON.parse(json.stdout))).toEqual(["checks"]);
  expect(checksOf(json).find(({ name }) => name === "dns")).toEqual({
    name: "dns",
    result: "ok",
    message: "localhost resolves to 127.0.0.1",
    hint: null,
  });
  const csv = await run("doctor -o csv --fields name,result");
  expect(csv.stdout.split("\n").slice(0, 3)).toEqual(["name,result", "program,ok", "configuration,ok"]);
  const query = await run("doctor --query \"checks[?result=='warning'].name\"");
  expect(JSON.parse(query.stdout)).toEqual(["clock"]);
  const rows = await run("doctor -o table --fields name,result", { terminal: 80 });
  expect(rows.stdout).toMatch(/^configuration {7}ok *$/m);
});

it("doctor refuses a wrong field before it looks at anything", async () => {
  const ran = await run("doctor --fields secret", { probes: { mode: () => Promise.reject(new Error()) } });
  expect(ran).toMatchObject({ code: 2, stdout: "", requests: [] });
});

it("doctor sends nothing under --dry-run, and says so", async () => {
  const ran = await run("doctor --dry-run");
  expect(ran).toMatchObject({ code: 0, requests: [], stderr: "" });
  expect(named(ran, "skipped")).toEqual(["dns", "connection", ...afterConnection]);
  expect(checked(ran, "dns")?.message).toBe("not tried: --dry-run sends nothing");
});

it("doctor shows neither the key nor a token, not even with --debug=http", async () => {
  const { stdout, stderr, requests } = await run("doctor --debug=http", { reference });
  const secrets = [
    ...requests.flatMap(({ headers }) => headers["authorization"]?.split(" ")[1] ?? []),
    ...reference.administrator.privateKey.split("\n").filter((line) => /^[\w+/=]{20,}$/.test(line)),
  ];
  expect(secrets.length).toBeGreaterThan(5);
  for (const secret of secrets) expect(stdout + stderr).not.toContain(secret);
});

async function withMode(path: "" | "config.json" | "keys" | "keys/a.pem", mode: number) {
  const configDirectory = freshFolder();
  await mkdir(join(configDirectory, "keys"), { mode: 0o700 });
  await writeFile(join(configDirectory, "config.json"), '{"profiles":{}}', { mode: 0o600 });
  await writeFile(join(configDirectory, "keys", "a.pem"), "", { mode: 0o600 });
  const changed = join(configDirectory, path);
  await chmod(changed, mode);
  return { changed, ran: await run("doctor", { configDirectory }) };
}

it.each([
  ["", 0o755],
  ["config.json", 0o644],
  ["keys", 0o750],
  ["keys/a.pem", 0o604],
] as const)("the configuration check warns of '%s' when others may read it", async (path, mode) => {
  const { changed, ran } = await withMode(path, mode);
  expect(ran.code).toBe(0);
  expect(said(ran, "configuration")).toBe(
    `warning: accessible to others: ${changed} (mode 0${mode.toString(8)}); hint: make it yours alone: chmod go= '${changed}'`,
  );
});

it("the configuration check fails when others may write, and the other checks continue", async () => {
  const { changed, ran } = await withMode("config.json", 0o666);
  expect(checked(ran, "configuration")?.result).toBe("failure");
  expect(named(ran, "ok")).toContain("token");
  expect(errorOf(ran)).toEqual({
    code: 3,
    message: "a check failed: configuration",
    hint: `make it yours alone: chmod go= '${changed}'`,
  });
});

it("the configuration check fails for a damaged file, and skips what depends on it", async () => {
  const configDirectory = freshFolder();
  const path = join(configDirectory, "config.json");
  await writeFile(path, "{", { mode: 0o600 });
  const ran = await run("doctor", { configDirectory });
  expect(said(ran, "configuration")).toBe(
    `failure: ${path} is damaged: it is not JSON; hint: fix it in an editor, or start over: mv '${path}' '${path}.damaged'`,
  );
  expect(said(ran, "key")).toBe("skipped: not tried: configuration failed");
  expect(named(ran, "failure")).toEqual(["configuration"]);
  expect(named(ran, "skipped")).toHaveLength(12);
});

it("the profile check names what was chosen, and by what", async () => {
  const configDirectory = freshFolder();
  const options = { configDirectory, signedOut: true } as const;
  await run(
    "init -p local --base-url http://localhost:4010 -m shop --generate-key --protected --no-input",
    options,
  );
  expect(checked(await run("doctor", options), "profile")?.message).toBe(
    "profile local (the current profile); protected (profile local); merchant account shop (profile local); key (profile local)",
  );
  const explicit = await run("doctor -p local -m other", { configDirectory });
  expect(checked(explicit, "profile")?.message).toBe(
    "profile local (--profile); protected (profile local); merchant account other (--merchant-account); key (profile local); --profile local is given: PAYCTL_BASE_URL, PAYCTL_PRIVATE_KEY are ignored",
  );
});

it("the profile check fails for a profile that is not there, and goes no further", async () => {
  const ran = await run("doctor -p nobody");
  expect(errorOf(ran)).toEqual({
    code: 3,
    message: "a check failed: profile",
    hint: "add the first one: payctl profile add NAME --base-url URL",
  });
  expect(checked(ran, "profile")?.message).toBe('there is no profile "nobody"');
  expect(named(ran, "ok")).toEqual(["program", "configuration", "telemetry"]);
  expect(ran.requests).toEqual([]);
});

it("the profile check fails for two credentials on one level", async () => {
  const ran = await run("doctor", { env: { PAYCTL_TOKEN: "a.b.c" } });
  expect(said(ran, "profile")).toBe(
    "failure: PAYCTL_PRIVATE_KEY and PAYCTL_TOKEN are both given; hint: use only one of them",
  );
});

it("the key check says where the key is, and its mode", async () => {
  const folder = freshFolder();
  const { privateKey, thumbprint } = generateKey();
  const path = await writeKey(folder, privateKey);
  const ran = await run(`doctor --key-file ${path}`);
  expect(checked(ran, "key")?.message).toBe(`a P-521 key in ${path} (mode 0600); thumbprint ${thumbprint}`);
});

it("the key check fails for a file that others can read, and still checks the way to the service", async () => {
  const path = await writeKey(freshFolder(), generateKey().privateKey);
  await chmod(path, 0o644);
  const ran = await run(`doctor --key-file ${path}`);
  expect(said(ran, "key")).toBe(
    `failure: --key-file: ${path} is accessible to others (mode 0644); hint: make it yours alone: chmod 600 '${path}'`,
  );
  expect(named(ran, "ok")).toEqual([
    "program",
    "configuration",
    "profile",
    "client-certificate",
    "base-url",
    "proxy",
    "dns",
    "connection",
    "telemetry",
  ]);
  expect(checked(ran, "token")?.message).toBe("not tried: key failed");
  expect(ran.requests).toHaveLength(1);
});

it("the key check fails for what is not a P-521 private key", async () => {
  const ran = await run("doctor", { env: { PAYCTL_PRIVATE_KEY: generateKey("P-256").privatePem } });
  expect(said(ran, "key")).toMatch(
    /^failure: PAYCTL_PRIVATE_KEY contains a key on the curve prime256v1; the service accepts only P-521/,
  );
  expect(ran.code).toBe(3);
});

it("the key check fails if there is no key, and for an encrypted one without a passphrase", async () => {
  const none = await run("doctor", { env: { PAYCTL_PRIVATE_KEY: "" } });
  expect(checked(none, "key")?.message).toBe("no key and no token is set");
  const path = await writeKey(freshFolder(), generateKey().privateKey, "words");
  const locked = await run(`doctor --key-file ${path}`);
  expect(checked(locked, "key")?.hint).toBe("set PAYCTL_KEY_PASSPHRASE");
});

it("the key check asks for a passphrase once, and ends when a person declines to give it", async () => {
  const path = await writeKey(freshFolder(), generateKey().privateKey, "words");
  const options = { terminal: 80, configDirectory: freshFolder() };
  const line = `doctor --key-file ${path} -o json`;
  const ran = await run(line, { ...options, stdin: "words\n" });
  expect(checked(ran, "key")?.result).toBe("ok");
  const declined = await run(line, { ...options, stdin: "\u0003\n" });
  expect(declined.code).toBe(130);
});

it("the key check judges a ready-made token", async () => {
  const judge = async (token: string) => {
    const env = { PAYCTL_PRIVATE_KEY: "", PAYCTL_TOKEN: token };
    return run("doctor", { reference, env });
  };
  const good = await judge(reference.token({ scopes: ["buyers.read"] }));
  const late = await judge(
    reference.token({ claims: { nbf: instant / 1000 - 360, exp: instant / 1000 - 60 } }),
  );
  expect(checked(good, "key")?.message).toBe(
    "PAYCTL_TOKEN contains a ready-made token, valid until 2026-01-15T12:05:00.000Z",
  );
  expect(checked(good, "token")?.message).toBe("the service accepts the token");
  expect(said(good, "scopes")).toBe(
    "warning: accepted: buyers.read; refused: api-key-pairs.read, audit-logs.read, merchant-accounts.read; hint: to grant a scope, give the key pair a role that has it, and access to the merchant account",
  );
  expect(said(good, "key-pair")).toBe("skipped: not tried: that takes api-key-pairs.read");
  expect(good.code).toBe(0);
  expect(said(late, "key")).toBe(
    "failure: PAYCTL_TOKEN contains a token that the service would refuse: it expired at 2026-01-15T11:59:00.000Z; hint: make another: payctl auth token --scope SCOPE",
  );
  expect(checked(late, "token")?.hint).toBe("see what is wrong with the token: payctl auth inspect");
  expect(errorOf(late).message).toBe("2 checks failed: key, token");
});

it.each([
  ["api.example.com", "PAYCTL_BASE_URL: must begin with https:// or http://, as in https://api.example.com"],
  ["http://api.example.com", "http://api.example.com would send tokens unencrypted"],
  ["", "no base URL is set"],
])("the base-url check fails for '%s', but the key is checked", async (url, message) => {
  const ran = await run("doctor", { env: { PAYCTL_BASE_URL: url } });
  expect(checked(ran, "base-url")).toMatchObject({ result: "failure", message });
  expect(named(ran, "ok")).toEqual([
    "program",
    "configuration",
    "profile",
    "key",
    "client-certificate",
    "telemetry",
  ]);
  expect(named(ran, "failure")).toEqual(["base-url"]);
  expect(ran.code).toBe(3);
});

const proxied = (env: Readonly<Record<string, string>>) =>
  run("doctor", { ...remote, env: { ...remote.env, ...env } });

it("the proxy check names the proxy without its password", async () => {
  const ran = await proxied({ HTTPS_PROXY: "http://ada:hush@proxy.example:3128" });
  expect(checked(ran, "proxy")?.message).toBe("requests go through http://proxy.example:3128");
  expect(checked(ran, "dns")?.message).toBe("proxy.example resolves to 192.0.2.1, 2001:db8::1");
  expect(checked(ran, "connection")?.message).toMatch(/^api\.example\.com through proxy\.example:3128 /);
  expect(ran.stdout).not.toContain("hush");
});

it("the proxy check warns of ALL_PROXY", async () => {
  const set = await proxied({ ALL_PROXY: "socks5://proxy.example" });
  expect(said(set, "proxy")).toBe(
    "warning: none: ALL_PROXY is set, but payctl does not use it; hint: if the service is behind it, put it into HTTPS_PROXY",
  );
  expect(checked(await proxied({}), "proxy")?.message).toBe("none: requests go straight to the service");
});

it("the proxy check fails for what does not name a proxy", async () => {
  const ran = await proxied({ HTTPS_PROXY: "socks5://ada:hush@proxy.example" });
  expect(said(ran, "proxy")).toBe(
    "failure: HTTPS_PROXY does not name a usable proxy; hint: set it to a URL such as http://proxy.example:3128, or unset HTTPS_PROXY",
  );
  expect(named(ran, "skipped")).toEqual(["dns", "connection", ...afterConnection]);
});

const resolving = (resolve: Probes["resolve"], env = {}) =>
  run("doctor", { env: { ...remote.env, ...env }, probes: { ...remote.probes, resolve } });

const proxy = { HTTPS_PROXY: "http://proxy.example:3128" };
const address = "check the address and the port in PAYCTL_BASE_URL, and this machine's network";
const throughProxy = "check HTTPS_PROXY, HTTP_PROXY and NO_PROXY";

it.each([
  ["ENOTFOUND", {}, "api.example.com", address],
  ["EAI_AGAIN", proxy, "proxy.example", throughProxy],
])("the dns check fails for %s (%j)", async (code, env, name, hint) => {
  const ran = await resolving(() => Promise.reject(coded(code)), env);
  expect(said(ran, "dns")).toBe(`failure: the name ${name} can't be resolved (${code}); hint: ${hint}`);
  expect(named(ran, "skipped")).toEqual(["connection", ...afterConnection]);
  expect(ran.requests).toEqual([]);
});

it("the dns check sends no query about an address", async () => {
  const url = "https://[2001:db8::7]";
  const ran = await resolving(() => Promise.reject(new Error("unexpected")), { PAYCTL_BASE_URL: url });
  expect(checked(ran, "dns")?.message).toBe("[2001:db8::7] is already an address");
});

it("the dns check waits as long as an attempt may take", async () => {
  const seen: number[] = [];
  const resolve: Probes["resolve"] = async (_, { timeout }) => {
    seen.push(timeout);
    return ["192.0.2.1"];
  };
  await run("doctor --timeout 7s", { ...remote, probes: { ...remote.probes, resolve } });
  expect(seen).toEqual([7000]);
});

const connecting = (connect: Probes["connect"], env = {}) =>
  run("doctor", { env: { ...remote.env, ...env }, probes: { ...remote.probes, connect } });

it("the connection check says how the connection is secured, and for how long", async () => {
  const ran = await connecting(async () => safe);
  expect(said(ran, "connection")).toBe(
    "ok: api.example.com answers with TLSv1.3; certificate of Example Trust, valid until 2026-04-15 (90 days)",
  );
});

const day = 86_400_000;

it.each([
  [30, "ok", "2026-02-14 (30 days)", null],
  [29, "warning", "2026-02-13 (29 days)", "have it renewed soon"],
])(
  "the client-certificate check shows whose it is, and warns in its last month (%i days)",
  async (days, result, until, hint) => {
    const path = join(freshFolder(), "both.pem");
    const { cert, key } = selfSigned("payctl.example", { from: instant - day, until: instant + days * day });
    await writeFile(path, cert + key, { mode: 0o600 });
    const seen: unknown[] = [];
    const connect: Probes["connect"] = async ({ clientCertificate }) => {
      seen.push(clientCertificate?.cert);
      return safe;
    };
    const ran = await connecting(connect, { PAYCTL_CLIENT_CERT_FILE: path });
    expect(checked(ran, "client-certificate")).toEqual({
      result,
      message: `CN=payctl.example, issued by CN=payctl.example, valid until ${until}; from ${path} (PAYCTL_CLIENT_CERT_FILE)`,
      hint,
    });
    expect(seen).toEqual([cert]);
  },
);

it("the connection is not tried with a client certificate that can't be used", async () => {
  const ran = await connecting(async () => safe, { PAYCTL_CLIENT_CERT_FILE: "/nowhere/cert.pem" });
  expect(said(ran, "client-certificate")).toBe(
    "failure: client certificate: there is no file /nowhere/cert.pem; hint: check: ls -l '/nowhere'",
  );
  expect(checked(ran, "connection")?.message).toBe("not tried: client-certificate failed");
  expect(ran).toMatchObject({ code: 3, requests: [] });
});

it.each([
  [14, "ok", "14 days"],
  [13, "warning", "13 days"],
])("the connection check with %i days left gives: %s", async (days, result, words) => {
  const ran = await connecting(async () => ({ ...safe, expires: instant + days * 86_400_000 }));
  expect(checked(ran, "connection")?.result).toBe(result);
  expect(checked(ran, "connection")?.message).toContain(`(${words})`);
});

const here = { PAYCTL_BASE_URL: "http://localhost:4010" };
const expired = "CERT_HAS_EXPIRED";

it.each([
  ["ECONNREFUSED", {}, "api.example.com refused the connection", address],
  ["ECONNREFUSED", here, "localhost:4010 refused the connection", address],
  ["ECONNREFUSED", proxy, "proxy.example:3128 refused the connection", throughProxy],
  [
    expired,
    {},
    `no trusted TLS connection to api.example.com (${expired})`,
    "trust its issuer with --ca-file FILE, or check the address: payctl auth status",
  ],
])("the connection check fails for %s (%j)", async (code, env, message, hint) => {
  const ran = await connecting(() => Promise.reject(coded(code)), env);
  expect(said(ran, "connection")).toBe(`failure: ${message}; hint: ${hint}`);
  expect(named(ran, "skipped")).toEqual(afterConnection);
  expect(ran).toMatchObject({ code: 3, requests: [] });
});

it.each([
  ["", "check the base URL: payctl profile show"],
  ["-p local", "check the base URL: payctl profile show -p local"],
])("the dns check sends one to the profile that named the service (doctor %s)", async (flags, hint) => {
  const options = { configDirectory: freshFolder(), signedOut: true } as const;
  await run("profile add local --base-url https://api.example.com", options);
  const probes = { ...remote.probes, resolve: () => Promise.reject(coded("ENOTFOUND")) };
  expect(checked(await run(`doctor ${flags}`, { ...options, probes }), "dns")?.hint).toBe(hint);
});

it.each([
  [0, "ok", "this machine's clock agrees with the service's"],
  [-3, "ok", "this machine's clock is 3 s ahead of the service's"],
  [30, "ok", "this machine's clock is 30 s behind the service's"],
  [31, "warning", "this machine's clock is 31 s behind the service's"],
  [-60, "warning", "this machine's clock is 60 s ahead of the service's"],
  [-61, "failure", "this machine's clock is 61 s ahead of the service's"],
])("the clock check with the service %i s ahead gives: %s", async (ahead, result, message) => {
  const ran = await run("doctor", { reference, exchange: tellingTime(reference, ahead) });
  expect(checked(ran, "clock")).toMatchObject({ result, message });
  expect(ran.code).toBe(result === "failure" ? 3 : 0);
});

it("the clock check fails when no answer comes", async () => {
  const exchange = () =>
    Promise.reject(new TransportError("cut", "the answer from localhost:4010 was cut off"));
  const ran = await run("doctor", { exchange });
  expect(said(ran, "clock")).toContain("failure: the answer from localhost:4010 was cut off");
  expect(checked(ran, "token")?.message).toBe("not tried: clock failed");
});

it("the token check fails for a key that the service does not know, and tries no scope", async () => {
  const ran = await run("doctor", { env: { PAYCTL_PRIVATE_KEY: generateKey().privatePem } });
  expect(said(ran, "token")).toBe(
    "failure: No valid API authentication found; hint: register the public key with the service, or check that its key pair is active: payctl keys show",
  );
  expect(checked(ran, "scopes")?.message).toBe("not tried: token failed");
  expect(errorOf(ran)).toMatchObject({ code: 3, message: "a check failed: token" });
});

it("the token check points at the clock if that is wrong", async () => {
  const reference = await fresh(startReference({ now: () => new Date(instant - 3_600_000) }));
  const ran = await run("doctor", { reference, exchange: tellingTime(reference, -3600) });
  expect(checked(ran, "clock")?.message).toBe("this machine's clock is 1 hour ahead of the service's");
  expect(checked(ran, "token")?.hint).toBe(
    "signed with PAYCTL_PRIVATE_KEY; this machine's clock is 1 hour ahead of the service's; correct it and try again",
  );
  expect(named(ran, "failure")).toEqual(["clock", "token"]);
});

it("the token check fails once, without further attempts, when the service does", async () => {
  const exchange: Exchange = async () => ({ status: 503, headers: {}, body: "" });
  const ran = await run("doctor", { exchange });
  expect(said(ran, "token")).toContain("failure: the service answered 503 without saying why");
  const { requests } = await run("doctor --retries 2", { exchange });
  // How many is chance: the probes of scopes go out together, and end when the first has failed for good.
  expect(requests.length).toBeGreaterThan(ran.requests.length);
  expect(ran.requests.length).toBe(5);
});

it("the scopes check leaves out those of the ceiling, and tries nothing below one that forbids reading", async () => {
  const some = await run("doctor --scopes buyers.read", { reference });
  expect(said(some, "scopes")).toBe("ok: accepted: buyers.read");
  const none = await run("doctor --scopes flows.write", { reference });
  expect(said(none, "scopes")).toBe("skipped: not tried: payctl may sign for no scope that reads");
});

it.each([
  ["nowhere", "failure: this key can't see nowhere (--merchant-account); hint: choose another: -m ID"],
  ["default", "ok: this key can see default (--merchant-account)"],
])("the merchant-account check looks for the account that is set: %s", async (account, sentence) => {
  expect(said(await run(`doctor -m ${account}`), "merchant-account")).toBe(sentence);
});
