import type { Connection } from "./connections.ts";
import { unusable } from "./failures.ts";

/**
 * The tables of SQLite's schema, with a dataset in every row. Text is compared byte by byte, as SQLite does, so that
 * lists have the same order on both engines. Besides the indexes of SQLite there is one for each reference, because
 * deleting a row looks for rows that point at it. The moment of a dataset is when its latest change was made, in
 * microseconds since the epoch.
 */
function initialSchema(schema: string): string {
  const text = 'text COLLATE "C"';
  const tables = `
CREATE TABLE datasets (
  id integer PRIMARY KEY,
  version bigint NOT NULL DEFAULT 0,
  moment bigint NOT NULL DEFAULT 0,
  dropped boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 50);
CREATE TABLE worlds (
  name TEXT PRIMARY KEY,
  dataset integer NOT NULL UNIQUE REFERENCES datasets (id),
  origin integer NOT NULL REFERENCES datasets (id),
  record TEXT NOT NULL,
  last_used timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX worlds_by_origin ON worlds (origin);
CREATE TABLE snapshots (
  dataset integer NOT NULL REFERENCES datasets (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  image integer NOT NULL REFERENCES datasets (id),
  taken_at TEXT NOT NULL,
  rows bigint NOT NULL,
  number bigint GENERATED ALWAYS AS IDENTITY,
  PRIMARY KEY (dataset, name)
);
CREATE INDEX snapshots_by_image ON snapshots (image);
CREATE TABLE cells (
  dataset integer NOT NULL REFERENCES datasets (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  version bigint NOT NULL DEFAULT 1,
  value TEXT NOT NULL,
  PRIMARY KEY (dataset, name)
) WITH (fillfactor = 50);
CREATE UNLOGGED TABLE journal (
  number bigint GENERATED ALWAYS AS IDENTITY,
  dataset integer NOT NULL,
  id TEXT,
  entry TEXT NOT NULL,
  PRIMARY KEY (dataset, number)
);
CREATE INDEX journal_by_id ON journal (dataset, id);
CREATE TABLE meta (dataset integer NOT NULL, name TEXT NOT NULL, value bytea NOT NULL, PRIMARY KEY (dataset, name));
CREATE TABLE merchant_accounts (
  dataset integer NOT NULL, id TEXT NOT NULL, created_at TEXT NOT NULL, body TEXT NOT NULL,
  PRIMARY KEY (dataset, id)
);
CREATE INDEX merchant_accounts_by_time ON merchant_accounts (dataset, created_at, id);
CREATE TABLE users (dataset integer NOT NULL, id TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (dataset, id));
CREATE TABLE roles (
  dataset integer NOT NULL, id TEXT NOT NULL, slug TEXT NOT NULL, body TEXT NOT NULL,
  PRIMARY KEY (dataset, id), UNIQUE (dataset, slug)
);
CREATE TABLE api_key_pairs (
  dataset integer NOT NULL, id TEXT NOT NULL, thumbprint TEXT NOT NULL, display_name TEXT NOT NULL,
  public_key TEXT NOT NULL, active integer NOT NULL, creator_id TEXT, created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL, last_used_at TEXT,
  PRIMARY KEY (dataset, id), UNIQUE (dataset, thumbprint), FOREIGN KEY (dataset, creator_id) REFERENCES users (dataset, id)
);
CREATE INDEX api_key_pairs_by_time ON api_key_pairs (dataset, created_at, id);
CREATE INDEX api_key_pairs_by_creator ON api_key_pairs (dataset, creator_id);
CREATE TABLE api_key_pair_roles (
  dataset integer NOT NULL, api_key_pair_id TEXT NOT NULL, place integer NOT NULL, role_id TEXT NOT NULL,
  PRIMARY KEY (dataset, api_key_pair_id, place),
  FOREIGN KEY (dataset, api_key_pair_id) REFERENCES api_key_pairs (dataset, id) ON DELETE CASCADE,
  FOREIGN KEY (dataset, role_id) REFERENCES roles (dataset, id)
);
CREATE INDEX api_key_pair_roles_by_role ON api_key_pair_roles (dataset, role_id);
CREATE TABLE api_key_pair_accounts (
  dataset integer NOT NULL, api_key_pair_id TEXT NOT NULL, place integer NOT NULL, merchant_account_id TEXT NOT NULL,
  PRIMARY KEY (dataset, api_key_pair_id, place),
  FOREIGN KEY (dataset, api_key_pair_id) REFERENCES api_key_pairs (dataset, id) ON DELETE CASCADE,
  FOREIGN KEY (dataset, merchant_account_id) REFERENCES merchant_accounts (dataset, id)
);
CREATE INDEX api_key_pair_accounts_by_account ON api_key_pair_accounts (dataset, merchant_account_id);
CREATE TABLE buyers (
  dataset integer NOT NULL, id TEXT NOT NULL, merchant_account_id TEXT NOT NULL, created_at TEXT NOT NULL,
  display_name TEXT, external_identifier TEXT, body TEXT NOT NULL, body_without_personal_data TEXT NOT NULL,
  PRIMARY KEY (dataset, id), FOREIGN KEY (dataset, merchant_account_id) REFERENCES merchant_accounts (dataset, id)
);
CREATE INDEX buyers_by_time ON buyers (dataset, merchant_account_id, created_at, id);
CREATE INDEX buyers_by_external_identifier
  ON buyers (dataset, merchant_account_id, external_identifier, created_at, id) INCLUDE (display_name);
CREATE TABLE buyer_names (
  dataset integer NOT NULL, merchant_account_id TEXT NOT NULL, name TEXT NOT NULL, created_at TEXT NOT NULL,
  buyer_id TEXT NOT NULL,
  PRIMARY KEY (dataset, merchant_account_id, name, created_at, buyer_id),
  FOREIGN KEY (dataset, buyer_id) REFERENCES buyers (dataset, id) ON DELETE CASCADE
);
CREATE INDEX buyer_names_by_buyer ON buyer_names (dataset, buyer_id);
CREATE TABLE payment_methods (
  dataset integer NOT NULL, id TEXT NOT NULL, merchant_account_id TEXT NOT NULL, kind TEXT NOT NULL,
  status TEXT NOT NULL, buyer_id TEXT,
  PRIMARY KEY (dataset, id), FOREIGN KEY (dataset, merchant_account_id) REFERENCES merchant_accounts (dataset, id),
  FOREIGN KEY (dataset, buyer_id) REFERENCES buyers (dataset, id)
);
CREATE INDEX payment_methods_by_account ON payment_methods (dataset, merchant_account_id);
CREATE INDEX payment_methods_by_buyer ON payment_methods (dataset, buyer_id);
CREATE TABLE network_tokens (
  dataset integer NOT NULL, id TEXT NOT NULL, payment_method_id TEXT NOT NULL, body TEXT NOT NULL,
  PRIMARY KEY (dataset, id), FOREIGN KEY (dataset, payment_method_id) REFERENCES payment_methods (dataset, id)
);
CREATE INDEX network_tokens_by_payment_method ON network_tokens (dataset, payment_method_id);
CREATE TABLE account_updater_jobs (
  dataset integer NOT NULL, id TEXT NOT NULL, merchant_account_id TEXT NOT NULL, body TEXT NOT NULL,
  PRIMARY KEY (dataset, id), FOREIGN KEY (dataset, merchant_account_id) REFERENCES merchant_accounts (dataset, id)
);
CREATE INDEX account_updater_jobs_by_account ON account_updater_jobs (dataset, merchant_account_id);
CREATE TABLE digital_wallets (
  dataset integer NOT NULL, id TEXT NOT NULL, merchant_account_id TEXT NOT NULL, provider TEXT NOT NULL,
  PRIMARY KEY (dataset, id), FOREIGN KEY (dataset, merchant_account_id) REFERENCES merchant_accounts (dataset, id)
);
CREATE INDEX digital_wallets_by_account ON digital_wallets (dataset, merchant_account_id);
CREATE TABLE digital_wallet_domains (
  dataset integer NOT NULL, digital_wallet_id TEXT NOT NULL, domain_name TEXT NOT NULL,
  PRIMARY KEY (dataset, digital_wallet_id, domain_name),
  FOREIGN KEY (dataset, digital_wallet_id) REFERENCES digital_wallets (dataset, id) ON DELETE CASCADE
);
CREATE TABLE gift_cards (
  dataset integer NOT NULL, id TEXT NOT NULL, merchant_account_id TEXT NOT NULL, number TEXT NOT NULL,
  stored integer NOT NULL, body TEXT NOT NULL,
  PRIMARY KEY (dataset, id), UNIQUE (dataset, merchant_account_id, number),
  FOREIGN KEY (dataset, merchant_account_id) REFERENCES merchant_accounts (dataset, id)
);
CREATE TABLE three_ds_configurations (
  dataset integer NOT NULL, id TEXT NOT NULL, merchant_account_id TEXT NOT NULL, created_at TEXT NOT NULL,
  currency TEXT, body TEXT NOT NULL,
  PRIMARY KEY (dataset, id), FOREIGN KEY (dataset, merchant_account_id) REFERENCES merchant_accounts (dataset, id)
);
CREATE INDEX three_ds_configurations_by_time
  ON three_ds_configurations (dataset, merchant_account_id, created_at, id, currency);
CREATE TABLE flow_rules (
  dataset integer NOT NULL, id TEXT NOT NULL, merchant_account_id TEXT NOT NULL, flow TEXT NOT NULL,
  action TEXT NOT NULL, position integer NOT NULL, body TEXT NOT NULL,
  PRIMARY KEY (dataset, id), FOREIGN KEY (dataset, merchant_account_id) REFERENCES merchant_accounts (dataset, id)
);
CREATE INDEX flow_rules_by_position ON flow_rules (dataset, merchant_account_id, flow, action, position, id);
CREATE TABLE audit_logs (
  dataset integer NOT NULL, id TEXT NOT NULL, merchant_account_id TEXT NOT NULL, timestamp TEXT NOT NULL,
  action TEXT NOT NULL, user_id TEXT NOT NULL, resource_type TEXT NOT NULL, body TEXT NOT NULL,
  PRIMARY KEY (dataset, id), FOREIGN KEY (dataset, merchant_account_id) REFERENCES merchant_accounts (dataset, id)
);
-- Announces what a server has not written yet; after a crash of PostgreSQL, nobody waits for it.
CREATE UNLOGGED TABLE unwritten (id TEXT PRIMARY KEY, since timestamptz NOT NULL DEFAULT now());
CREATE TABLE issued_key_pairs (
  dataset integer NOT NULL, thumbprint TEXT NOT NULL, id TEXT NOT NULL, public_key TEXT NOT NULL,
  active integer NOT NULL, role_slugs TEXT NOT NULL, merchant_account_ids TEXT NOT NULL, created_at TEXT NOT NULL,
  PRIMARY KEY (dataset, thumbprint)
);
${auditIndexes()}
INSERT INTO datasets (id) VALUES (${rootDataset});
`;
  return tables
    .replaceAll(/\bTEXT\b/g, text)
    .replaceAll(/\b(TABLE|ON|REFERENCES|INTO) (?=[a-z_]+ ?(?:\(|DEFAULT))/g, `$1 ${schema}.`);
}

/** One for each combination of filters, so that one that matches few of a million rows is as fast as any. */
function auditIndexes(): string {
  const filters = ["action", "resource_type", "user_id"];
  return Array.from({ length: 8 }, (_, bits) => filters.filter((_name, place) => bits & (1 << place)))
    .map((columns) => {
      const name = ["audit_logs_by", ...columns, "time"].join("_");
      return `CREATE INDEX ${name} ON audit_logs (${["dataset", "merchant_account_id", ...columns].join(", ")}, timestamp, id);`;
    })
    .join("\n");
}

/** Brings the schema to the next version. A released migration is never edited. */
export interface Migration {
  readonly sql: (schema: string) => string;
  /** The oldest version of the schema whose servers can run alongside it. */
  readonly worksWith: number;
}

/** In order; a migration's number is its place, counted from 1. */
export const migrations: readonly Migration[] = [{ sql: initialSchema, worksWith: 1 }];

/** The dataset of the data at the root, which the first migration makes. */
export const rootDataset = 1;

interface Place {
  readonly connection: Connection;
  readonly schema: string;
  readonly label: string;
}

/** Brings a new or older schema up to date, completely or not at all; one server at a time, while others serve. */
export async function migrate(place: Place, steps: readonly Migration[] = migrations): Promise<void> {
  const { connection, schema } = place;
  // Another server's migration of many rows may take longer than the time limit for a lock.
  await connection.query("BEGIN; SET LOCAL lock_timeout = 0");
  try {
    await connection.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`payctl ${schema}`]);
    const { version, worksWith } = await findVersion(place);
    if (worksWith > steps.length) throw tooNew(place, version, steps.length);
    if (version < steps.length) await apply(place, steps, version);
    await connection.query("COMMIT");
  } catch (error) {
    await connection.query("ROLLBACK").catch(() => undefined);
    throw error;
  }
}

async function apply({ connection, schema }: Place, steps: readonly Migration[], version: number) {
  for (const step of steps.slice(version)) await connection.query(step.sql(schema));
  const worksWith = steps.at(-1)?.worksWith ?? 1;
  await connection.query(`DELETE FROM ${schema}.schema_version`);
  await connection.query(`INSERT INTO ${schema}.schema_version VALUES ($1, $2)`, [steps.length, worksWith]);
}

interface Version {
  readonly version: number;
  readonly worksWith: number;
}

/** Creates the schema if there is none, which needs a right that is not needed later. */
async function findVersion({ connection, label, schema }: Place): Promise<Version> {
  const name = schema.slice(1, -1);
  const found = await connection.query("SELECT 1 FROM pg_namespace WHERE nspname = $1", [name]);
  if (found.rows.length === 0) await connection.query(`CREATE SCHEMA ${schema}`);
  const { rows: tables } = await connection.query<{ name: string; columns: string | null }>(
    `SELECT relname AS name, (SELECT string_agg(attname || ' ' || atttypid::regtype, ', ' ORDER BY attnum)
        FROM pg_attribute WHERE attrelid = pg_class.oid AND attnum > 0) AS columns
      FROM pg_class WHERE relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = $1)`,
    [name],
  );
  // Other programs may have a table of this name, too.
  const own = tables.find((table) => table.name === "schema_version");
  if (tables.length > 0 && own?.columns !== "version integer, works_with integer") {
    const hint = "name another one: postgres://HOST/DATABASE?schema=NAME";
    throw unusable(label, `has a schema ${name} of another program`, hint);
  }
  await connection.query(
    `CREATE TABLE IF NOT EXISTS ${schema}.schema_version (version integer NOT NULL, works_with integer NOT NULL)`,
  );
  const { rows } = await connection.query<{ version: number; worksWith: number }>(
    `SELECT version, works_with AS "worksWith" FROM ${schema}.schema_version`,
  );
  return rows[0] ?? { version: 0, worksWith: 0 };
}

function tooNew({ label }: Place, version: number, known: number) {
  const what = `was made by a newer payctl (version ${version}, known up to ${known})`;
  return unusable(label, what, "use that payctl, or another schema: postgres://HOST/DATABASE?schema=NAME");
}
