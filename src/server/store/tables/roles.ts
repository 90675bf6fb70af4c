import { json } from "../../json.ts";
import type { Entry } from "../../seed/seed.ts";
import { type Database, insertMissing, insertRow } from "../database.ts";
import type { ApiKeyPair } from "../records.ts";
import { identity, type Made } from "./made.ts";

export type Role = NonNullable<ApiKeyPair["roles"]>[number];

export function insertRole(database: Database, role: Role): void {
  insertRow(database, "roles", { id: role.id, slug: role.slug, body: json(role) });
}

/** Leaves a role as it is when its id or slug is taken. */
export function ensureRole(database: Database, role: Role): void {
  insertMissing(database, "roles", { id: role.id, slug: role.slug, body: json(role) });
}

export function roleOf(entry: Entry<"roles">, made: Made): Role {
  return {
    type: "role",
    ...entry,
    ...identity(entry, made),
    description: entry.description ?? null,
    assignable_to: entry.assignable_to ?? ["api-key-pair"],
    applies_to: entry.applies_to ?? ["merchant-account"],
    is_standalone_assignable: entry.is_standalone_assignable ?? true,
  };
}
