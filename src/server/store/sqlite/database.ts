import { type NewRow, type Sql, type SqlValue, withoutNul } from "../sql.ts";
import { databaseFailure } from "./database-failure.ts";

/** One open database; statements are prepared once and kept. */
export interface Database {
  readonly path: string;
  /** Runs one statement and returns the number of rows it changed. */
  run(sql: string, ...values: SqlValue[]): number;
  get<Row>(sql: string, ...values: SqlValue[]): Row | undefined;
  all<Row>(sql: string, ...values: SqlValue[]): Row[];
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
  run(...values: SqlValue[]): { readonly changes: number | bigint };
  get(...values: SqlValue[]): unknown;
  all(...values: SqlValue[]): unknown[];
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
    get: <Row>(sql: string, ...values: SqlValue[]) =>
      translated(() => prepared(sql).get(...values.map(withoutNul)) as Row | undefined),
    all: <Row>(sql: string, ...values: SqlValue[]) =>
      translated(() => prepared(sql).all(...values.map(withoutNul)) as Row[]),
    exec: (sql) => translated(() => connection.exec(sql)),
    close: () => translated(() => connection.close()),
  };
}

/** The shared statements on this database; each is settled as soon as it is called. */
export function sqlOn(database: Database): Sql {
  return {
    get: async <Row>(text: string, ...values: SqlValue[]) => database.get<Row>(text, ...values),
    all: async <Row>(text: string, ...values: SqlValue[]) => database.all<Row>(text, ...values),
    async insert(table, row) {
      database.run(insertion(table, row), ...Object.values(row));
    },
    async insertMissing(table, row) {
      database.run(`${insertion(table, row)} ON CONFLICT DO NOTHING`, ...Object.values(row));
    },
    async update(table, { set, where }, ...values) {
      database.run(`UPDATE ${table} SET ${set} WHERE ${where}`, ...values);
    },
    async delete(table, where, ...values) {
      database.run(`DELETE FROM ${table} WHERE ${where}`, ...values);
    },
    async clear(table) {
      database.run(`DELETE FROM ${table}`);
    },
  };
}

function insertion(table: string, row: NewRow): string {
  const columns = Object.keys(row);
  return `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`;
}
