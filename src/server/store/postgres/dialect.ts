import {
  dataTables,
  type NewRow,
  otherTables,
  type Sql,
  type SqlValue,
  type Table,
  withoutNul,
} from "../sql.ts";
import type { Connection } from "./connections.ts";
import { conflictOr } from "./failures.ts";

/** A statement that each connection prepares once under its name. */
interface Prepared {
  readonly name: string;
  readonly text: string;
}

/** Every table that has rows of a dataset. */
const datasetTables: readonly Table[] = [...dataTables, ...otherTables];

/** Turns the shared statements into those of PostgreSQL, where the rows of all datasets share the tables. */
export interface Dialect {
  /** `$1` is the dataset; the values follow. */
  statement(text: string): Prepared;
  insertion(table: Table, row: NewRow): Prepared;
}

export function createDialect(schema: string): Dialect {
  const known = new Map<string, Prepared>();

  function prepared(key: string, translate: () => string): Prepared {
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = { name: `payctl_${known.size}`, text: translate() };
    known.set(key, made);
    return made;
  }

  return {
    statement: (text) => prepared(text, () => withNumbers(withDataset(text, schema))),
    insertion(table, row) {
      const columns = Object.keys(row);
      const numbers = columns.map((_, index) => `$${index + 2}`);
      const key = `${table} ${columns}`;
      return prepared(
        key,
        () =>
          `INSERT INTO ${schema}.${table} (dataset, ${columns.join(", ")}) VALUES ($1, ${numbers.join(", ")})`,
      );
    },
  };
}

const named = datasetTables.join("|");
const changed = new RegExp(`^\\s*(UPDATE|DELETE FROM) (${named})\\b`);
const read = new RegExp(`\\b(FROM|JOIN) (${named})\\b(?: AS (\\w+))?`, "g");

/** Confines a statement to the rows of one dataset; the planner takes such a subselect as a condition. */
function withDataset(text: string, schema: string): string {
  const [start, verb, table] = changed.exec(text) ?? [];
  const rows = (part: string) =>
    part.replace(read, (_, word, name, alias = name) => {
      return `${word} (SELECT * FROM ${schema}.${name} WHERE dataset = $1) AS ${alias}`;
    });
  if (start === undefined) return rows(text);
  const [before = "", ...conditions] = rows(text.slice(start.length)).split(/\bWHERE\b/);
  const own = [` ${table}.dataset = $1`, conditions.join("WHERE")].filter((part) => part !== "").join(" AND");
  return `${verb} ${schema}.${table} AS ${table}${before} WHERE${own}`;
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

  return {
    async run(text, ...values) {
      const { rowCount } = await send(dialect.statement(text), values);
      if (rowCount) wrote?.();
      return rowCount ?? 0;
    },
    // The author of the SQL names the columns.
    get: async <Row>(text: string, ...values: SqlValue[]) =>
      (await send(dialect.statement(text), values)).rows[0] as Row | undefined,
    all: async <Row>(text: string, ...values: SqlValue[]) =>
      (await send(dialect.statement(text), values)).rows as Row[],
    insert: (table, row) => insert(dialect.insertion(table, row), row),
    insertMissing(table, row) {
      const { name, text } = dialect.insertion(table, row);
      return insert({ name: `${name}_missing`, text: `${text} ON CONFLICT DO NOTHING` }, row);
    },
  };
}

function forDriver(value: SqlValue): unknown {
  if (value instanceof Uint8Array && !Buffer.isBuffer(value)) return Buffer.from(value);
  return withoutNul(value);
}
