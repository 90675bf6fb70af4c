import { randomInt } from "node:crypto";
import type { Engine, Statements } from "./engine.ts";
import { dataTables, keyOf, otherTables, rootDataset, type TableDefinition } from "./schema.ts";

export interface NewDataset {
  /** An origin is what a reset goes back to. */
  readonly kind: "origin" | "snapshot" | "world";
  /** None for an origin that only its worlds know. */
  readonly name: string | null;
  /** The dataset that a snapshot is of; the root for all else. */
  readonly parent: number;
  /** That of a world. */
  readonly origin?: number;
  /** RFC 3339. */
  readonly createdAt: string;
}

/** Makes, copies and removes whole datasets; each call belongs to a transaction. */
export interface Datasets {
  /** Its number; a taken name is a ConflictError. */
  make(statements: Statements, dataset: NewDataset): Promise<number>;
  /** Copies all rows into an empty dataset; resolves to their number. */
  copy(statements: Statements, to: number, from: number): Promise<number>;
  /** Gives a dataset the rows of another; writes only those that differ. */
  replace(statements: Statements, to: number, from: number): Promise<void>;
  /** Removes it now, or with the last world that goes back to it. */
  retire(statements: Statements, dataset: number): Promise<void>;
  /** Removes a world with its snapshots, and with its origin if no other world has that; false if it is gone already. */
  removeWorld(statements: Statements, world: number): Promise<boolean>;
  /** Removes origins whose name begins like this, and that no world goes back to. */
  removeOrigins(statements: Statements, prefix: string): Promise<void>;
}

export function createDatasets({ deferReferences, schema }: Engine): Datasets {
  const table = `${schema}.datasets`;
  const copies = dataTables.map((each) => copyRows(each, schema));
  const deletions = dataTables.toReversed().map((each) => deleteDiffering(each, schema));
  const insertions = dataTables.map((each) => insertMissing(each, schema));
  const tables = ["journal", ...[...dataTables, ...otherTables].toReversed().map(({ name }) => name)];
  const removals = tables.map((name) => `DELETE FROM ${schema}.${name} WHERE dataset = ?`);
  const unneeded = `kind = 'origin' AND NOT EXISTS (SELECT 1 FROM ${table} AS world WHERE world.origin = ${table}.id)`;

  async function removeRows({ runLong }: Statements, dataset: number): Promise<void> {
    await Promise.all(removals.map((text) => runLong(text, dataset)));
  }

  async function removeUnneeded(statements: Statements, origin: number): Promise<void> {
    const text = `DELETE FROM ${table} WHERE id = ? AND name IS NULL AND ${unneeded}`;
    if ((await statements.run(text, origin)) === 1) await removeRows(statements, origin);
  }

  async function retire(statements: Statements, dataset: number): Promise<void> {
    const text = `UPDATE ${table} SET kind = 'origin', name = NULL, parent = ? WHERE id = ?`;
    await statements.run(text, rootDataset, dataset);
    await removeUnneeded(statements, dataset);
  }

  return {
    make: (statements, dataset) => makeRow(table, statements, dataset),
    async copy({ runLong }, to, from) {
      const counts = await Promise.all(copies.map((text) => runLong(text, to, from)));
      return counts.reduce((sum, count) => sum + count, 0);
    },
    async replace({ run, runLong }, to, from) {
      await Promise.all([
        run(deferReferences),
        ...deletions.map((text) => runLong(text, to, from)),
        ...insertions.map((text) => runLong(text, to, from, to)),
      ]);
    },
    retire,
    async removeWorld(statements, world) {
      const { all, run } = statements;
      const [row] = await all<{ origin: number }>(`SELECT origin FROM ${table} WHERE id = ?`, world);
      // Of two servers that remove it at once, the second waits here.
      if ((await run(`UPDATE ${table} SET kind = kind WHERE id = ?`, world)) === 0) return false;
      const text = `SELECT id FROM ${table} WHERE parent = ? AND kind = 'snapshot'`;
      for (const { id } of await all<{ id: number }>(text, world)) await retire(statements, id);
      await run(`DELETE FROM ${table} WHERE id = ?`, world);
      await removeRows(statements, world);
      if (row !== undefined) await removeUnneeded(statements, row.origin);
      return true;
    },
    async removeOrigins(statements, prefix) {
      const text = `SELECT id FROM ${table} WHERE parent = ? AND name LIKE ? AND ${unneeded}`;
      const origins = await statements.all<{ id: number }>(text, rootDataset, `${prefix}%`);
      for (const { id } of origins) await retire(statements, id);
    },
  };
}

/** Draws a number that is never given again: a database that went back to a backup would otherwise mix two datasets. */
async function makeRow(
  table: string,
  { run }: Statements,
  { createdAt, kind, name, origin, parent }: NewDataset,
): Promise<number> {
  const text = `INSERT INTO ${table} (id, kind, name, parent, origin, created_at, number)
    VALUES (?, ?, ?, ?, ?, ?, (SELECT coalesce(max(number), 0) + 1 FROM ${table} WHERE parent = ?))
    ON CONFLICT (id) DO NOTHING`;
  for (;;) {
    const id = randomInt(rootDataset + 1, 2 ** 31);
    if ((await run(text, id, kind, name, parent, origin ?? null, createdAt, parent)) === 1) return id;
  }
}

/** Its values: the dataset that gets the rows, and the one that has them. */
function copyRows({ columns, name }: TableDefinition, schema: string): string {
  const names = Object.keys(columns).join(", ");
  return `INSERT INTO ${schema}.${name} (dataset, ${names})
    SELECT CAST(? AS integer), ${names} FROM ${schema}.${name} WHERE dataset = ?`;
}

/** Removes every row that has no equal among the kept ones. */
function deleteDiffering(table: TableDefinition, schema: string): string {
  const same = Object.entries(table.columns).map(([column, type]) => {
    const equals = type.endsWith("?") ? "IS NOT DISTINCT FROM" : "=";
    return `kept.${column} ${equals} mine.${column}`;
  });
  const place = `${schema}.${table.name}`;
  return `DELETE FROM ${place} AS mine WHERE mine.dataset = ? AND NOT EXISTS
    (SELECT 1 FROM ${place} AS kept WHERE kept.dataset = ? AND ${same.join(" AND ")})`;
}

/** Adds every kept row that is missing: each remaining row has its equal among them. */
function insertMissing(table: TableDefinition, schema: string): string {
  const names = Object.keys(table.columns).join(", ");
  const same = keyOf(table).map((column) => `mine.${column} = kept.${column}`);
  const place = `${schema}.${table.name}`;
  return `INSERT INTO ${place} (dataset, ${names}) SELECT CAST(? AS integer), ${names} FROM ${place} AS kept
    WHERE kept.dataset = ? AND NOT EXISTS
    (SELECT 1 FROM ${place} AS mine WHERE mine.dataset = ? AND ${same.join(" AND ")})`;
}
