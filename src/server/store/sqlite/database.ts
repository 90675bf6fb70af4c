import { dialectOf, type Prepared } from "../dialect.ts";
import { type Sql, type SqlValue, withoutNul } from "../sql.ts";
import { databaseFailure } from "./database-failure.ts";

/** A value for a question mark, or values for parameters by their names, which come first. */
type Bound = SqlValue | Readonly<Record<string, SqlValue>>;

/** One open database; statements are prepared once and kept. */
export interface Database {
  readonly path: string;
  /** Runs one statement and returns the number of rows it changed. */
  run(sql: string, ...values: Bound[]): number;
  get<Row>(sql: string, ...values: Bound[]): Row | undefined;
  all<Row>(sql: string, ...values: Bound[]): Row[];
  /** Runs a script of several statements. */
  exec(sql: string): void;
  close(): void;
}

/** The part of the `node:sqlite` interface that is used here. */
interface Driver {
  readonly DatabaseSync: new (path: string, options: { readonly defensive: boolean }) => Connection;
}

interface Connection {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}

interface Statement {
  run(...values: Bound[]): { readonly changes: number | bigint };
  get(...values: Bound[]): unknown;
  all(...values: Bound[]): unknown[];
}

/** Opens a file, or `:memory:`; a failure, then or later, is a ConfigurationError if the user can fix it. */
export async function openDatabase(path: string): Promise<Database> {
  const { DatabaseSync } = await loadDriver();
  try {
    return databaseOn(new DatabaseSync(path, { defensive: true }), path);
  } catch (error) {
    throw databaseFailure(path, error);
  }
}

async function loadDriver(): Promise<Driver> {
  return builtInDriver() ?? (await import("@photostructure/sqlite"));
}

/** Undefined if Node has no SQLite, or only with a flag. */
function builtInDriver(): Driver | undefined {
  const { emitWarning } = process;
  // Loading it warns that it is experimental; nothing else runs meanwhile.
  process.emitWarning = () => undefined;
  try {
    // The types of the oldest supported Node do not include the module.
    return process.getBuiltinModule("node:sqlite") as Driver | undefined;
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** Holds the connection: its statements alone do not keep it from being garbage-collected. */
function databaseOn(connection: Connection, path: string): Database {
  const statements = new Map<string, Statement>();

  function prepared(sql: string): Statement {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    const statement = connection.prepare(sql);
    statements.set(sql, statement);
    return statement;
  }

  function translated<Value>(work: () => Value): Value {
    try {
      return work();
    } catch (error) {
      throw databaseFailure(path, error);
    }
  }

  return {
    path,
    run: (sql, ...values) => translated(() => Number(prepared(sql).run(...values.map(withoutNul)).changes)),
    // The driver can't know the columns of a statement; the author of the SQL names them.
    get: <Row>(sql: string, ...values: Bound[]) =>
      translated(() => prepared(sql).get(...values.map(withoutNul)) as Row | undefined),
    all: <Row>(sql: string, ...values: Bound[]) =>
      translated(() => prepared(sql).all(...values.map(withoutNul)) as Row[]),
    exec: (sql) => translated(() => connection.exec(sql)),
    close: () => translated(() => connection.close()),
  };
}

/** Numbered parameters can't be bound by every driver that is supported; one that has a name can. */
export const dialect = dialectOf({ schema: "main", dataset: "$dataset", withValues: (text) => text });

/** The shared statements on a dataset of this database; each is settled as soon as it is called. */
export function sqlOn(database: Database, dataset: number): Sql {
  const ours = { $dataset: dataset };
  const run = ({ text }: Prepared, values: readonly SqlValue[]) => database.run(text, ours, ...values);
  return {
    get: async <Row>(text: string, ...values: SqlValue[]) =>
      database.get<Row>(dialect.select(text).text, ours, ...values),
    all: async <Row>(text: string, ...values: SqlValue[]) =>
      database.all<Row>(dialect.select(text).text, ours, ...values),
    async insert(table, row) {
      run(dialect.insert(table, row), Object.values(row));
    },
    async insertMissing(table, row) {
      const { text } = dialect.insert(table, row);
      database.run(`${text} ON CONFLICT DO NOTHING`, ours, ...Object.values(row));
    },
    async update(table, change, ...values) {
      run(dialect.update(table, change), values);
    },
    async delete(table, where, ...values) {
      run(dialect.delete(table, where), values);
    },
    async clear(table) {
      run(dialect.delete(table, "TRUE"), []);
    },
  };
}
