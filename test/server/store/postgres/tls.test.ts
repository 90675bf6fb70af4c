import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { ConfigurationError } from "../../../../src/errors.ts";
import { openConnections } from "../../../../src/server/store/postgres/connections.ts";
import { selfSigned } from "../../../client/self-signed.ts";
import { asking } from "../../../helpers/engine.ts";
import { startPostgres, type TestPostgres } from "../../../helpers/postgres.ts";

/** Its certificate is only for this name, not for the address that it resolves to. */
const localhost = selfSigned("localhost");
/** For a role of the same name. */
const client = selfSigned("certified");
const stranger = selfSigned("certified");

let folder: string;
let postgres: TestPostgres;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "payctl-tls-"));
  chmodSync(folder, 0o755);
  const access = [
    "hostnossl all payctl 127.0.0.1/32 scram-sha-256",
    "hostssl all payctl 127.0.0.1/32 scram-sha-256",
    "hostssl all certified 127.0.0.1/32 cert",
    "hostssl all tls_only 127.0.0.1/32 scram-sha-256",
  ];
  postgres = await startPostgres({
    ssl: "on",
    ssl_cert_file: file("server.crt", localhost.cert),
    ssl_key_file: file("server.key", localhost.key),
    ssl_ca_file: file("client.crt", client.cert),
    hba_file: file("pg_hba.conf", `${access.join("\n")}\n`),
  });
  file("client.key", client.key);
  file("stranger.crt", stranger.cert);
  file("stranger.key", stranger.key);
  await asking(`${postgres.address}/postgres`, (connection) =>
    connection.query("CREATE ROLE certified LOGIN; CREATE ROLE tls_only LOGIN PASSWORD 'a-test-password'"),
  );
});

afterAll(async () => {
  await postgres.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** PostgreSQL refuses a key that others may read, and does not run as root. */
function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text, { mode: 0o600 });
  if (process.getuid?.() === 0) chownSync(path, 65_534, 65_534);
  return path;
}

interface Asked {
  readonly host?: string;
  readonly user?: string;
  /** `sslmode` and so on; files by their names in the folder. */
  readonly parameters?: Readonly<Record<string, string>>;
}

function addressOf({ host = "localhost", parameters = {}, user = "payctl" }: Asked): string {
  const url = new URL(`${postgres.address}/postgres`);
  url.hostname = host;
  url.username = user;
  for (const [name, value] of Object.entries(parameters)) {
    url.searchParams.set(name, name === "sslmode" ? value : join(folder, value));
  }
  return url.href;
}

/** What the database itself says about a connection. */
async function connect(asked: Asked) {
  const connections = await openConnections(addressOf(asked));
  try {
    const text = "SELECT ssl, version, client_dn FROM pg_stat_ssl WHERE pid = pg_backend_pid()";
    const { rows } = await connections.use((connection) =>
      connection.query<{ ssl: string; version: string; client_dn: string | null }>(text),
    );
    return rows[0];
  } finally {
    await connections.close();
  }
}

async function refusal(asked: Asked): Promise<string> {
  const error: unknown = await connect(asked).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ConfigurationError)) throw new Error(`refused with ${String(error)}`);
  expect(error.exitCode).toBe(3);
  expect(error.hint).toBeTruthy();
  return error.message.replace(/^the database \S+ /, "");
}

const trusted = { sslrootcert: "server.crt" };

test.each<[string, Asked]>([
  ["require", { parameters: { sslmode: "require" } }],
  ["verify-ca", { parameters: { sslmode: "verify-ca", ...trusted } }],
  [
    "verify-ca, at an address that the certificate does not name",
    { host: "127.0.0.1", parameters: { sslmode: "verify-ca", ...trusted } },
  ],
  ["verify-full", { parameters: { sslmode: "verify-full", ...trusted } }],
])("a connection is encrypted with sslmode %s", async (_, asked) => {
  expect(await connect(asked)).toEqual({ ssl: "t", version: "TLSv1.3", client_dn: null });
});

test("the environment fills in what the address leaves out, and the address has the last word", async () => {
  vi.stubEnv("PGSSLMODE", "verify-full");
  vi.stubEnv("PGSSLROOTCERT", join(folder, "server.crt"));
  expect(await connect({})).toMatchObject({ ssl: "t" });
  expect(await refusal({ host: "127.0.0.1" })).toBe("has a certificate for another host");
  expect(await refusal({ parameters: { sslrootcert: "stranger.crt" } })).toBe(
    "has a certificate that is not trusted",
  );
  expect(await connect({ host: "127.0.0.1", parameters: { sslmode: "require" } })).toMatchObject({
    ssl: "t",
  });
  expect(await connect({ parameters: { sslmode: "disable" } })).toMatchObject({ ssl: "f" });
});

test("files that the environment names are ignored without TLS", async () => {
  vi.stubEnv("PGSSLROOTCERT", join(folder, "nowhere.crt"));
  expect(await connect({})).toMatchObject({ ssl: "f" });
});

test.each<[string, Asked, string]>([
  [
    "verify-full at an address that the certificate does not name",
    { host: "127.0.0.1", parameters: { sslmode: "verify-full", ...trusted } },
    "has a certificate for another host",
  ],
  [
    "verify-ca without an authority",
    { parameters: { sslmode: "verify-ca" } },
    "is named with sslmode=verify-ca, which needs sslrootcert=FILE",
  ],
  ["an unknown mode", { parameters: { sslmode: "allow" } }, "is asked for with an unknown sslmode"],
  ["no TLS for a role that needs it", { user: "tls_only", parameters: { sslmode: "disable" } }, "wants TLS"],
  [
    "no certificate of the client",
    { user: "certified", parameters: { sslmode: "verify-full", ...trusted } },
    "wants a certificate of the client that it trusts",
  ],
  [
    "a certificate of an unknown client",
    {
      user: "certified",
      parameters: { sslmode: "verify-full", ...trusted, sslcert: "stranger.crt", sslkey: "stranger.key" },
    },
    "wants a certificate of the client that it trusts",
  ],
  [
    "a key that does not belong to the certificate",
    {
      user: "certified",
      parameters: { sslmode: "verify-full", ...trusted, sslcert: "client.crt", sslkey: "stranger.key" },
    },
    "is named with a client certificate or key that is not usable",
  ],
])("%s is refused with what to do", async (_, asked, words) => {
  expect(await refusal(asked)).toBe(words);
});

test("a certificate is checked whatever NODE_TLS_REJECT_UNAUTHORIZED says", async () => {
  vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
  const untrusted = "has a certificate that is not trusted";
  for (const sslmode of ["verify-full", "verify-ca", "require"]) {
    const parameters = { sslmode, sslrootcert: "stranger.crt" };
    expect(await refusal({ parameters })).toBe(untrusted);
  }
  expect(await refusal({ parameters: { sslmode: "verify-full" } })).toBe(untrusted);
  expect(await connect({ host: "127.0.0.1", parameters: { sslmode: "require" } })).toMatchObject({
    ssl: "t",
  });
});

test("a missing file is named", async () => {
  const parameters = { sslmode: "verify-full", sslrootcert: "nowhere.crt" };
  expect(await refusal({ parameters })).toBe(
    `is named with a file that can't be read: ${join(folder, "nowhere.crt")}`,
  );
});

test("a role logs in with its certificate, without a password", async () => {
  const parameters = { sslmode: "verify-full", ...trusted, sslcert: "client.crt", sslkey: "client.key" };
  expect(await connect({ user: "certified", parameters })).toMatchObject({
    ssl: "t",
    client_dn: "/CN=certified",
  });
});
