import type { StoredList } from "../../../src/contract/control/words.ts";
import type { Seed } from "../../../src/server/seed/seed.ts";
import type { AccountUpdaterJob, FlowRule, Slice } from "../../../src/server/store/records.ts";
import type { Resources } from "../../../src/server/store/store.ts";
import { newPublicKey } from "./public-keys.ts";
import { id, made } from "./stores.ts";

const account = "default";
const key = newPublicKey();
const times = { created_at: made.at, updated_at: made.at };
const user = { id: id(1), name: "Ada", email_address: "a@b.example" };
const wholeUser = { type: "user", is_staff: false, status: "active", ...user } as const;
const role = { id: id(2), name: "Boss", slug: "boss", permissions: { allow: ["*.read"] } };
const keyPair = {
  ...times,
  id: id(3),
  display_name: "Key",
  public_key: key.pem,
  creator_id: id(1),
  role_slugs: ["boss"],
  merchant_account_ids: [account],
};
const buyer = { ...times, id: id(10), display_name: "Ada", external_identifier: "ada" };
const method = { id: id(4), buyer_id: id(10) };
const token = { id: id(5), payment_method_id: id(4), expiration_date: "12/33", token: "demo" };
const wallet = { id: id(6), provider: "apple", domain_names: ["a.example"] };
const card = { id: id(7), number: "6000000000000001", pin: "4711", stored: true };
const rule = {
  id: id(8),
  flow: "card-transaction",
  action: "decline-early",
  outcome: { type: "boolean", result: true },
} as const;
const wholeRule = {
  type: "rule",
  merchant_account_id: account,
  description: null,
  conditions: [],
  position: 0,
  error_code: null,
  ...rule,
  ...times,
} satisfies FlowRule;
export const job = {
  type: "account-updater-job",
  id: id(40),
  merchant_account_id: account,
  inquiries: [],
  ...times,
} satisfies AccountUpdaterJob;
const configuration = {
  id: id(9),
  merchant_acquirer_bin: "400000",
  merchant_acquirer_id: "demo",
  merchant_name: "Demo",
  merchant_country_code: "GB",
  merchant_category_code: "5732",
  merchant_url: "https://shop.example",
  scheme: "visa",
};
const log = {
  id: id(20),
  action: "voided",
  resource: { type: "rule", id: "x" },
  user_id: id(1),
  timestamp: made.at,
} as const;

/** Rows in every table that a seed fills; several of what has pages, so that the second one has neighbours. */
export const seed: Seed = {
  users: [user],
  roles: [role],
  api_key_pairs: [
    keyPair,
    { ...keyPair, id: id(30), public_key: newPublicKey().pem },
    { ...keyPair, id: id(31), public_key: newPublicKey().pem },
  ],
  buyers: [buyer, { ...buyer, id: id(11) }, { ...buyer, id: id(12) }],
  payment_methods: [method],
  network_tokens: [token],
  digital_wallets: [wallet],
  gift_cards: [card],
  three_ds_configurations: [configuration],
  flow_rules: [rule],
  audit_logs: [log, { ...log, id: id(21) }, { ...log, id: id(22) }],
};

function slices(first: number, at = made.at): readonly Slice[] {
  const second = { at, id: id(first + 1) };
  return [{ limit: 1 }, { limit: 1, after: second }, { limit: 1, until: second }];
}

function pages<Filter>(filters: readonly Filter[], first: number, at?: string): [Filter, Slice][] {
  return filters.flatMap((filter) => slices(first, at).map((slice): [Filter, Slice] => [filter, slice]));
}

const search = "Ada";
const externalIdentifier = "ada";
const logFilters = [{}, { action: "voided" }].flatMap((one) =>
  [{}, { userId: id(1) }].flatMap((two) =>
    [{}, { resourceType: "rule" }].map((three) => ({ merchantAccountId: account, ...one, ...two, ...three })),
  ),
);
/** A row of each list. */
const rows = Object.entries({
  merchant_accounts: account,
  roles: id(2),
  users: id(1),
  api_key_pairs: id(3),
  buyers: id(10),
  payment_methods: id(4),
  network_tokens: id(5),
  digital_wallets: id(6),
  gift_cards: id(7),
  three_ds_configurations: id(9),
  flow_rules: id(8),
  audit_logs: id(20),
  account_updater_jobs: id(40),
} satisfies Record<StoredList, string>) as [StoredList, string][];
const lists = rows.map(([list]) => list);

/** What each method of the resources is called with: a method that is missing here does not compile. */
type Calls = {
  readonly [Name in keyof Resources]: {
    readonly [Verb in keyof Resources[Name]]: Resources[Name][Verb] extends (
      ...values: infer Values
    ) => unknown
      ? readonly Values[]
      : never;
  };
};

export const calls: Calls = {
  merchantAccounts: {
    exists: [[account]],
    insert: [[{ id: "new", display_name: "New" }, made]],
    ensure: [[{ id: "new", display_name: "New" }, made]],
  },
  users: {
    find: [[id(1)]],
    insert: [[{ ...user, id: id(60) }, made]],
    ensure: [[{ ...wholeUser, id: id(60) }]],
  },
  roles: {
    insert: [[{ ...role, id: id(60), slug: "new" }, made]],
    ensure: [[{ ...role, id: id(60), slug: "new" }, made]],
  },
  apiKeyPairs: {
    findByThumbprint: [[key.thumbprint]],
    find: [[id(3)]],
    page: pages([{}, { within: [account] }], 3).concat(pages([{}, { within: [account] }], 30)),
    list: [[], [id(3)]],
    entries: [[], [id(3)]],
    delete: [[id(3)]],
    touch: [[id(3), new Date(made.at)]],
    insert: [[{ ...keyPair, id: id(60), public_key: newPublicKey().pem }, made]],
  },
  auditLogs: {
    // The second of three entries of one time has the rank 2.
    page: pages(logFilters, 20, `${made.at}00000000002`),
    insert: [
      [
        {
          type: "audit-log",
          id: id(60),
          merchant_account_id: account,
          timestamp: made.at,
          action: "voided",
          resource: { type: "rule", id: "x", name: null },
          user: wholeUser,
        },
        1,
      ],
    ],
    insertEntry: [
      [
        { ...log, id: id(60) },
        { ...made, rank: 1 },
      ],
    ],
    rank: [[log.id]],
  },
  buyers: {
    page: pages(
      [{}, { search }, { externalIdentifier }, { search, externalIdentifier }].flatMap((filter) =>
        [true, false].map((hidePersonalData) => ({
          merchantAccountId: account,
          hidePersonalData,
          ...filter,
        })),
      ),
      10,
    ),
    insert: [[{ ...buyer, id: id(60) }, made]],
  },
  paymentMethods: { findAll: [[account, [id(4)]]], insert: [[{ ...method, id: id(60) }, made]] },
  networkTokens: {
    find: [[account, id(4), id(5)]],
    update: [[{ type: "network-token", status: "active", ...token, ...times }]],
    insert: [[{ ...token, id: id(60) }, made]],
  },
  accountUpdaterJobs: {
    insert: [[{ ...job, id: id(60) }]],
    insertEntry: [[{ inquiries: [] }, made]],
  },
  digitalWallets: {
    find: [[account, id(6)]],
    addDomain: [[id(6), "b.example"]],
    insert: [[{ ...wallet, id: id(60) }, made]],
  },
  giftCards: {
    findStored: [[account, id(7)]],
    findByNumber: [[account, card.number]],
    insert: [[{ ...card, id: id(60), number: "6000000000000002" }, made]],
  },
  threeDsConfigurations: {
    list: [[account], [account, "EUR"]],
    insert: [[{ ...configuration, id: id(60) }, made]],
  },
  flowRules: {
    find: [[id(8)]],
    siblings: [[wholeRule]],
    update: [[wholeRule]],
    arrange: [[[wholeRule]]],
    insert: [
      [
        { ...rule, id: id(60) },
        { ...made, position: 5 },
      ],
    ],
    count: [[rule]],
  },
  lists: {
    read: lists.map((list) => [list]),
    row: rows,
    ids: lists.map((list) => [list, 5]),
    entries: rows,
    referrers: rows,
    delete: [["network_tokens", id(5)]],
    count: [[]],
    has: [
      ["buyers", id(10)],
      ["roles", "boss"],
    ],
    find: [id(3), id(4), id(5), id(6), id(7), id(8), id(10)].map((one) => [one]),
    areEmpty: [[]],
    clear: [[]],
  },
  replacing: {},
  notes: { find: [["note"]], keep: [["note", "other"]] },
};
