import { type Json, json, parsed } from "../../json.ts";
import type { Entry } from "../../seed/seed.ts";
import { type Database, insertMissing, insertRow } from "../database.ts";
import type { User } from "../records.ts";
import { identity, type Made } from "./made.ts";

export function insertUser(database: Database, user: User): void {
  insertRow(database, "users", { id: user.id, body: json(user) });
}

/** Leaves a known user as they are. */
export function ensureUser(database: Database, user: User): void {
  insertMissing(database, "users", { id: user.id, body: json(user) });
}

export function findUser(database: Database, id: string): User | undefined {
  const row = database.get<{ body: Json<User> }>("SELECT body FROM users WHERE id = ?", id);
  return row && parsed(row.body);
}

export function userOf(entry: Entry<"users">, made: Made): User {
  return {
    type: "user",
    ...entry,
    ...identity(entry, made),
    is_staff: entry.is_staff ?? false,
    status: entry.status ?? "active",
  };
}
