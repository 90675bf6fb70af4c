import { dataTables, otherTables, type Table } from "./schema.ts";
import type { NewRow, Update } from "./sql.ts";

/** A statement that a connection prepares once, under its name. */
export interface Prepared {
  readonly name: string;
  readonly text: string;
}

/** Turns the shared statements, which know of one dataset only, into those of an engine. */
export interface Dialect {
  /** Refuses anything but a SELECT. */
  select(text: string): Prepared;
  insert(table: Table, row: NewRow): Prepared;
  update(table: Table, change: Update): Prepared;
  delete(table: Table, where: string): Prepared;
}

/** What engines write differently. */
interface Spelling {
  /** The schema of the tables. */
  readonly schema: string;
  /** The parameter for the dataset. */
  readonly dataset: string;
  /** A statement with the parameters for its values, each of which is a question mark before. */
  withValues(text: string): string;
}

/** Every table that has rows of a dataset. */
const datasetTables = [...dataTables, ...otherTables].map(({ name }) => name);

/**
 * Confines each statement to the rows of a dataset: a name of a table, wherever it stands, means what WITH says it means.
 * What is changed has to be a table itself, and gets its condition here.
 */
export function dialectOf({ dataset, schema, withValues }: Spelling): Dialect {
  const known = new Map<string, Prepared>();

  function prepared(text: string, parts = text): Prepared {
    const found = known.get(text);
    if (found !== undefined) return found;
    const made = { name: `payctl_${known.size}`, text: `${rowsOf(parts)}${withValues(text)}` };
    known.set(text, made);
    return made;
  }

  /** The planner reads each as a condition where the table is named, and drops one that nothing names after all. */
  function rowsOf(parts: string): string {
    const lowered = parts.toLowerCase();
    const rows = datasetTables
      .filter((table) => lowered.includes(table))
      .map(
        (table) =>
          `${table} AS NOT MATERIALIZED (SELECT * FROM ${schema}.${table} WHERE dataset = ${dataset})`,
      );
    return rows.length === 0 ? "" : `WITH ${rows.join(", ")} `;
  }

  const changed = (table: Table) => `${schema}.${table} AS ${table}`;
  const ours = (table: Table, where: string) => `WHERE ${table}.dataset = ${dataset} AND (${where})`;

  return {
    select(text) {
      if (!text.startsWith("SELECT ")) throw new Error(`only a SELECT can be confined: ${text}`);
      return prepared(text);
    },
    insert(table, row) {
      const columns = Object.keys(row);
      const values = columns.map(() => "?").join(", ");
      return prepared(
        `INSERT INTO ${schema}.${table} (dataset, ${columns.join(", ")}) VALUES (${dataset}, ${values})`,
        "",
      );
    },
    update(table, { set, where }) {
      return prepared(`UPDATE ${changed(table)} SET ${set}\n${ours(table, where)}`, `${set} ${where}`);
    },
    delete: (table, where) => prepared(`DELETE FROM ${changed(table)} ${ours(table, where)}`, where),
  };
}
