import { randomInt } from "node:crypto";
import { dataTables, otherTables, rootDataset } from "../schema.ts";
import { type Connection, type Connections, unlimited } from "./connections.ts";

/** Makes, copies and removes whole datasets. */
export interface Copies {
  /** A new dataset with the rows of an image, or with none; resolves to its number. */
  make(from: number | undefined): Promise<number>;
  /** The same, from any dataset; must be called in the transaction that has it locked. */
  makeIn(connection: Connection, from: number): Promise<number>;
  /** Replaces the rows of a dataset with those of another; must be called in the transaction that has it locked. */
  replace(connection: Connection, to: number, from: number): Promise<void>;
  /** The number of data rows in a dataset. */
  count(connection: Connection, dataset: number): Promise<number>;
  has(dataset: number): Promise<boolean>;
  /** Marks it as no longer needed; it is removed at once, or with the last world or snapshot that needs it. */
  drop(dataset: number): Promise<void>;
  /** Removes it if it was dropped and nothing needs it any more. */
  sweep(dataset: number): Promise<void>;
}

export function createCopies(connections: Connections): Copies {
  const { schema } = connections;

  async function make(connection: Connection, from: number | undefined): Promise<number> {
    const dataset = await makeEmpty(connection, schema);
    if (from !== undefined) await copyRows(connection, schema, { to: dataset, from });
    return dataset;
  }

  function sweep(dataset: number): Promise<void> {
    return transaction(connections, (connection) => removeUnneeded(connection, schema, dataset));
  }

  return {
    make: (from) => transaction(connections, (connection) => make(connection, from)),
    makeIn: make,
    async replace(connection, to, from) {
      await removeRows(connection, schema, to);
      await copyRows(connection, schema, { to, from });
    },
    async count(connection, dataset) {
      const counts = dataTables.map(
        ({ name }) => `(SELECT count(*) FROM ${schema}.${name} WHERE dataset = ${dataset})`,
      );
      const { rows } = await connection.query<{ rows: number }>({
        text: `SELECT ${counts.join(" + ")} AS rows`,
        ...unlimited,
      });
      return rows[0]?.rows ?? 0;
    },
    async has(dataset) {
      const text = `SELECT FROM ${schema}.datasets WHERE id = $1`;
      return (await connections.use((connection) => connection.query(text, [dataset]))).rowCount === 1;
    },
    async drop(dataset) {
      const text = `UPDATE ${schema}.datasets SET dropped = true WHERE id = $1`;
      await connections.use((connection) => connection.query(text, [dataset]));
      await sweep(dataset);
    },
    sweep,
  };
}

/** A number that is never given again: a database that went back to a backup would otherwise mix two datasets. */
async function makeEmpty(connection: Connection, schema: string): Promise<number> {
  const text = `INSERT INTO ${schema}.datasets (id) VALUES ($1) ON CONFLICT DO NOTHING`;
  for (;;) {
    const dataset = randomInt(rootDataset + 1, 2 ** 31);
    const { rowCount } = await connection.query(text, [dataset]);
    if (rowCount === 1) return dataset;
  }
}

async function copyRows(
  connection: Connection,
  schema: string,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  const copied = dataTables.map(({ columns, name }) => {
    const names = Object.keys(columns).join(", ");
    return `INSERT INTO ${schema}.${name} (dataset, ${names}) SELECT ${to}, ${names} FROM ${schema}.${name} WHERE dataset = ${from}`;
  });
  await connection.query({ text: copied.join(";\n"), ...unlimited });
}

async function removeRows(connection: Connection, schema: string, dataset: number): Promise<void> {
  const removed = dataTables
    .toReversed()
    .map(({ name }) => `DELETE FROM ${schema}.${name} WHERE dataset = ${dataset}`);
  await connection.query({ text: removed.join(";\n"), ...unlimited });
}

async function removeUnneeded(connection: Connection, schema: string, dataset: number): Promise<void> {
  const { rowCount } = await connection.query(
    `DELETE FROM ${schema}.datasets WHERE id = $1 AND dropped
      AND NOT EXISTS (SELECT 1 FROM ${schema}.worlds WHERE dataset = $1 OR origin = $1)
      AND NOT EXISTS (SELECT 1 FROM ${schema}.snapshots WHERE image = $1)`,
    [dataset],
  );
  if (rowCount !== 1) return;
  for (const { name } of [...otherTables, { name: "journal" }]) {
    await connection.query(`DELETE FROM ${schema}.${name} WHERE dataset = $1`, [dataset]);
  }
  await removeRows(connection, schema, dataset);
}

async function transaction<Value>(
  connections: Connections,
  work: (connection: Connection) => Promise<Value>,
): Promise<Value> {
  return connections.use(async (connection) => {
    await connection.query("BEGIN");
    try {
      const value = await work(connection);
      await connection.query("COMMIT");
      return value;
    } catch (error) {
      await connection.query("ROLLBACK").catch(() => undefined);
      throw error;
    }
  });
}
