import type { Connection } from "./connections.ts";
import { unusable } from "./failures.ts";

/**
 * The tables of SQLite's schema, with every row below its shelf. Text is compared byte by byte, as SQLite does, so that
 * lists have the same order on both engines. Beside the indexes of SQLite there is one for each reference, for a row that
 * goes is looked for by what points at it.
 */
function initialSchema(schema: string): string {
  const text = 'text COLLATE "C"';
  const tables = `
CREATE TABLE shelves (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  version bigint NOT NULL DEFAULT 0,
  dropped boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 50);
CREATE TABLE worlds (
  name TEXT PRIMARY KEY,
  shelf integer NOT NULL UNIQUE REFERENCES shelves (id),
  origin integer NOT NULL REFERENCES shelves (id),
  record TEXT NOT NULL
);
CREATE INDEX worlds_by_origin ON worlds (origin);
CREATE TABLE snapshots (
  shelf integer NOT NULL REFERENCES shelves (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  image integer NOT NULL REFERENCES shelves (id),
  taken_at TEXT NOT NULL,
  rows bigint NOT NULL,
  number bigint GENERATED ALWAYS AS IDENTITY,
  PRIMARY KEY (shelf, name)
);
CREATE INDEX snapshots_by_image ON snapshots (image);
CREATE TABLE cells (
  shelf integer NOT NULL REFERENCES shelves (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  version bigint NOT NULL DEFAULT 1,
  value TEXT NOT NULL,
  PRIMARY KEY (shelf, name)
) WITH (fillfactor = 50);
CREATE UNLOGGED TABLE journal (
  number bigint GENERATED ALWAYS AS IDENTITY,
  shelf integer NOT NULL,
  id TEXT,
  entry TEXT NOT NULL,
  PRIMARY KEY (shelf, number)
);
CREATE INDEX journal_by_id ON journal (shelf, id);
CREATE TABLE meta (shelf integer NOT NULL, name TEXT NOT NULL, value bytea NOT NULL, PRIMARY KEY (shelf, name));
CREATE TABLE merchant_accounts (
  shelf integer NOT NULL, id TEXT NOT NULL, created_at TEXT NOT NULL, body TEXT NOT NULL,
  PRIMARY KEY (shelf, id)
);
CREATE INDEX merchant_accounts_by_time ON merchant_accounts (shelf, created_at, id);
CREATE TABLE users (shelf integer NOT NULL, id TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (shelf, id));
CREATE TABLE roles (
  shelf integer NOT NULL, id TEXT NOT NULL, slug TEXT NOT NULL, body TEXT NOT NULL,
  PRIMARY KEY (shelf, id), UNIQUE (shelf, slug)
);
CREATE TABLE api_key_pairs (
  shelf integer NOT NULL, id TEXT NOT NULL, thumbprint TEXT NOT NULL, display_name TEXT NOT NULL,
  public_key TEXT NOT NULL, active integer NOT NULL, creator_id TEXT, created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL, last_used_at TEXT,
  PRIMARY KEY (shelf, id), UNIQUE (shelf, thumbprint), FOREIGN KEY (shelf, creator_id) REFERENCES users (shelf, id)
);
CREATE INDEX api_key_pairs_by_time ON api_key_pairs (shelf, created_at, id);
CREATE INDEX api_key_pairs_by_creator ON api_key_pairs (shelf, creator_id);
CREATE TABLE api_key_pair_roles (
  shelf integer NOT NULL, api_key_pair_id TEXT NOT NULL, place integer NOT NULL, role_id TEXT NOT NULL,
  PRIMARY KEY (shelf, api_key_pair_id, place),
  FOREIGN KEY (shelf, api_key_pair_id) REFERENCES api_key_pairs (shelf, id) ON DELETE CASCADE,
  FOREIGN KEY (shelf, role_id) REFERENCES roles (shelf, id)
);
CREATE INDEX api_key_pair_roles_by_role ON api_key_pair_roles (shelf, role_id);
CREATE TABLE api_key_pair_accounts (
  shelf integer NOT NULL, api_key_pair_id TEXT NOT NULL, place integer NOT NULL, merchant_account_id TEXT NOT NULL,
  PRIMARY KEY (shelf, api_key_pair_id, place),
  FOREIGN KEY (shelf, api_key_pair_id) REFERENCES api_key_pairs (shelf, id) ON DELETE CASCADE,
  FOREIGN KEY (shelf, merchant_account_id) REFERENCES merchant_accounts (shelf, id)
);
CREATE INDEX api_key_pair_accounts_by_account ON api_key_pair_accounts (shelf, merchant_account_id);
CREATE TABLE buyers (
  shelf integer NOT NULL, id TEXT NOT NULL, merchant_account_id TEXT NOT NULL, created_at TEXT NOT NULL,
  display_name TEXT, external_identifier TEXT, body TEXT NOT NULL, body_without_personal_data TEXT NOT NULL,
  PRIMARY KEY (shelf, id), FOREIGN KEY (shelf, merchant_account_id) REFERENCES merchant_accounts (shelf, id)
);
CREATE INDEX buyers_by_time ON buyers (shelf, merchant_account_id, created_at, id);
CREATE INDEX buyers_by_external_identifier
  ON buyers (shelf, merchant_account_id, external_identifier, created_at, id) INCLUDE (display_name);
CREATE TABLE buyer_names (
  shelf integer NOT NULL, merchant_account_id TEXT NOT NULL, name TEXT NOT NULL, created_at TEXT NOT NULL,
  buyer_id TEXT NOT NULL,
  PRIMARY KEY (shelf, merchant_account_id, name, created_at, buyer_id),
  FOREIGN KEY (shelf, buyer_id) REFERENCES buyers (shelf, id) ON DELETE CASCADE
);
CREATE INDEX buyer_names_by_buyer ON buyer_names (shelf, buyer_id);
CREATE TABLE payment_methods (
  shelf integer NOT NULL, id TEXT NOT NULL, merchant_account_id TEXT NOT NULL, kind TEXT NOT NULL,
  status TEXT NOT NULL, buyer_id TEXT,
  PRIMARY KEY (shelf, id), FOREIGN KEY (shelf, merchant_account_id) REFERENCES merchant_accounts (shelf, id),
  FOREIGN KEY (shelf, buyer_id) REFERENCES buyers (shelf, id)
);
CREATE INDEX payment_methods_by_account ON payment_methods (shelf, merchant_account_id);
CREATE INDEX payment_methods_by_buyer ON payment_methods (shelf, buyer_id);
CREATE TABLE network_tokens (
  shelf integer NOT NULL, id TEXT NOT NULL, payment_method_id TEXT NOT NULL, body TEXT NOT NULL,
  PRIMARY KEY (shelf, id), FOREIGN KEY (shelf, payment_method_id) REFERENCES payment_methods (shelf, id)
);
CREATE INDEX network_tokens_by_payment_method ON network_tokens (shelf, payment_method_id);
CREATE TABLE account_updater_jobs (
  shelf integer NOT NULL, id TEXT NOT NULL, merchant_account_id TEXT NOT NULL, body TEXT NOT NULL,
  PRIMARY KEY (shelf, id), FOREIGN KEY (shelf, merchant_account_id) REFERENCES merchant_accounts (shelf, id)
);
CREATE INDEX account_updater_jobs_by_account ON account_updater_jobs (shelf, merchant_account_id);
CREATE TABLE digital_wallets (
  shelf integer NOT NULL, id TEXT NOT NULL, merchant_account_id TEXT NOT NULL, provider TEXT NOT NULL,
  PRIMARY KEY (shelf, id), FOREIGN KEY (shelf, merchant_account_id) REFERENCES merchant_accounts (shelf, id)
);
CREATE INDEX digital_wallets_by_account ON digital_wallets (shelf, merchant_account_id);
CREATE TABLE digital_wallet_domains (
  shelf integer NOT NULL, digital_wallet_id TEXT NOT NULL, domain_name TEXT NOT NULL,
  PRIMARY KEY (shelf, digital_wallet_id, domain_name),
  FOREIGN KEY (shelf, digital_wallet_id) REFERENCES digital_wallets (shelf, id) ON DELETE CASCADE
);
CREATE TABLE gift_cards (
  shelf integer NOT NULL, id TEXT NOT NULL, merchant_account_id TEXT NOT NULL, number TEXT NOT NULL,
  stored integer NOT NULL, body TEXT NOT NULL,
  PRIMARY KEY (shelf, id), UNIQUE (shelf, merchant_account_id, number),
  FOREIGN KEY (shelf, merchant_account_id) REFERENCES merchant_accounts (shelf, id)
);
CREATE TABLE three_ds_configurations (
  shelf integer NOT NULL, id TEXT NOT NULL, merchant_account_id TEXT NOT NULL, created_at TEXT NOT NULL,
  currency TEXT, body TEXT NOT NULL,
  PRIMARY KEY (shelf, id), FOREIGN KEY (shelf, merchant_account_id) REFERENCES merchant_accounts (shelf, id)
);
CREATE INDEX three_ds_configurations_by_time
  ON three_ds_configurations (shelf, merchant_account_id, created_at, id, currency);
CREATE TABLE flow_rules (
  shelf integer NOT NULL, id TEXT NOT NULL, merchant_account_id TEXT NOT NULL, flow TEXT NOT NULL,
  action TEXT NOT NULL, position integer NOT NULL, body TEXT NOT NULL,
  PRIMARY KEY (shelf, id), FOREIGN KEY (shelf, merchant_account_id) REFERENCES merchant_accounts (shelf, id)
);
CREATE INDEX flow_rules_by_position ON flow_rules (shelf, merchant_account_id, flow, action, position, id);
CREATE TABLE audit_logs (
  shelf integer NOT NULL, id TEXT NOT NULL, merchant_account_id TEXT NOT NULL, timestamp TEXT NOT NULL,
  action TEXT NOT NULL, user_id TEXT NOT NULL, resource_type TEXT NOT NULL, body TEXT NOT NULL,
  PRIMARY KEY (shelf, id), FOREIGN KEY (shelf, merchant_account_id) REFERENCES merchant_accounts (shelf, id)
);
CREATE TABLE issued_key_pairs (
  shelf integer NOT NULL, thumbprint TEXT NOT NULL, id TEXT NOT NULL, public_key TEXT NOT NULL,
  active integer NOT NULL, role_slugs TEXT NOT NULL, merchant_account_ids TEXT NOT NULL, created_at TEXT NOT NULL,
  PRIMARY KEY (shelf, thumbprint)
);
${auditIndexes()}
INSERT INTO shelves DEFAULT VALUES;
`;
  return tables
    .replaceAll(/\bTEXT\b/g, text)
    .replaceAll(/\b(TABLE|ON|REFERENCES|INTO) (?=[a-z_]+ ?(?:\(|DEFAULT))/g, `$1 ${schema}.`);
}

/** One for each combination of filters, so that what matches few of a million rows is as quick as any. */
function auditIndexes(): string {
  const filters = ["action", "resource_type", "user_id"];
  return Array.from({ length: 8 }, (_, bits) => filters.filter((_name, place) => bits & (1 << place)))
    .map((columns) => {
      const name = ["audit_logs_by", ...columns, "time"].join("_");
      return `CREATE INDEX ${name} ON audit_logs (${["shelf", "merchant_account_id", ...columns].join(", ")}, timestamp, id);`;
    })
    .join("\n");
}

/** What brings the schema one version further. What was released is never edited. */
export interface Migration {
  readonly sql: (schema: string) => string;
  /** The oldest version of the schema whose servers can work on beside it. */
  readonly worksWith: number;
}

/** In order; a migration's number is its place, counted from 1. */
export const migrations: readonly Migration[] = [{ sql: initialSchema, worksWith: 1 }];

/** The shelf of the data at the root, which the first migration makes. */
export const rootShelf = 1;

interface Place {
  readonly connection: Connection;
  readonly schema: string;
  readonly label: string;
}

/** Makes a new or older schema the newest, wholly or not at all; one server at a time, while others serve. */
export async function migrate(place: Place, steps: readonly Migration[] = migrations): Promise<void> {
  const { connection, schema } = place;
  await connection.query("BEGIN");
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

/** Makes the schema where there is none, which takes a right that is not needed later. */
async function findVersion({ connection, label, schema }: Place): Promise<Version> {
  const name = schema.slice(1, -1);
  const found = await connection.query("SELECT 1 FROM pg_namespace WHERE nspname = $1", [name]);
  if (found.rows.length === 0) await connection.query(`CREATE SCHEMA ${schema}`);
  const tables = await connection.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = $1)",
    [name],
  );
  const names = tables.rows.map((row) => row.name);
  if (names.length > 0 && !names.includes("schema_version")) {
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
