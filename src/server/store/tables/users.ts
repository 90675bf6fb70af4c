import { type Json, json, parsed } from "../../json.ts";
import type { SeedEntry } from "../../seed/seed.ts";
import type { User } from "../records.ts";
import type { Sql } from "../sql.ts";
import { identity, type Made } from "./made.ts";

export interface Users {
  find(id: string): Promise<User | undefined>;
  insert(user: User): Promise<void>;
  /** Leaves a known user as they are. */
  ensure(user: User): Promise<void>;
}

export function users(sql: Sql): Users {
  return {
    async find(id) {
      const row = await sql.get<{ body: Json<User> }>("SELECT body FROM users WHERE id = ?", id);
      return row && parsed(row.body);
    },
    insert: (user) => sql.insert("users", { id: user.id, body: json(user) }),
    ensure: (user) => sql.insertMissing("users", { id: user.id, body: json(user) }),
  };
}

export function userOf(entry: SeedEntry<"users">, made: Made): User {
  return {
    type: "user",
    ...entry,
    ...identity(entry, made),
    is_staff: entry.is_staff ?? false,
    status: entry.status ?? "active",
  };
}
