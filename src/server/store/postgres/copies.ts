import { dataTables } from "../sql.ts";
import type { Connection, Connections } from "./connections.ts";

/** Shelves as a whole: made, copied, and removed. */
export interface Copies {
  /** A new shelf with the rows of an image, or with none; resolves to its number. */
  make(from: number | undefined): Promise<number>;
  /** The same of any shelf; to be called in the transaction that has it locked. */
  makeIn(connection: Connection, from: number): Promise<number>;
  /** Puts the rows of a shelf in place of those of another; to be called in the transaction that has it locked. */
  replace(connection: Connection, to: number, from: number): Promise<void>;
  /** Rows of the data in a shelf. */
  count(connection: Connection, shelf: number): Promise<number>;
  /** Nobody asks for it any more; it goes at once, or with the last world or snapshot that needs it. */
  drop(shelf: number): Promise<void>;
  /** Removes it where it was dropped and nothing needs it any more. */
  sweep(shelf: number): Promise<void>;
}

export function createCopies(connections: Connections): Copies {
  const { schema } = connections;

  /** As they are in the database, which a newer server may have given more columns. */
  async function findColumns(connection: Connection): Promise<ReadonlyMap<string, string>> {
    const { rows } = await connection.query<{ name: string; columns: string }>(
      `SELECT table_name AS name, string_agg(quote_ident(column_name), ', ') AS columns
        FROM information_schema.columns WHERE table_schema = $1 AND column_name <> 'shelf' GROUP BY table_name`,
      [schema.slice(1, -1)],
    );
    return new Map(rows.map(({ columns, name }) => [name, columns]));
  }

  async function copyRows(connection: Connection, to: number, from: number): Promise<void> {
    const columns = await findColumns(connection);
    const copied = dataTables.map((table) => {
      const names = columns.get(table);
      return `INSERT INTO ${schema}.${table} (shelf, ${names}) SELECT ${to}, ${names} FROM ${schema}.${table} WHERE shelf = ${from}`;
    });
    await connection.query(copied.join(";\n"));
  }

  async function removeRows(connection: Connection, shelf: number): Promise<void> {
    const removed = dataTables
      .toReversed()
      .map((table) => `DELETE FROM ${schema}.${table} WHERE shelf = ${shelf}`);
    await connection.query(removed.join(";\n"));
  }

  async function make(connection: Connection, from: number | undefined): Promise<number> {
    const { rows } = await connection.query<{ id: number }>(
      `INSERT INTO ${schema}.shelves DEFAULT VALUES RETURNING id`,
    );
    const shelf = rows[0]?.id ?? 0;
    if (from !== undefined) await copyRows(connection, shelf, from);
    return shelf;
  }

  function sweep(shelf: number): Promise<void> {
    return transaction(connections, async (connection) => {
      const { rowCount } = await connection.query(
        `DELETE FROM ${schema}.shelves WHERE id = $1 AND dropped
          AND NOT EXISTS (SELECT 1 FROM ${schema}.worlds WHERE shelf = $1 OR origin = $1)
          AND NOT EXISTS (SELECT 1 FROM ${schema}.snapshots WHERE image = $1)`,
        [shelf],
      );
      if (rowCount !== 1) return;
      for (const table of ["meta", "issued_key_pairs", "journal"]) {
        await connection.query(`DELETE FROM ${schema}.${table} WHERE shelf = $1`, [shelf]);
      }
      await removeRows(connection, shelf);
    });
  }

  return {
    make: (from) => transaction(connections, (connection) => make(connection, from)),
    makeIn: make,
    async replace(connection, to, from) {
      await removeRows(connection, to);
      await copyRows(connection, to, from);
    },
    async count(connection, shelf) {
      const counts = dataTables.map(
        (table) => `(SELECT count(*) FROM ${schema}.${table} WHERE shelf = ${shelf})`,
      );
      const { rows } = await connection.query<{ rows: number }>(`SELECT ${counts.join(" + ")} AS rows`);
      return rows[0]?.rows ?? 0;
    },
    async drop(shelf) {
      const text = `UPDATE ${schema}.shelves SET dropped = true WHERE id = $1`;
      await connections.insist((connection) => connection.query(text, [shelf]));
      await sweep(shelf);
    },
    sweep,
  };
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
