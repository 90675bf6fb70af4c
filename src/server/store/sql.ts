export type SqlValue = string | number | null | Uint8Array;

/** A row by the names of its columns. */
export type NewRow = Readonly<Record<string, SqlValue>>;

/** Which rows to change, and how; the values of `set` come before those of `where`. */
export interface Update {
  readonly set: string;
  readonly where: string;
}

/**
 * Statements inside one transaction, in the SQL that SQLite and PostgreSQL both understand; `?` stands for a value.
 * They are prepared once, so their text must not depend on values. `get` and `all` take a SELECT.
 */
export interface Sql {
  get<Row>(text: string, ...values: SqlValue[]): Promise<Row | undefined>;
  all<Row>(text: string, ...values: SqlValue[]): Promise<Row[]>;
  /** A taken key or a dangling reference is a ConflictError. */
  insert(table: Table, row: NewRow): Promise<void>;
  /** Leaves the existing row if a key is taken. */
  insertMissing(table: Table, row: NewRow): Promise<void>;
  update(table: Table, change: Update, ...values: SqlValue[]): Promise<void>;
  delete(table: Table, where: string, ...values: SqlValue[]): Promise<void>;
  /** Deletes every row. */
  clear(table: Table): Promise<void>;
}

/** Every table of data, each after those that it points at. */
export const dataTables = [
  "merchant_accounts",
  "users",
  "roles",
  "api_key_pairs",
  "api_key_pair_roles",
  "api_key_pair_accounts",
  "buyers",
  "buyer_names",
  "payment_methods",
  "network_tokens",
  "account_updater_jobs",
  "digital_wallets",
  "digital_wallet_domains",
  "gift_cards",
  "three_ds_configurations",
  "flow_rules",
  "audit_logs",
] as const;

/** Tables next to the data, which neither a reset nor a snapshot touches. */
export const otherTables = ["meta", "issued_key_pairs"] as const;

export type Table = (typeof dataTables)[number] | (typeof otherTables)[number];

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
