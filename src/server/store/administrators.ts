import type { Engine } from "./engine.ts";

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
