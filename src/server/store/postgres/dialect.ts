import { type Dialect, dialectOf, type Prepared } from "../dialect.ts";
import { type Sql, type SqlValue, withoutNul } from "../sql.ts";
import { type Connection, unlimited } from "./connections.ts";
import { conflictOr } from "./failures.ts";

export type { Dialect } from "../dialect.ts";

/**
 * A connection has an empty search path, so the name of a table means nothing to it but what the dialect says. `$1` is
 * the dataset; the values follow.
 */
export function createDialect(schema: string): Dialect {
  return dialectOf({ schema, dataset: "$1", withValues: (text) => withNumbers(text, 2) });
}

/** No statement contains a question mark except for a value. */
export function withNumbers(text: string, first = 1): string {
  let number = first;
  return text.replaceAll("?", () => {
    number += 1;
    return `$${number - 1}`;
  });
}

/** How the statements of one transaction are sent to the database. */
export interface Sending {
  readonly connection: Connection;
  readonly dialect: Dialect;
  readonly dataset: number;
}

/** The shared statements on a connection. */
export function sqlOn({ connection, dialect, dataset }: Sending): Sql {
  async function send<Row extends object>(statement: Prepared, values: readonly SqlValue[]) {
    try {
      return await connection.query<Row>({ ...statement, values: [dataset, ...values.map(forDriver)] });
    } catch (error) {
      throw conflictOr(error);
    }
  }

  async function change(statement: Prepared, values: readonly SqlValue[]): Promise<void> {
    await send(statement, values);
  }

  return {
    // The author of the SQL names the columns.
    get: async <Row>(text: string, ...values: SqlValue[]) =>
      (await send(dialect.select(text), values)).rows[0] as Row | undefined,
    all: async <Row>(text: string, ...values: SqlValue[]) =>
      (await send(dialect.select(text), values)).rows as Row[],
    insert: (table, row) => change(dialect.insert(table, row), Object.values(row)),
    insertMissing(table, row) {
      const { name, text } = dialect.insert(table, row);
      const missing = { name: `${name}_missing`, text: `${text} ON CONFLICT DO NOTHING` };
      return change(missing, Object.values(row));
    },
    update: (table, rows, ...values) => change(dialect.update(table, rows), values),
    delete: (table, where, ...values) => change(dialect.delete(table, where), values),
    clear: (table) => change({ ...dialect.delete(table, "TRUE"), ...unlimited }, []),
  };
}

export function forDriver(value: SqlValue): unknown {
  if (value instanceof Uint8Array && !Buffer.isBuffer(value)) return Buffer.from(value);
  return withoutNul(value);
}
