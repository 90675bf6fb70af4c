/** What a column holds; one whose type ends in a question mark may be null. */
type ColumnType = "text" | "text?" | "integer" | "integer?" | "bytes";

/** A table as both engines make it; its rows, key, references and indexes begin with the dataset. */
export interface TableDefinition {
  readonly name: string;
  readonly columns: Readonly<Record<string, ColumnType>>;
  /** The `id` unless given. */
  readonly key?: readonly string[];
  readonly unique?: readonly string[];
  /** The table that a column points at, by its id. */
  readonly references?: Readonly<Record<string, string>>;
  /** The same for a column whose row is deleted with the one that it points at. */
  readonly owners?: Readonly<Record<string, string>>;
  /** One that ends in a time and an id serves keyset pages; columns after them filter without reading the row. */
  readonly indexes?: Readonly<Record<string, readonly string[]>>;
}

const ofAccount = { merchant_account_id: "merchant_accounts" };

/**
 * Every table of data, each after those that it points at. In addition to the columns that are searched, `body` holds
 * the answer as finished JSON text.
 */
const data = [
  {
    name: "merchant_accounts",
    columns: { id: "text", created_at: "text", body: "text" },
    indexes: { by_time: ["created_at", "id"] },
  },
  { name: "users", columns: { id: "text", body: "text" } },
  { name: "roles", columns: { id: "text", slug: "text", body: "text" }, unique: ["slug"] },
  {
    name: "api_key_pairs",
    columns: {
      id: "text",
      thumbprint: "text",
      display_name: "text",
      public_key: "text",
      active: "integer",
      creator_id: "text?",
      created_at: "text",
      updated_at: "text",
      last_used_at: "text?",
    },
    unique: ["thumbprint"],
    references: { creator_id: "users" },
    indexes: { by_time: ["created_at", "id"] },
  },
  {
    name: "api_key_pair_roles",
    columns: { api_key_pair_id: "text", place: "integer", role_id: "text" },
    key: ["api_key_pair_id", "place"],
    owners: { api_key_pair_id: "api_key_pairs" },
    references: { role_id: "roles" },
  },
  {
    name: "api_key_pair_accounts",
    columns: { api_key_pair_id: "text", place: "integer", merchant_account_id: "text" },
    key: ["api_key_pair_id", "place"],
    owners: { api_key_pair_id: "api_key_pairs" },
    references: ofAccount,
  },
  {
    name: "buyers",
    columns: {
      id: "text",
      merchant_account_id: "text",
      created_at: "text",
      display_name: "text?",
      external_identifier: "text?",
      body: "text",
      body_without_personal_data: "text",
    },
    references: ofAccount,
    indexes: {
      by_time: ["merchant_account_id", "created_at", "id"],
      by_external_identifier: [
        "merchant_account_id",
        "external_identifier",
        "created_at",
        "id",
        "display_name",
      ],
    },
  },
  {
    name: "buyer_names",
    columns: { merchant_account_id: "text", name: "text", created_at: "text", buyer_id: "text" },
    key: ["merchant_account_id", "name", "created_at", "buyer_id"],
    owners: { buyer_id: "buyers" },
  },
  {
    name: "payment_methods",
    columns: { id: "text", merchant_account_id: "text", kind: "text", status: "text", buyer_id: "text?" },
    references: { ...ofAccount, buyer_id: "buyers" },
  },
  {
    name: "network_tokens",
    columns: { id: "text", payment_method_id: "text", body: "text" },
    references: { payment_method_id: "payment_methods" },
  },
  {
    name: "account_updater_jobs",
    columns: { id: "text", merchant_account_id: "text", body: "text" },
    references: ofAccount,
  },
  {
    name: "digital_wallets",
    columns: { id: "text", merchant_account_id: "text", provider: "text" },
    references: ofAccount,
  },
  {
    name: "digital_wallet_domains",
    columns: { digital_wallet_id: "text", domain_name: "text" },
    key: ["digital_wallet_id", "domain_name"],
    owners: { digital_wallet_id: "digital_wallets" },
  },
  {
    name: "gift_cards",
    columns: { id: "text", merchant_account_id: "text", number: "text", stored: "integer", body: "text" },
    unique: ["merchant_account_id", "number"],
    references: ofAccount,
  },
  {
    name: "three_ds_configurations",
    columns: { id: "text", merchant_account_id: "text", created_at: "text", currency: "text?", body: "text" },
    references: ofAccount,
    indexes: { by_time: ["merchant_account_id", "created_at", "id", "currency"] },
  },
  {
    name: "flow_rules",
    columns: {
      id: "text",
      merchant_account_id: "text",
      flow: "text",
      action: "text",
      position: "integer",
      body: "text",
    },
    references: ofAccount,
    indexes: { by_position: ["merchant_account_id", "flow", "action", "position", "id"] },
  },
  {
    name: "audit_logs",
    columns: {
      id: "text",
      merchant_account_id: "text",
      timestamp: "text",
      action: "text",
      user_id: "text",
      resource_type: "text",
      body: "text",
    },
    references: ofAccount,
    // One for each combination of filters, so that one that matches few of a million rows is as fast as any.
    indexes: {
      by_time: ["merchant_account_id", "timestamp", "id"],
      by_action: ["merchant_account_id", "action", "timestamp", "id"],
      by_resource_type: ["merchant_account_id", "resource_type", "timestamp", "id"],
      by_user: ["merchant_account_id", "user_id", "timestamp", "id"],
      by_action_and_resource_type: ["merchant_account_id", "action", "resource_type", "timestamp", "id"],
      by_action_and_user: ["merchant_account_id", "action", "user_id", "timestamp", "id"],
      by_resource_type_and_user: ["merchant_account_id", "resource_type", "user_id", "timestamp", "id"],
      by_all_three: ["merchant_account_id", "action", "resource_type", "user_id", "timestamp", "id"],
    },
  },
] as const satisfies readonly TableDefinition[];

/** Tables next to the data, which neither a reset nor a snapshot touches. */
const others = [
  { name: "meta", columns: { name: "text", value: "bytes" }, key: ["name"] },
] as const satisfies readonly TableDefinition[];

export type Table = (typeof data | typeof others)[number]["name"];

interface KnownTable extends TableDefinition {
  readonly name: Table;
}

export const dataTables: readonly KnownTable[] = data;

export const otherTables: readonly KnownTable[] = others;

/** The dataset of the data at the root. */
export const rootDataset = 1;

/** The version of the oldest schema that is not refused, on both engines: those before it had no datasets. */
export const firstVersion = 2;

/** How an engine writes a table down. */
export interface Printing {
  readonly types: Readonly<Record<ColumnType, string>>;
  /** The type of a number with more than 32 bits. */
  readonly long: string;
  /** That of a number which the engine draws, each greater than the one before. */
  readonly drawn: string;
  /** What follows CREATE for a table whose rows a crash of the engine may take. */
  readonly unlogged: string;
  /** What follows the closing bracket. */
  ending(table: Pick<TableDefinition, "key">): string;
  /** The same for a table whose rows change often. */
  readonly narrow: string;
}

/** The statements that make all tables. */
export function printSchema(printing: Printing): string {
  const tables = [...dataTables, ...otherTables].map((table) => printTable(table, printing));
  return printDatasets(printing) + tables.join("");
}

/**
 * Migrations. The first makes a new schema of the newest version, from the list of tables. Each of the others brings one of
 * the version before up to date; its number is its place, counted from the first version, and once released it is never
 * edited.
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
function printDatasets({ drawn, ending, long, narrow, types, unlogged }: Printing): string {
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
  moment ${long} DEFAULT 0,
  UNIQUE (parent, kind, name)
)${narrow};
CREATE INDEX datasets_by_origin ON datasets (origin);
CREATE TABLE cells (
  ${ofDataset},
  name ${text},
  value ${text},
  PRIMARY KEY (dataset, name)
)${narrow};
CREATE TABLE counts (
  ${ofDataset},
  key ${text},
  time ${long},
  number ${integer},
  PRIMARY KEY (dataset, key, time)
)${ending({ key: ["key", "time"] })};
CREATE INDEX counts_by_time ON counts (dataset, time);
CREATE ${unlogged}TABLE journal (
  number ${drawn} PRIMARY KEY,
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

export function keyOf({ key = ["id"] }: Pick<TableDefinition, "key">): readonly string[] {
  return key;
}
