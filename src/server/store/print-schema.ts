import {
  type ColumnType,
  dataTables,
  keyOf,
  otherTables,
  rootDataset,
  type TableDefinition,
} from "./schema.ts";

/** The version of the oldest schema that is not refused, on both engines: those before it had no datasets. */
export const firstVersion = 2;

/** How an engine writes a table down. */
export interface Printing {
  readonly types: Readonly<Record<ColumnType, string>>;
  /** The type of a number with more than 32 bits. */
  readonly bigint: string;
  /** The type of a number that the engine draws, each greater than the one before. */
  readonly serial: string;
  /** What follows CREATE for a table whose rows a crash of the engine may take. */
  readonly unlogged: string;
  /** What follows the closing bracket. */
  ending(table: Pick<TableDefinition, "key">): string;
  /** The same for a table whose rows change often. */
  readonly busyEnding: string;
}

/** The statements that make all tables. */
export function printSchema(printing: Printing): string {
  const tables = [...dataTables, ...otherTables].map((table) => printTable(table, printing));
  return printDatasets(printing) + tables.join("");
}

/**
 * Migrations. The first makes the newest schema from the list of tables. Each of the others brings a schema of the version
 * before it up to date: the second leads from the first version to the next. Once released, none is edited.
 */
export type Steps = readonly string[];

/** The version that they lead to. */
export function newestOf(steps: Steps): number {
  return firstVersion + steps.length - 1;
}

/** Those that a schema of an older version lacks; the version of none is 0. */
export function stepsFrom(version: number, steps: Steps): Steps {
  return version === 0 ? steps.slice(0, 1) : steps.slice(version - newestOf(steps));
}

/**
 * The statements that make the tables next to those of the data. The moment of a dataset is when its latest change was
 * made, in microseconds since the epoch; the number of a snapshot says which one is later. A count whose time is 0 is no
 * call, but a counter. Administrators and the key pairs of issued tokens belong to no dataset: every server of the database
 * accepts them in each world.
 */
function printDatasets({ bigint, busyEnding, ending, serial, types, unlogged }: Printing): string {
  const { integer, text } = types;
  const ofDataset = `dataset ${integer} REFERENCES datasets (id) ON DELETE CASCADE`;
  return `CREATE TABLE datasets (
  id ${integer} PRIMARY KEY,
  kind ${text},
  name ${types["text?"]},
  parent ${types["integer?"]} REFERENCES datasets (id),
  origin ${types["integer?"]} REFERENCES datasets (id),
  created_at ${types["text?"]},
  rows ${types["integer?"]},
  number ${integer} DEFAULT 0,
  moment ${bigint} DEFAULT 0,
  UNIQUE (parent, kind, name)
)${busyEnding};
CREATE INDEX datasets_by_origin ON datasets (origin);
CREATE TABLE cells (
  ${ofDataset},
  name ${text},
  value ${text},
  PRIMARY KEY (dataset, name)
)${busyEnding};
CREATE TABLE counts (
  ${ofDataset},
  key ${text},
  time ${bigint},
  number ${integer},
  PRIMARY KEY (dataset, key, time)
)${ending({ key: ["key", "time"] })};
CREATE INDEX counts_by_time ON counts (dataset, time);
CREATE ${unlogged}TABLE journal (
  number ${serial} PRIMARY KEY,
  dataset ${integer},
  id ${types["text?"]},
  bytes ${integer},
  entry ${text}
)${ending({ key: ["number"] })};
CREATE INDEX journal_by_number ON journal (dataset, number, bytes);
CREATE TABLE issued_key_pairs (
  thumbprint ${text} PRIMARY KEY,
  id ${text},
  public_key ${text},
  active ${integer},
  role_slugs ${text},
  merchant_account_ids ${text},
  created_at ${text}
)${ending({ key: ["thumbprint"] })};
CREATE TABLE administrators (
  public_key ${text} PRIMARY KEY
)${ending({ key: ["public_key"] })};
INSERT INTO datasets (id, kind) VALUES (${rootDataset}, 'root');
`;
}

/** The statements that make a table and its indexes. */
function printTable(table: TableDefinition, { ending, types }: Printing): string {
  const { columns, name, owners = {}, references = {}, unique } = table;
  const list = (names: readonly string[]) => `(${["dataset", ...names].join(", ")})`;
  const reference = ([column, target]: [string, string]) =>
    `FOREIGN KEY ${list([column])} REFERENCES ${target} ${list(["id"])}`;
  const parts = [
    `dataset ${types.integer}`,
    ...Object.entries(columns).map(([column, type]) => `${column} ${types[type]}`),
    `PRIMARY KEY ${list(keyOf(table))}`,
    ...(unique === undefined ? [] : [`UNIQUE ${list(unique)}`]),
    ...Object.entries(references).map((other) => `${reference(other)} DEFERRABLE`),
    ...Object.entries(owners).map((owner) => `${reference(owner)} ON DELETE CASCADE DEFERRABLE`),
  ];
  const made = Object.entries(indexesOf(table)).map(
    ([index, names]) => `CREATE INDEX ${name}_${index} ON ${name} ${list(names)};\n`,
  );
  return `CREATE TABLE ${name} (\n  ${parts.join(",\n  ")}\n)${ending(table)};\n${made.join("")}`;
}

/** With one for each reference that no other begins with: deleting a row looks for rows that point at it. */
function indexesOf(table: TableDefinition): Readonly<Record<string, readonly string[]>> {
  const { indexes = {}, owners, references, unique = [] } = table;
  const first = [keyOf(table), unique, ...Object.values(indexes)].map(([column]) => column);
  const missing = Object.keys({ ...owners, ...references }).filter((column) => !first.includes(column));
  return { ...indexes, ...Object.fromEntries(missing.map((column) => [`by_${column}`, [column]])) };
}
