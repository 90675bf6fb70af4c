import type { Database } from "../database.ts";
import { insertRow } from "../insert-row.ts";

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
