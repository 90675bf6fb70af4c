import { type Json, parsed } from "../json.ts";
import type { Engine } from "./engine.ts";
import type { KeyPairRecord } from "./records.ts";
import { allowedBy, someOrAll } from "./tables/api-key-pairs.ts";
import type { Role } from "./tables/roles.ts";

/** A key pair that signs issued tokens, its roles, and the accounts that it may use. */
interface IssuedKeyPair {
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

interface IssuedRow {
  readonly id: string;
  readonly public_key: string;
  readonly active: number;
  readonly role_slugs: Json<string[]>;
  readonly merchant_account_ids: Json<string[]>;
}

/** The key pairs that sign issued tokens: each opens every dataset, with the roles which that has. */
export function createIssuedKeyPairs({ all, change, read, schema, sql }: Engine, dataset: number) {
  const table = `${schema}.issued_key_pairs`;
  return {
    async find(thumbprint: string): Promise<KeyPairRecord | undefined> {
      const [row] = await all<IssuedRow>(`SELECT * FROM ${table} WHERE thumbprint = ?`, thumbprint);
      if (row === undefined) return undefined;
      const slugs = parsed(row.role_slugs);
      const bodies = await read((statements) =>
        sql(statements, dataset).all<{ body: Json<Role> }>("SELECT body FROM roles"),
      );
      return {
        id: row.id,
        thumbprint,
        displayName: "Issued",
        publicKey: row.public_key,
        active: row.active === 1,
        allow: allowedBy(bodies.map(({ body }) => parsed(body)).filter(({ slug }) => slugs.includes(slug))),
        merchantAccountIds: someOrAll(parsed(row.merchant_account_ids)),
        creator: undefined,
        lastUsedAt: undefined,
      };
    },
    /** Adds one, and deletes those that were stored before the given time. */
    keep: (pair: IssuedKeyPair, forgetBefore: Date): Promise<void> =>
      change(async ({ run }) => {
        await run(`DELETE FROM ${table} WHERE created_at < ?`, forgetBefore.toISOString());
        await run(
          `INSERT INTO ${table} (thumbprint, id, public_key, active, role_slugs, merchant_account_ids, created_at)
            VALUES (?, ?, ?, ?, ?, ?, ?)`,
          pair.thumbprint,
          pair.id,
          pair.publicKey,
          Number(pair.active),
          JSON.stringify(pair.roleSlugs),
          JSON.stringify(pair.merchantAccountIds),
          pair.createdAt.toISOString(),
        );
      }),
  };
}

/** The key pairs, PEM, SPKI, of all servers that may use a database: they may do everything in each dataset. */
export function createAdministrators({ all, change, isShared, schema }: Engine) {
  const table = `${schema}.administrators`;
  return {
    async list(): Promise<readonly string[]> {
      const rows = await all<{ public_key: string }>(`SELECT public_key FROM ${table}`);
      return rows.map((row) => row.public_key);
    },
    /** Adds one. A database of one server has no other. */
    keep: (publicKey: string) =>
      change(async ({ run }) => {
        if (!isShared) await run(`DELETE FROM ${table}`);
        await run(`INSERT INTO ${table} (public_key) VALUES (?) ON CONFLICT DO NOTHING`, publicKey);
      }),
    forget: (publicKey: string) =>
      change(({ run }) => run(`DELETE FROM ${table} WHERE public_key = ?`, publicKey)),
  };
}
