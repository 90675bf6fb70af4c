import { randomInt } from "node:crypto";
import type { Engine } from "./engine.ts";
import { dataTables, keyOf, otherTables, rootDataset, type TableDefinition } from "./schema.ts";
import type { Statements } from "./sql.ts";

export interface NewDataset {
  /** An origin is what a reset goes back to. */
  readonly kind: "origin" | "snapshot" | "world";
  /** None for an origin that only its world knows. */
  readonly name: string | null;
  /** The dataset that a snapshot is of; the root unless given. */
  readonly parent?: number;
  /** That of a world. */
  readonly origin?: number;
  /** RFC 3339. */
  readonly createdAt: string;
}

interface DatasetRow {
  readonly id: number;
  readonly name: string;
  readonly takenAt: string;
  readonly rows: number;
}

export type Datasets = ReturnType<typeof createDatasets>;

/** Finds, makes, copies and removes whole datasets; each call that writes belongs to a transaction. */
export function createDatasets(engine: Engine) {
  const { copy, removeRows, replace } = createRowStatements(engine);
  const table = `${engine.schema}.datasets`;
  const columns = `id, name, created_at AS "takenAt", rows`;

  async function remove(statements: Statements, dataset: number): Promise<void> {
    await statements.run(`DELETE FROM ${table} WHERE id = ?`, dataset);
    await removeRows(statements, dataset);
  }

  function list(kind: NewDataset["kind"], { all }: Pick<Statements, "all">, parent = rootDataset) {
    const text = `SELECT ${columns} FROM ${table} WHERE parent = ? AND kind = ? ORDER BY number`;
    return all<DatasetRow>(text, parent, kind);
  }

  return {
    async find(
      kind: NewDataset["kind"],
      name: string,
      { all }: Pick<Statements, "all">,
      parent = rootDataset,
    ): Promise<DatasetRow | undefined> {
      const text = `SELECT ${columns} FROM ${table} WHERE parent = ? AND kind = ? AND name = ?`;
      return (await all<DatasetRow>(text, parent, kind, name))[0];
    },
    /** The oldest first. */
    list,
    async exists({ all }: Statements, dataset: number): Promise<boolean> {
      return (await all(`SELECT id FROM ${table} WHERE id = ?`, dataset)).length === 1;
    },
    /** Resolves to its number; a taken name is a ConflictError. */
    make: (statements: Statements, dataset: NewDataset) => makeRow(table, statements, dataset),
    copy,
    replace,
    remove,
    /** Removes a world with its snapshots, and with an origin that is its own; false if it is gone already. */
    async removeWorld(statements: Statements, world: number): Promise<boolean> {
      // Of two servers that remove it at once, the second waits here.
      const lock = `UPDATE ${table} SET kind = kind WHERE id = ? RETURNING origin`;
      const [row] = await statements.all<{ origin: number }>(lock, world);
      if (row === undefined) return false;
      for (const { id } of await list("snapshot", statements, world)) await remove(statements, id);
      await remove(statements, world);
      const own = `DELETE FROM ${table} WHERE id = ? AND name IS NULL`;
      if ((await statements.run(own, row.origin)) === 1) await removeRows(statements, row.origin);
      return true;
    },
    /** Removes origins whose name begins like this, and that no world goes back to. */
    async removeOrigins(statements: Statements, prefix: string): Promise<void> {
      const text = `SELECT id FROM ${table} WHERE parent = ? AND kind = 'origin' AND name LIKE ?
        AND NOT EXISTS (SELECT 1 FROM ${table} AS world WHERE world.origin = ${table}.id)`;
      const origins = await statements.all<{ id: number }>(text, rootDataset, `${prefix}%`);
      for (const { id } of origins) await remove(statements, id);
    },
  };
}

/** What is done to the rows of a dataset in every table. */
function createRowStatements({ deferReferences, schema }: Engine) {
  const copies = dataTables.map((each) => copyRows(each, schema));
  const deletions = dataTables.toReversed().map((each) => deleteDiffering(each, schema));
  const insertions = dataTables.map((each) => insertMissing(each, schema));
  const tables = ["journal", ...[...dataTables, ...otherTables].toReversed().map(({ name }) => name)];
  const removals = tables.map((name) => `DELETE FROM ${schema}.${name} WHERE dataset = ?`);
  return {
    /** Copies all rows into an empty dataset; resolves to their number. */
    async copy({ runLong }: Statements, to: number, from: number): Promise<number> {
      const counts = await Promise.all(copies.map((text) => runLong(text, to, from)));
      return counts.reduce((sum, count) => sum + count, 0);
    },
    /** Gives a dataset the rows of another; writes only those that differ. */
    async replace({ run, runLong }: Statements, to: number, from: number): Promise<void> {
      await Promise.all([
        run(deferReferences),
        ...deletions.map((text) => runLong(text, to, from)),
        ...insertions.map((text) => runLong(text, to, from, to)),
      ]);
    },
    async removeRows({ runLong }: Statements, dataset: number): Promise<void> {
      await Promise.all(removals.map((text) => runLong(text, dataset)));
    },
  };
}

/** Draws a number that is never given again: a database that went back to a backup would otherwise mix two datasets. */
async function makeRow(
  table: string,
  { run }: Statements,
  { createdAt, kind, name, origin, parent = rootDataset }: NewDataset,
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
  const rows = `${schema}.${table.name}`;
  return `DELETE FROM ${rows} AS mine WHERE mine.dataset = ? AND NOT EXISTS
    (SELECT 1 FROM ${rows} AS kept WHERE kept.dataset = ? AND ${same.join(" AND ")})`;
}

/** Adds every kept row that is missing: each remaining row has its equal among them. */
function insertMissing(table: TableDefinition, schema: string): string {
  const names = Object.keys(table.columns).join(", ");
  const same = keyOf(table).map((column) => `mine.${column} = kept.${column}`);
  const rows = `${schema}.${table.name}`;
  return `INSERT INTO ${rows} (dataset, ${names}) SELECT CAST(? AS integer), ${names} FROM ${rows} AS kept
    WHERE kept.dataset = ? AND NOT EXISTS
    (SELECT 1 FROM ${rows} AS mine WHERE mine.dataset = ? AND ${same.join(" AND ")})`;
}
