import { randomBytes, randomUUID } from "node:crypto";
import { expect, onTestFinished, test, vi } from "vitest";
import { ConfigurationError, hintText } from "../../../../src/errors.ts";
import { applySeed } from "../../../../src/server/seed/apply.ts";
import {
  type Connections,
  openConnections,
  refuseUnsuitable,
} from "../../../../src/server/store/postgres/connections.ts";
import { migrate, migrations, schemaVersion } from "../../../../src/server/store/postgres/migrations.ts";
import { openPostgresStorage, withStartLock } from "../../../../src/server/store/postgres/storage.ts";
import { asking } from "../../../helpers/engine.ts";
import { sharedPostgres } from "../../../helpers/postgres.ts";
import { freshAddress } from "../../postgres/servers.ts";

async function open(database: string) {
  const storage = await openPostgresStorage({
    database,
    now: () => new Date(),
    newId: () => randomUUID(),
    randomBytes,
  });
  onTestFinished(() => storage.close());
  return storage;
}

/** What a start reports; it must not contain a private part of the address. */
async function refusal(database: string): Promise<{ message: string; hint: string | undefined }> {
  const error: unknown = await open(database).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ConfigurationError)) throw new Error(`refused with ${String(error)}`);
  const { password } = new URL(await sharedPostgres());
  const hint = error.hint && hintText(error.hint);
  for (const text of [error.message, hint, String(error.cause)]) expect(text).not.toContain(password);
  return { message: error.message, hint };
}

async function addressWith(change: (url: URL) => void): Promise<string> {
  const url = new URL(`${await sharedPostgres()}/postgres`);
  change(url);
  return url.href;
}

const label = /^the database postgres:\/\/[^:]*@[\w.,]+:\w+\/\w+(?:\?schema=\w*)? /;

test.each<[string, Partial<URL>, string]>([
  ["a wrong password", { password: "wrong" }, "refuses the user or the password"],
  ["no password", { password: "" }, "refuses the user or the password"],
  ["an unknown user", { username: "nobody" }, "refuses the user or the password"],
  ["an unknown database", { pathname: "/nowhere" }, "does not exist"],
  ["a port without a listener", { port: "1" }, "can't be reached"],
  ["an unknown host", { hostname: "nowhere.invalid" }, "can't be reached"],
])("%s is refused with what to do", async (_, parts, words) => {
  const { hint, message } = await refusal(await addressWith((url) => Object.assign(url, parts)));
  expect(message).toMatch(label);
  expect(message).toContain(words);
  expect(hint).toBeTruthy();
});

test.each<[string, string, string]>([
  ["TLS where there is none", "sslmode=require", "does not offer TLS"],
  ["a read-only session", "options=-c default_transaction_read_only=on", "is a read-only replica"],
  [
    "an unknown option",
    "options=-c nonsense=1",
    'reports: unrecognized configuration parameter "nonsense" (42704)',
  ],
  ["a schema with a capital", "schema=Mine", "is named with a schema that can't be used"],
  ["a schema of PostgreSQL itself", "schema=pg_mine", "is named with a schema that can't be used"],
  [
    "a schema with a name that PostgreSQL would cut",
    `schema=${"s".repeat(64)}`,
    "is named with a schema that can't be used",
  ],
  ["a port that no machine has", "port=99999", "can't be reached"],
  ["several hosts", "host=127.0.0.1,127.0.0.2", "can't be reached"],
  [
    "a parameter with two values",
    "sslmode=require&sslmode=disable",
    "is named with the parameter sslmode more than once",
  ],
])("%s is refused with what to do: ?%s", async (_, search, words) => {
  const { hint, message } = await refusal(await addressWith((url) => Object.assign(url, { search })));
  expect(message).toMatch(label);
  expect(message).toContain(words);
  expect(hint).toBeTruthy();
});

test("a misspelt parameter is refused with the one that was probably meant, or with all", async () => {
  const hintFor = async (name: string) =>
    (await refusal(await addressWith((url) => url.searchParams.set(name, "x")))).hint;
  expect(await hintFor("sslmod")).toBe("did you mean sslmode?");
  expect(await hintFor("target_session_attrs")).toMatch(/^these are known: schema, sslmode, .*, options$/);
});

test.each(["OTHER-HALF", "host=OTHER-HALF", "user=OTHER-HALF", "schema=OTHER-HALF", "sslcert=OTHER-HALF"])(
  "no part of an address after a password is shown or used: %s may be the rest of one that was not escaped",
  async (rest) => {
    const { hint, message } = await refusal(`postgres://payctl@db.example.com/shop?password=half&${rest}`);
    expect(message).toBe(
      "the database postgres://payctl@db.example.com/shop is named with a parameter after its password",
    );
    expect(hint).toBe(
      "put the password last, or set PGPASSWORD instead; in a password, write & as %26 and = as %3D",
    );
  },
);

test("PGSSLNEGOTIATION, which the driver reads, changes nothing", async () => {
  vi.stubEnv("PGSSLNEGOTIATION", "direct");
  await expect(open(await freshAddress())).resolves.toMatchObject({ isPersistent: true });
});

test("an address that can't be read is refused without being repeated", async () => {
  const { message } = await refusal("postgres://payctl:a-test-password@[bad/x");
  expect(message).toBe("the database postgres://… is not a valid address");
});

const usable = { version: "150004", encoding: "UTF8", recovering: "false", readonly: "off" };

test.each([
  [{ version: "140011" }, "is PostgreSQL 14, and 15 or newer is needed"],
  [{ encoding: "LATIN1" }, "stores text as LATIN1, and UTF8 is needed"],
  [{ recovering: "true" }, "is a read-only replica"],
])("a database with %j can't be used", (facts, words) => {
  expect(() => refuseUnsuitable("postgres://host/db", usable)).not.toThrow();
  expect(() => refuseUnsuitable("postgres://host/db", { ...usable, ...facts })).toThrow(
    `the database postgres://host/db ${words}`,
  );
});

test("a schema of another program is refused and left unchanged", async () => {
  const address = await freshAddress();
  const schema = new URL(address).searchParams.get("schema") ?? "";
  await asking(address, (client) =>
    client.query(`CREATE SCHEMA ${schema}; CREATE TABLE ${schema}.notes (x text)`),
  );
  expect((await refusal(address)).message).toContain(`has a schema ${schema} of another program`);
  const tables = await asking(address, (client) =>
    client.query("SELECT tablename FROM pg_tables WHERE schemaname = $1", [schema]),
  );
  expect(tables.rows).toEqual([{ tablename: "notes" }]);
});

test("a table of another program with the name of ours is refused", async () => {
  const address = await freshAddress();
  const schema = new URL(address).searchParams.get("schema") ?? "";
  await asking(address, (client) =>
    client.query(`CREATE SCHEMA ${schema}; CREATE TABLE ${schema}.schema_version (applied text)`),
  );
  expect((await refusal(address)).message).toContain(`has a schema ${schema} of another program`);
});

test("a role that may open no more connections is refused with what to raise", async () => {
  const name = `role_${randomUUID().slice(0, 8)}`;
  const admin = `${await sharedPostgres()}/postgres`;
  await asking(admin, (client) =>
    client.query(`CREATE ROLE ${name} LOGIN PASSWORD 'weak' CONNECTION LIMIT 0`),
  );
  const address = await addressWith((url) => {
    url.username = name;
    url.password = "weak";
  });
  const { hint, message } = await refusal(address);
  expect(message).toContain("has no connection left");
  expect(hint).toContain("max_connections");
});

test("a schema of another version is refused with what to do", async () => {
  const address = await freshAddress();
  const schema = new URL(address).searchParams.get("schema") ?? "";
  await (await open(address)).close();
  const say = (version: number) =>
    asking(address, (client) => client.query(`UPDATE ${schema}.schema_version SET version = ${version}`));
  await say(1);
  expect(await refusal(address)).toMatchObject({
    message: expect.stringContaining("has the format of an earlier payctl"),
    hint: expect.stringContaining("export its data with the payctl that made it"),
  });
  await say(99);
  const { hint, message } = await refusal(address);
  expect(message).toContain(`was made by a newer payctl (version 99, known up to ${schemaVersion})`);
  expect(hint).toContain("use that payctl");
});

test("a role without rights is refused, and one that owns its schema needs no others", async () => {
  const name = `role_${randomUUID().slice(0, 8)}`;
  const admin = `${await sharedPostgres()}/postgres`;
  await asking(admin, (client) => client.query(`CREATE ROLE ${name} LOGIN PASSWORD 'weak'`));
  const address = await addressWith((url) => {
    url.username = name;
    url.password = "weak";
    url.searchParams.set("schema", name);
  });
  expect((await refusal(address)).message).toContain("does not permit the role to use its schema");
  await asking(admin, (client) => client.query(`CREATE SCHEMA ${name} AUTHORIZATION ${name}`));
  const storage = await open(address);
  await applySeed(storage.root.store, {});
  expect(await storage.root.store.read(({ lists }) => lists.areEmpty())).toBe(false);
});

/** Connections whose statements do not wait for a lock. */
function impatient(connections: Connections): Connections {
  return {
    ...connections,
    use: (work) =>
      connections.use(async (connection) => {
        await connection.query("SET lock_timeout = 50");
        return work(connection);
      }),
  };
}

test("a server waits longer for the start of another one than for any other lock", async () => {
  const connections = await openConnections(await freshAddress());
  onTestFinished(() => connections.close());
  const done: string[] = [];
  let second: Promise<unknown> | undefined;
  await withStartLock(connections, async () => {
    second = withStartLock(impatient(connections), async () => done.push("second"));
    await Promise.race([second, new Promise((resolve) => setTimeout(resolve, 500))]);
    done.push("first");
  });
  await second;
  expect(done).toEqual(["first", "second"]);
});

test("of servers that start at the same time one migrates an older schema, while another serves", async () => {
  const address = await freshAddress();
  const older = await open(address);
  await applySeed(older.root.store, { buyers: [{ display_name: "Ada" }] });
  const newer = await openConnections(address);
  onTestFinished(() => newer.close());
  const { label, schema } = newer;
  const further = [
    ...migrations,
    "ALTER TABLE buyers ADD COLUMN mood text DEFAULT 'calm'; SELECT pg_sleep(0.3)",
  ];
  const bring = ({ use }: Connections) =>
    use((connection) => migrate({ connection, schema, label }, further));
  await Promise.all([bring(newer), bring(impatient(newer)), applySeed(older.root.store, { buyers: [{}] })]);
  const { rows } = await asking(address, (client) =>
    client.query(`SELECT mood FROM ${schema}.buyers WHERE dataset = 1`),
  );
  expect(rows).toEqual([{ mood: "calm" }, { mood: "calm" }]);
});

test("a migration that fails half-way leaves the schema as it was", async () => {
  const address = await freshAddress();
  await (await open(address)).close();
  const newer = await openConnections(address);
  onTestFinished(() => newer.close());
  const { label, schema } = newer;
  const broken = [...migrations, "ALTER TABLE buyers ADD COLUMN mood text; SELECT 1 / 0"];
  await expect(newer.use((connection) => migrate({ connection, schema, label }, broken))).rejects.toThrow(
    "division by zero",
  );
  const storage = await open(address);
  expect(await storage.root.store.read(({ lists }) => lists.areEmpty())).toBe(true);
});
