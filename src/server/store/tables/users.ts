import { type Json, json, parsed } from "../../json.ts";
import type { SeedEntry } from "../../seed/seed.ts";
import type { Made, User } from "../records.ts";
import type { NewRow, Sql } from "../sql.ts";
import { identity } from "./made.ts";

export interface Users {
  find(id: string): Promise<User | undefined>;
  insert(entry: SeedEntry<"users">, made: Made): Promise<void>;
  /** Leaves a known user unchanged. */
  ensure(user: User): Promise<void>;
}

export function users(sql: Sql): Users {
  return {
    async find(id) {
      const row = await sql.get<{ body: Json<User> }>("SELECT body FROM users WHERE id = ?", id);
      return row && parsed(row.body);
    },
    insert: (entry, made) => sql.insert("users", row(userOf(entry, made))),
    ensure: (user) => sql.insertMissing("users", row(user)),
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
