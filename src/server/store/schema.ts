/** What a column holds; one whose type ends in a question mark may be null. */
export type ColumnType = "text" | "text?" | "integer" | "integer?" | "bytes";

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

export function keyOf({ key = ["id"] }: Pick<TableDefinition, "key">): readonly string[] {
  return key;
}
