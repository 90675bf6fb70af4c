import { dataTables, otherTables, type Table } from "./schema.ts";

export type SqlValue = string | number | null | Uint8Array;

/** Statements on the rows of all datasets, inside one transaction; a question mark stands for a value. */
export interface Statements {
  all<Row extends object>(text: string, ...values: SqlValue[]): Promise<Row[]>;
  /** Resolves to the number of rows that were changed; a taken key is a ConflictError. */
  run(text: string, ...values: SqlValue[]): Promise<number>;
  /** The same for a statement that may read or write many rows, and takes as long as it needs. */
  runLong(text: string, ...values: SqlValue[]): Promise<number>;
}

/** A row by the names of its columns. */
export type NewRow = Readonly<Record<string, SqlValue>>;

/** Every table that has rows of a dataset. */
const datasetTables = [...dataTables, ...otherTables].map(({ name }) => name);

/** Statements inside one transaction, confined to one dataset. */
export type Sql = ReturnType<ReturnType<typeof createSql>>;

/**
 * Makes statements in the SQL that SQLite and PostgreSQL both understand; `?` stands for a value. They are prepared
 * once, so their text must not depend on values. A name of a table, wherever it stands, means what WITH says it means:
 * its rows in the dataset. What is changed has to be a table itself, and gets its condition here.
 */
export function createSql(schema: string) {
  const known = new Map<string, Confined>();

  function select(text: string): Confined {
    const found = known.get(text);
    if (found !== undefined) return found;
    if (!text.startsWith("SELECT ")) throw new Error(`only a SELECT can be confined: ${text}`);
    const { count, start } = rowsOf(text, schema);
    if (count === 0) throw new Error(`no table of a dataset is named in ${text}`);
    const made = { count, text: start + text };
    known.set(text, made);
    return made;
  }

  const aliased = (table: Table) => `${schema}.${table} AS ${table}`;

  return ({ all, run, runLong }: Statements, dataset: number) => {
    const datasetTimes = (count: number): readonly number[] => Array.from({ length: count }, () => dataset);

    async function selectAll<Row extends object>(text: string, ...values: SqlValue[]): Promise<Row[]> {
      const { count, text: confined } = select(text);
      return all<Row>(confined, ...datasetTimes(count), ...values);
    }

    function insertion(table: Table, row: NewRow): string {
      const columns = Object.keys(row);
      return `INSERT INTO ${schema}.${table} (dataset, ${columns.join(", ")})
        VALUES (?${", ?".repeat(columns.length)})`;
    }

    return {
      all: selectAll,
      async get<Row extends object>(text: string, ...values: SqlValue[]): Promise<Row | undefined> {
        return (await selectAll<Row>(text, ...values))[0];
      },
      /** A taken key or a dangling reference is a ConflictError. */
      insert: (table: Table, row: NewRow) => run(insertion(table, row), dataset, ...Object.values(row)),
      /** Leaves the existing row if a key is taken. */
      insertMissing: (table: Table, row: NewRow) =>
        run(`${insertion(table, row)} ON CONFLICT DO NOTHING`, dataset, ...Object.values(row)),
      update(table: Table, row: NewRow, where: string, ...values: SqlValue[]) {
        const { count, start } = rowsOf(where, schema);
        const set = Object.keys(row).map((column) => `${column} = ?`);
        const text = `${start}UPDATE ${aliased(table)} SET ${set.join(", ")}
          WHERE ${table}.dataset = ? AND (${where})`;
        return run(text, ...datasetTimes(count), ...Object.values(row), dataset, ...values);
      },
      delete(table: Table, where: string, ...values: SqlValue[]) {
        const { count, start } = rowsOf(where, schema);
        const text = `${start}DELETE FROM ${aliased(table)} WHERE ${table}.dataset = ? AND (${where})`;
        return run(text, ...datasetTimes(count), dataset, ...values);
      },
      /** Deletes every row. */
      clear: (table: Table) => runLong(`DELETE FROM ${schema}.${table} WHERE dataset = ?`, dataset),
    };
  };
}

interface Confined {
  readonly text: string;
  /** How many values it begins with, each of them the dataset. */
  readonly count: number;
}

/** The planner reads each as a condition where the table is named, and drops one that nothing names after all. */
function rowsOf(text: string, schema: string): { readonly start: string; readonly count: number } {
  const lowered = text.toLowerCase();
  const rows = datasetTables
    .filter((table) => lowered.includes(table))
    .map((table) => `${table} AS NOT MATERIALIZED (SELECT * FROM ${schema}.${table} WHERE dataset = ?)`);
  return { count: rows.length, start: rows.length === 0 ? "" : `WITH ${rows.join(", ")} ` };
}

interface OrderedRows {
  readonly columns: string;
  readonly table: Table;
  readonly order: string;
}

/** All rows of a table, or the one that has the id. */
export function selectRows<Row extends object>(
  { all }: Pick<Sql, "all">,
  { columns, order, table }: OrderedRows,
  id?: string,
): Promise<Row[]> {
  const select = `SELECT ${columns} FROM ${table}`;
  if (id === undefined) return all<Row>(`${select} ORDER BY ${order}`);
  return all<Row>(`${select} WHERE id = ? ORDER BY ${order}`, id);
}

/** A store whose engine speaks SQL, for code that may know that. */
export interface SqlStore {
  /** All or nothing, as `write` is. */
  change<Value>(work: (sql: Sql) => Promise<Value>): Promise<Value>;
}

/** Neither engine stores a NUL in a text. Its stand-in is a noncharacter, which no exchanged text contains. */
const standIn = "\uffff";

export function withoutNul<Value>(value: Value): Value | string {
  return typeof value === "string" && value.includes("\0") ? value.replaceAll("\0", standIn) : value;
}

export function withNul(text: string): string {
  return text.replaceAll(standIn, "\0");
}
