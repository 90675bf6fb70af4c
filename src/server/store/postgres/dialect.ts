import { dataTables, otherTables, type Table } from "../schema.ts";
import { type NewRow, type Sql, type SqlValue, type Update, withoutNul } from "../sql.ts";
import { type Connection, unlimited } from "./connections.ts";
import { conflictOr } from "./failures.ts";

/** A statement that each connection prepares once under its name. */
interface Prepared {
  readonly name: string;
  readonly text: string;
}

/** Every table that has rows of a dataset. */
const datasetTables = [...dataTables, ...otherTables].map(({ name }) => name);

/**
 * Turns the shared statements into those of PostgreSQL, where the rows of all datasets share the tables. `$1` is the
 * dataset; the values follow.
 */
export interface Dialect {
  select(text: string): Prepared;
  insert(table: Table, row: NewRow): Prepared;
  update(table: Table, change: Update): Prepared;
  delete(table: Table, where: string): Prepared;
}

/**
 * A connection has an empty search path, so the name of a table alone means nothing to it until WITH gives it a meaning:
 * the rows of the dataset. What is changed has to be a table itself, and gets its condition here.
 */
export function createDialect(schema: string): Dialect {
  const known = new Map<string, Prepared>();

  function prepared(text: string, parts = text): Prepared {
    const found = known.get(text);
    if (found !== undefined) return found;
    const made = { name: `payctl_${known.size}`, text: `${rowsOf(parts)}${withNumbers(text)}` };
    known.set(text, made);
    return made;
  }

  /** The planner reads each as a condition where the table is named, and drops one that nothing names after all. */
  function rowsOf(parts: string): string {
    const rows = datasetTables
      .filter((table) => parts.includes(table))
      .map((table) => `${table} AS NOT MATERIALIZED (SELECT * FROM ${schema}.${table} WHERE dataset = $1)`);
    return rows.length === 0 ? "" : `WITH ${rows.join(", ")} `;
  }

  const changed = (table: Table) => `${schema}.${table} AS ${table}`;
  const ours = (table: Table, where: string) => `WHERE ${table}.dataset = $1 AND (${where})`;

  return {
    select: (text) => prepared(text),
    insert(table, row) {
      const columns = Object.keys(row);
      const places = columns.map(() => "?").join(", ");
      return prepared(
        `INSERT INTO ${schema}.${table} (dataset, ${columns.join(", ")}) VALUES ($1, ${places})`,
        "",
      );
    },
    update(table, { set, where }) {
      return prepared(`UPDATE ${changed(table)} SET ${set}\n${ours(table, where)}`, `${set} ${where}`);
    },
    delete: (table, where) => prepared(`DELETE FROM ${changed(table)} ${ours(table, where)}`, where),
  };
}

/** No statement contains a question mark except for a value. */
function withNumbers(text: string): string {
  let number = 1;
  return text.replaceAll("?", () => {
    number += 1;
    return `$${number}`;
  });
}

/** How the statements of one transaction are sent to the database. */
export interface Sending {
  readonly connection: Connection;
  readonly dialect: Dialect;
  readonly dataset: number;
  /** Called with each statement before it is sent; may throw to refuse it. */
  sending?(text: string): void;
  /** Called after each statement that has changed rows, or may have. */
  wrote?(): void;
  /** Takes over an insertion that need not be waited for. */
  defer?(insertion: Promise<unknown>): Promise<void>;
}

/** The shared statements on a connection. */
export function sqlOn({ connection, defer, dialect, dataset, sending, wrote }: Sending): Sql {
  async function send<Row extends object>(statement: Prepared, values: readonly SqlValue[]) {
    sending?.(statement.text);
    try {
      return await connection.query<Row>({ ...statement, values: [dataset, ...values.map(forDriver)] });
    } catch (error) {
      throw conflictOr(error);
    }
  }

  async function insert(statement: Prepared, row: NewRow): Promise<void> {
    wrote?.();
    const insertion = send(statement, Object.values(row));
    await (defer === undefined ? insertion : defer(insertion));
  }

  async function change(statement: Prepared, values: readonly SqlValue[]): Promise<void> {
    const { rowCount } = await send(statement, values);
    if (rowCount) wrote?.();
  }

  return {
    // The author of the SQL names the columns.
    get: async <Row>(text: string, ...values: SqlValue[]) =>
      (await send(dialect.select(text), values)).rows[0] as Row | undefined,
    all: async <Row>(text: string, ...values: SqlValue[]) =>
      (await send(dialect.select(text), values)).rows as Row[],
    insert: (table, row) => insert(dialect.insert(table, row), row),
    insertMissing(table, row) {
      const { name, text } = dialect.insert(table, row);
      return insert({ name: `${name}_missing`, text: `${text} ON CONFLICT DO NOTHING` }, row);
    },
    update: (table, rows, ...values) => change(dialect.update(table, rows), values),
    delete: (table, where, ...values) => change(dialect.delete(table, where), values),
    clear: (table) => change({ ...dialect.delete(table, "TRUE"), ...unlimited }, []),
  };
}

function forDriver(value: SqlValue): unknown {
  if (value instanceof Uint8Array && !Buffer.isBuffer(value)) return Buffer.from(value);
  return withoutNul(value);
}
