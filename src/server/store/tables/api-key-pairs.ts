import { UsageError } from "../../../errors.ts";
import { type Json, parsed } from "../../json.ts";
import type { Entry } from "../../seed/seed.ts";
import { type Database, insertRow, withNul, withNulSql } from "../database.ts";
import { page, type Rows, type Slice } from "../paging.ts";
import { type PublicKey, readPublicKey } from "../public-key.ts";
import type { ApiKeyPair, KeyPairRecord, User } from "../records.ts";
import { identity, type Made, times } from "./made.ts";

export interface ApiKeyPairs {
  findByThumbprint(thumbprint: string): Promise<KeyPairRecord | undefined>;
  find(id: string): Promise<KeyPairRecord | undefined>;
  /** With `within`, only the pairs whose accounts are all among these. */
  page(filter: { readonly within?: readonly string[] }, slice: Slice): Promise<Rows<ApiKeyPair>>;
  delete(id: string): Promise<void>;
  /** Records a use; at most one write a minute. */
  touch(id: string, at: Date): Promise<void>;
}

const minute = 60_000;

export function apiKeyPairs(database: Database): ApiKeyPairs {
  return {
    findByThumbprint: async (thumbprint) =>
      record(database.get(`${recordSql} WHERE thumbprint = ?`, thumbprint)) ??
      record(database.get(issuedSql, thumbprint)),
    find: async (id) => record(database.get(`${recordSql} WHERE api_key_pairs.id = ?`, id)),
    async page({ within }, slice) {
      const listing = { body: apiKeyPairAnswer, from: "api_key_pairs", at: "created_at", id: "id" };
      if (within === undefined) return page(database, { ...listing, where: "TRUE", values: [] }, slice);
      return page(database, { ...listing, where: allWithin, values: [JSON.stringify(within)] }, slice);
    },
    async delete(id) {
      database.run("DELETE FROM api_key_pairs WHERE id = ?", id);
    },
    async touch(id, at) {
      const sql = `UPDATE api_key_pairs SET last_used_at = ?2
        WHERE id = ?1 AND (last_used_at IS NULL OR last_used_at <= ?3)`;
      database.run(sql, id, at.toISOString(), new Date(at.getTime() - minute).toISOString());
    },
  };
}

// A pair without accounts of its own may use every account, so it is never among a few.
const allWithin = `EXISTS (SELECT 1 FROM api_key_pair_accounts WHERE api_key_pair_id = api_key_pairs.id)
  AND NOT EXISTS (SELECT 1 FROM api_key_pair_accounts WHERE api_key_pair_id = api_key_pairs.id
    AND merchant_account_id NOT IN (SELECT value FROM json_each(?)))`;

const recordSql = `SELECT api_key_pairs.*, users.body AS creator,
  (SELECT json_group_array(DISTINCT scope.value)
    FROM api_key_pair_roles JOIN roles ON roles.id = role_id, json_each(roles.body, '$.permissions.allow') AS scope
    WHERE api_key_pair_id = api_key_pairs.id) AS allow,
  (SELECT json_group_array(merchant_account_id ORDER BY place)
    FROM api_key_pair_accounts WHERE api_key_pair_id = api_key_pairs.id) AS accounts
  FROM api_key_pairs LEFT JOIN users ON users.id = creator_id`;

/** A key pair behind issued tokens, with the roles of its slugs as they are now. */
const issuedSql = `SELECT issued_key_pairs.*, 'Issued' AS display_name, NULL AS creator,
  (SELECT json_group_array(DISTINCT scope.value)
    FROM json_each(role_slugs) AS slug JOIN roles ON roles.slug = slug.value,
      json_each(roles.body, '$.permissions.allow') AS scope) AS allow,
  merchant_account_ids AS accounts
  FROM issued_key_pairs WHERE thumbprint = ?`;

interface RecordRow {
  readonly id: string;
  readonly thumbprint: string;
  readonly display_name: string;
  readonly public_key: string;
  readonly active: number;
  readonly creator: Json<User> | null;
  readonly allow: Json<string[]>;
  readonly accounts: Json<string[]>;
}

function record(row: RecordRow | undefined): KeyPairRecord | undefined {
  if (row === undefined) return undefined;
  const [first, ...others] = parsed(row.accounts);
  return {
    id: row.id,
    thumbprint: row.thumbprint,
    displayName: withNul(row.display_name),
    publicKey: row.public_key,
    active: row.active === 1,
    allow: parsed(row.allow),
    merchantAccountIds: first === undefined ? undefined : [first, ...others],
    creator: row.creator === null ? undefined : parsed(row.creator),
  };
}

/** Joined when it is read, so that accounts, roles and creator are always the current ones. */
export const apiKeyPairAnswer = `json_object(
  'id', id,
  'thumbprint', thumbprint,
  'display_name', ${withNulSql("display_name")},
  'algorithm', 'ECDSA',
  'active', json(iif(active, 'true', 'false')),
  'created_at', created_at,
  'updated_at', updated_at,
  'type', 'api-key-pair',
  'private_key', NULL,
  'last_used_at', last_used_at,
  'creator', json((SELECT json_object(
      'id', users.id,
      'name', users.body ->> '$.name',
      'email_address', users.body ->> '$.email_address',
      'thumbprint', NULL)
    FROM users WHERE users.id = creator_id)),
  'merchant_accounts', json((SELECT json_group_array(json_object(
      'id', account.id,
      'display_name', account.body ->> '$.display_name',
      'created_at', account.created_at,
      'updated_at', account.body ->> '$.updated_at',
      'type', 'merchant-account',
      'over_capture_amount', account.body ->> '$.over_capture_amount',
      'over_capture_percentage', account.body ->> '$.over_capture_percentage') ORDER BY place)
    FROM api_key_pair_accounts JOIN merchant_accounts AS account ON account.id = merchant_account_id
    WHERE api_key_pair_id = api_key_pairs.id)),
  'roles', json((SELECT json_group_array(json(role.body) ORDER BY place)
    FROM api_key_pair_roles JOIN roles AS role ON role.id = role_id
    WHERE api_key_pair_id = api_key_pairs.id)))`;

/** A key pair's row, and what it may do where. */
export interface NewApiKeyPair {
  readonly id: string;
  readonly thumbprint: string;
  readonly displayName: string;
  /** PEM, SPKI. */
  readonly publicKey: string;
  readonly active: boolean;
  readonly creatorId: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly lastUsedAt: string | null;
  readonly roleSlugs: readonly string[];
  /** Empty: every account. */
  readonly merchantAccountIds: readonly string[];
}

/** A role or account that does not exist is refused by the constraints. */
export function insertApiKeyPair(database: Database, pair: NewApiKeyPair): void {
  insertRow(database, "api_key_pairs", {
    id: pair.id,
    thumbprint: pair.thumbprint,
    display_name: pair.displayName,
    public_key: pair.publicKey,
    active: Number(pair.active),
    creator_id: pair.creatorId,
    created_at: pair.createdAt,
    updated_at: pair.updatedAt,
    last_used_at: pair.lastUsedAt,
  });
  for (const [place, slug] of pair.roleSlugs.entries()) {
    const sql = `INSERT INTO api_key_pair_roles (api_key_pair_id, place, role_id)
      VALUES (?, ?, (SELECT id FROM roles WHERE slug = ?))`;
    database.run(sql, pair.id, place, slug);
  }
  for (const [place, id] of pair.merchantAccountIds.entries()) {
    insertRow(database, "api_key_pair_accounts", {
      api_key_pair_id: pair.id,
      place,
      merchant_account_id: id,
    });
  }
}

/** What a key pair behind issued tokens may do where. */
export interface IssuedKeyPair {
  readonly id: string;
  readonly thumbprint: string;
  /** PEM, SPKI. */
  readonly publicKey: string;
  readonly active: boolean;
  readonly roleSlugs: readonly string[];
  /** Empty: every account. */
  readonly merchantAccountIds: readonly string[];
  readonly createdAt: Date;
}

/** Stores a key pair beside the data, and forgets those that were stored before the given time. */
export function insertIssuedKeyPair(database: Database, pair: IssuedKeyPair, forgetBefore: Date): void {
  database.run("DELETE FROM issued_key_pairs WHERE created_at < ?", forgetBefore.toISOString());
  insertRow(database, "issued_key_pairs", {
    thumbprint: pair.thumbprint,
    id: pair.id,
    public_key: pair.publicKey,
    active: Number(pair.active),
    role_slugs: JSON.stringify(pair.roleSlugs),
    merchant_account_ids: JSON.stringify(pair.merchantAccountIds),
    created_at: pair.createdAt.toISOString(),
  });
}

export function apiKeyPairOf(entry: Entry<"api_key_pairs">, made: Made): NewApiKeyPair {
  const key = readPublicKey(entry.public_key);
  if (key === undefined) throw new UsageError("a key pair needs the PEM of a P-521 public key");
  const { created_at: createdAt, updated_at: updatedAt } = times(entry, made);
  return {
    ...identity(entry, made),
    thumbprint: key.thumbprint,
    displayName: entry.display_name,
    publicKey: key.pem,
    active: entry.active ?? true,
    creatorId: entry.creator_id ?? null,
    createdAt,
    updatedAt,
    lastUsedAt: entry.last_used_at ?? null,
    roleSlugs: entry.role_slugs ?? [],
    merchantAccountIds: entry.merchant_account_ids ?? [],
  };
}

/** Gives the pair of one key another one; nothing happens where the other one has a pair of its own. */
export function replaceKey(database: Database, thumbprint: string, next: PublicKey): void {
  const sql = `UPDATE OR IGNORE api_key_pairs SET thumbprint = ?, public_key = ? WHERE thumbprint = ?`;
  database.run(sql, next.thumbprint, next.pem, thumbprint);
}
