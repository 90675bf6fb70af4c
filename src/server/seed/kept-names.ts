import type { Database } from "../store/database.ts";
import type { IsKept } from "./check/references.ts";

/** What a database holds already; its tables and columns have the names of the lists and their fields. */
export function keptIn(database: Database): IsKept {
  return ({ field, list }, name) =>
    database.get(`SELECT 1 FROM ${list} WHERE ${field} = ?`, name) !== undefined;
}
