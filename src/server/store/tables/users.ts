import { type Json, json, parsed } from "../../json.ts";
import type { SeedEntry } from "../../seed/seed.ts";
import type { Made, User } from "../records.ts";
import type { NewRow, Sql } from "../sql.ts";
import { identity } from "./made.ts";

export function users(sql: Sql) {
  return {
    async find(id: string): Promise<User | undefined> {
      const row = await sql.get<{ body: Json<User> }>("SELECT body FROM users WHERE id = ?", id);
      return row && parsed(row.body);
    },
    insert: (entry: SeedEntry<"users">, made: Made) => sql.insert("users", row(userOf(entry, made))),
    /** Leaves a known user unchanged. */
    ensure: (user: User) => sql.insertMissing("users", row(user)),
  };
}

function row(user: User): NewRow {
  return { id: user.id, body: json(user) };
}

function userOf(entry: SeedEntry<"users">, made: Made): User {
  return {
    type: "user",
    ...entry,
    ...identity(entry, made),
    is_staff: entry.is_staff ?? false,
    status: entry.status ?? "active",
  };
}
