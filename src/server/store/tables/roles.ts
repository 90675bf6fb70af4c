import { json } from "../../json.ts";
import type { SeedEntry } from "../../seed/seed.ts";
import type { ApiKeyPair, Made } from "../records.ts";
import type { NewRow, Sql } from "../sql.ts";
import { identity } from "./made.ts";

export type Role = NonNullable<ApiKeyPair["roles"]>[number];

export function roles(sql: Sql) {
  return {
    insert: (entry: SeedEntry<"roles">, made: Made) => sql.insert("roles", row(roleOf(entry, made))),
    /** Leaves the existing role if the id or slug is taken. */
    ensure: (entry: SeedEntry<"roles">, made: Made) => sql.insertMissing("roles", row(roleOf(entry, made))),
  };
}

function row(role: Role): NewRow {
  return { id: role.id, slug: role.slug, body: json(role) };
}

function roleOf(entry: SeedEntry<"roles">, made: Made): Role {
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
