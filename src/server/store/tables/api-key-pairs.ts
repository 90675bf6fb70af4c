import { type Json, parsed } from "../../json.ts";
import type { Database } from "../database.ts";
import { withNul } from "../nul.ts";
import { page, type Rows, type Slice } from "../paging.ts";
import type { ApiKeyPair, KeyPairRecord, User } from "../records.ts";
import { apiKeyPairAnswer } from "./api-key-pair-answer.ts";

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
      record(database.get(`${recordSql} WHERE thumbprint = ?`, thumbprint)),
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
