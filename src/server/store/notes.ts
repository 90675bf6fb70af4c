import type { Sql } from "./sql.ts";

/** Texts that are stored under a name next to the data, and survive restarts. */
export interface Notes {
  find(name: string): Promise<string | undefined>;
  keep(name: string, text: string): Promise<void>;
  drop(name: string): Promise<void>;
}

export function notesOn(sql: Sql): Notes {
  return {
    async find(name) {
      const row = await sql.get<{ value: Uint8Array }>("SELECT value FROM meta WHERE name = ?", name);
      return row && Buffer.from(row.value).toString();
    },
    async keep(name, text) {
      await sql.delete("meta", "name = ?", name);
      await sql.insert("meta", { name, value: Buffer.from(text) });
    },
    drop: (name) => sql.delete("meta", "name = ?", name),
  };
}
