import { type SqlValue, withoutNul } from "../sql.ts";
import { databaseFailure } from "./database-failure.ts";

/** The part of `node:sqlite` that is used here, which another package has for a Node without it. */
type Driver = Pick<typeof import("@photostructure/sqlite"), "DatabaseSync">;
type Statement = ReturnType<InstanceType<Driver["DatabaseSync"]>["prepare"]>;

export type Database = Awaited<ReturnType<typeof openDatabase>>;

/** Opens a file, or `:memory:`; a failure, then or later, is a ConfigurationError if the user can fix it. */
export async function openDatabase(path: string) {
  const { DatabaseSync } = builtInDriver() ?? (await import("@photostructure/sqlite"));

  function translated<Value>(work: () => Value): Value {
    try {
      return work();
    } catch (error) {
      throw databaseFailure(path, error);
    }
  }

  // Its statements alone do not keep it from being garbage-collected.
  const connection = translated(() => new DatabaseSync(path, { defensive: true }));
  const statements = new Map<string, Statement>();

  /** Statements are prepared once and kept. */
  function prepared(sql: string): Statement {
    const statement = statements.get(sql) ?? connection.prepare(sql);
    statements.set(sql, statement);
    return statement;
  }

  function all<Row>(sql: string, ...values: SqlValue[]): Row[] {
    // The driver can't know the columns of a statement; the author of the SQL names them.
    return translated(() => prepared(sql).all(...values.map(withoutNul)) as Row[]);
  }

  return {
    path,
    /** Runs one statement and returns the number of rows it changed. */
    run: (sql: string, ...values: SqlValue[]): number =>
      translated(() => Number(prepared(sql).run(...values.map(withoutNul)).changes)),
    all,
    get: <Row>(sql: string, ...values: SqlValue[]): Row | undefined => all<Row>(sql, ...values)[0],
    /** Runs a script of several statements. */
    exec: (sql: string): void => translated(() => connection.exec(sql)),
    close: (): void => translated(() => connection.close()),
  };
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
