import { type Json, parsed } from "../json.ts";
import type { Engine } from "./engine.ts";
import type { IssuedKeyPairs } from "./store.ts";
import { allowedBy, someOrAll } from "./tables/api-key-pairs.ts";
import type { Role } from "./tables/roles.ts";

interface IssuedRow {
  readonly id: string;
  readonly public_key: string;
  readonly active: number;
  readonly role_slugs: Json<string[]>;
  readonly merchant_account_ids: Json<string[]>;
}

export function createIssuedKeyPairs({ all, change, read, schema }: Engine, dataset: number): IssuedKeyPairs {
  const table = `${schema}.issued_key_pairs`;
  return {
    async find(thumbprint) {
      const [row] = await all<IssuedRow>(`SELECT * FROM ${table} WHERE thumbprint = ?`, thumbprint);
      if (row === undefined) return undefined;
      const slugs = parsed(row.role_slugs);
      const bodies = await read(({ sql }) =>
        sql(dataset).all<{ body: Json<Role> }>("SELECT body FROM roles"),
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
    keep: (pair, forgetBefore) =>
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
