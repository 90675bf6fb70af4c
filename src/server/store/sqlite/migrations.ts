import { ConfigurationError } from "../../../errors.ts";
import type { Database } from "./database.ts";
import { anotherFile, damagedFile } from "./database-failure.ts";

/**
 * In addition to the columns that are searched, `body` holds the answer as finished JSON text.
 * An index that ends in a time and an id serves keyset pages; columns after them filter without reading the row.
 * Audit logs have an index for each combination of filters: one that matches few of a million rows is as fast as any.
 * The key pairs of issued tokens are separate from the data, so that neither a reset nor a list sees them, and every
 * server of the database accepts them.
 */
const initialSchema = `
CREATE TABLE meta (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT;

CREATE TABLE merchant_accounts (
  id TEXT PRIMARY KEY,
  created_at TEXT NOT NULL,
  body TEXT NOT NULL
) STRICT;

CREATE TABLE users (id TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT;

CREATE TABLE roles (id TEXT PRIMARY KEY, slug TEXT NOT NULL UNIQUE, body TEXT NOT NULL) STRICT;

CREATE TABLE api_key_pairs (
  id TEXT PRIMARY KEY,
  thumbprint TEXT NOT NULL UNIQUE,
  display_name TEXT NOT NULL,
  public_key TEXT NOT NULL,
  active INTEGER NOT NULL,
  creator_id TEXT REFERENCES users (id),
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  last_used_at TEXT
) STRICT;
CREATE INDEX api_key_pairs_by_time ON api_key_pairs (created_at, id);

CREATE TABLE api_key_pair_roles (
  api_key_pair_id TEXT NOT NULL REFERENCES api_key_pairs (id) ON DELETE CASCADE,
  place INTEGER NOT NULL,
  role_id TEXT NOT NULL REFERENCES roles (id),
  PRIMARY KEY (api_key_pair_id, place)
) STRICT, WITHOUT ROWID;

CREATE TABLE api_key_pair_accounts (
  api_key_pair_id TEXT NOT NULL REFERENCES api_key_pairs (id) ON DELETE CASCADE,
  place INTEGER NOT NULL,
  merchant_account_id TEXT NOT NULL REFERENCES merchant_accounts (id),
  PRIMARY KEY (api_key_pair_id, place)
) STRICT, WITHOUT ROWID;

CREATE TABLE buyers (
  id TEXT PRIMARY KEY,
  merchant_account_id TEXT NOT NULL REFERENCES merchant_accounts (id),
  created_at TEXT NOT NULL,
  display_name TEXT,
  external_identifier TEXT,
  body TEXT NOT NULL,
  body_without_personal_data TEXT NOT NULL
) STRICT;
CREATE INDEX buyers_by_time ON buyers (merchant_account_id, created_at, id);
CREATE INDEX buyers_by_external_identifier
  ON buyers (merchant_account_id, external_identifier, created_at, id, display_name);

CREATE TABLE buyer_names (
  merchant_account_id TEXT NOT NULL,
  name TEXT NOT NULL,
  created_at TEXT NOT NULL,
  buyer_id TEXT NOT NULL REFERENCES buyers (id) ON DELETE CASCADE,
  PRIMARY KEY (merchant_account_id, name, created_at, buyer_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE payment_methods (
  id TEXT PRIMARY KEY,
  merchant_account_id TEXT NOT NULL REFERENCES merchant_accounts (id),
  kind TEXT NOT NULL,
  status TEXT NOT NULL,
  buyer_id TEXT REFERENCES buyers (id)
) STRICT;

CREATE TABLE network_tokens (
  id TEXT PRIMARY KEY,
  payment_method_id TEXT NOT NULL REFERENCES payment_methods (id),
  body TEXT NOT NULL
) STRICT;

CREATE TABLE account_updater_jobs (
  id TEXT PRIMARY KEY,
  merchant_account_id TEXT NOT NULL REFERENCES merchant_accounts (id),
  body TEXT NOT NULL
) STRICT;

CREATE TABLE digital_wallets (
  id TEXT PRIMARY KEY,
  merchant_account_id TEXT NOT NULL REFERENCES merchant_accounts (id),
  provider TEXT NOT NULL
) STRICT;

CREATE TABLE digital_wallet_domains (
  digital_wallet_id TEXT NOT NULL REFERENCES digital_wallets (id) ON DELETE CASCADE,
  domain_name TEXT NOT NULL,
  PRIMARY KEY (digital_wallet_id, domain_name)
) STRICT, WITHOUT ROWID;

CREATE TABLE gift_cards (
  id TEXT PRIMARY KEY,
  merchant_account_id TEXT NOT NULL REFERENCES merchant_accounts (id),
  number TEXT NOT NULL,
  stored INTEGER NOT NULL,
  body TEXT NOT NULL,
  UNIQUE (merchant_account_id, number)
) STRICT;

CREATE TABLE three_ds_configurations (
  id TEXT PRIMARY KEY,
  merchant_account_id TEXT NOT NULL REFERENCES merchant_accounts (id),
  created_at TEXT NOT NULL,
  currency TEXT,
  body TEXT NOT NULL
) STRICT;
CREATE INDEX three_ds_configurations_by_time
  ON three_ds_configurations (merchant_account_id, created_at, id, currency);

CREATE TABLE flow_rules (
  id TEXT PRIMARY KEY,
  merchant_account_id TEXT NOT NULL REFERENCES merchant_accounts (id),
  flow TEXT NOT NULL,
  action TEXT NOT NULL,
  position INTEGER NOT NULL,
  body TEXT NOT NULL
) STRICT;
CREATE INDEX flow_rules_by_position ON flow_rules (merchant_account_id, flow, action, position, id);

CREATE TABLE audit_logs (
  id TEXT PRIMARY KEY,
  merchant_account_id TEXT NOT NULL REFERENCES merchant_accounts (id),
  timestamp TEXT NOT NULL,
  action TEXT NOT NULL,
  user_id TEXT NOT NULL,
  resource_type TEXT NOT NULL,
  body TEXT NOT NULL
) STRICT;
CREATE INDEX audit_logs_by_time ON audit_logs (merchant_account_id, timestamp, id);
CREATE INDEX audit_logs_by_action ON audit_logs (merchant_account_id, action, timestamp, id);
CREATE INDEX audit_logs_by_resource_type ON audit_logs (merchant_account_id, resource_type, timestamp, id);
CREATE INDEX audit_logs_by_user ON audit_logs (merchant_account_id, user_id, timestamp, id);
CREATE INDEX audit_logs_by_action_and_resource_type
  ON audit_logs (merchant_account_id, action, resource_type, timestamp, id);
CREATE INDEX audit_logs_by_action_and_user
  ON audit_logs (merchant_account_id, action, user_id, timestamp, id);
CREATE INDEX audit_logs_by_resource_type_and_user
  ON audit_logs (merchant_account_id, resource_type, user_id, timestamp, id);
CREATE INDEX audit_logs_by_action_and_resource_type_and_user
  ON audit_logs (merchant_account_id, action, resource_type, user_id, timestamp, id);

CREATE TABLE issued_key_pairs (
  thumbprint TEXT PRIMARY KEY,
  id TEXT NOT NULL,
  public_key TEXT NOT NULL,
  active INTEGER NOT NULL,
  role_slugs TEXT NOT NULL,
  merchant_account_ids TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`;

/** Marks a file as this program's (`payc`), so that a database of another program is never written to. */
const applicationId = 0x70617963;

/** In order; a migration's number is its place, counted from 1. A released migration is never edited. */
const migrations: readonly string[] = [initialSchema];

/** Refuses the file of another program or of an unknown version; only reads. */
export function refuseUnknown(database: Database): void {
  if (isForeign(database)) {
    throw new ConfigurationError(`the database ${database.path} belongs to another program`, {
      hint: anotherFile,
    });
  }
  const version = versionOf(database);
  if (version <= migrations.length) return;
  throw new ConfigurationError(
    `the database ${database.path} was made by another payctl (version ${version}, known up to ${migrations.length})`,
    { hint: `use the payctl that made it, or ${anotherFile}` },
  );
}

/** Pages (64 MiB): checking a few gigabytes on a cold disk takes the better part of a minute. */
const mostChecked = 16_384;

/** Refuses a file whose pages contradict each other; in a large one, this shows only when such a page is read. */
export function refuseDamaged(database: Database): void {
  const pages = database.get<{ page_count: number }>("PRAGMA page_count")?.page_count ?? 0;
  if (pages > mostChecked) return;
  const report = database.get<{ quick_check: string }>("PRAGMA quick_check(1)");
  if (report?.quick_check !== "ok") throw damagedFile(database.path);
}

/** Brings a new or older file up to date, completely or not at all. */
export function migrate(database: Database, steps: readonly string[] = migrations): void {
  const version = versionOf(database);
  if (version === steps.length) return;
  database.exec("BEGIN IMMEDIATE");
  try {
    for (const step of steps.slice(version)) database.exec(step);
    database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${steps.length}`);
    database.exec("COMMIT");
  } catch (error) {
    database.exec("ROLLBACK");
    throw error;
  }
}

/** The version of the newest schema. */
export const schemaVersion = migrations.length;

function isForeign(database: Database): boolean {
  const objects = database.get<{ count: number }>("SELECT count(*) AS count FROM sqlite_schema")?.count;
  const id = database.get<{ application_id: number }>("PRAGMA application_id")?.application_id;
  return objects !== 0 && id !== applicationId;
}

function versionOf(database: Database): number {
  return database.get<{ user_version: number }>("PRAGMA user_version")?.user_version ?? 0;
}
