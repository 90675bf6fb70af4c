import { json } from "../../json.ts";
import type { Database } from "../database.ts";
import { insertMissing, insertRow } from "../insert-row.ts";
import type { ApiKeyPair } from "../records.ts";

export type Role = ApiKeyPair["roles"][number];

export function insertRole(database: Database, role: Role): void {
  insertRow(database, "roles", { id: role.id, slug: role.slug, body: json(role) });
}

/** Leaves a role as it is when its id or slug is taken. */
export function ensureRole(database: Database, role: Role): void {
  insertMissing(database, "roles", { id: role.id, slug: role.slug, body: json(role) });
}
