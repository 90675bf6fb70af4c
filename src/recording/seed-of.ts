import type { OperationName } from "../contract/operations.ts";
import { mask } from "../values/mask.ts";
import { isRecord } from "../values/record.ts";
import { isUuid } from "../values/text.ts";
import type { Recorded, RecordedBody } from "./read-har.ts";
import { createSeedEntries, type SeedEntries } from "./seed-entries.ts";
import { unseenRows } from "./unseen-rows.ts";

type Fields = Readonly<Record<string, unknown>>;

/**
 * The seed document of what was there before a recording began, as far as its answers show that. `newPublicKey` makes the
 * key of a pair, in PEM, whose private half nobody has.
 */
export function seedFromRecording(
  exchanges: readonly Recorded[],
  newPublicKey: () => string,
): Record<string, readonly Fields[]> {
  const entries = createSeedEntries();
  const changed = new Set<string>();
  const start = Date.parse(exchanges[0]?.startedAt ?? "");
  for (const exchange of exchanges) {
    const { account, operation, status } = exchange;
    if (operation === undefined) continue;
    if (account !== undefined && status < 400) addAccount(entries, account);
    shows[operation.name](exchange, { entries, changed, newPublicKey, start });
    if (operation.method !== "GET") noteChanged(exchange, changed);
  }
  for (const { fields, list } of unseenRows(exchanges))
    entries.add(
      list,
      fields["id"],
      list === "api_key_pairs" ? { ...fields, public_key: newPublicKey() } : fields,
    );
  return entries.document();
}

interface Seen {
  readonly entries: SeedEntries;
  /** What the recording itself has changed so far. */
  readonly changed: ReadonlySet<string>;
  newPublicKey(): string;
  /** Milliseconds since the epoch. */
  readonly start: number;
}

type Show = (exchange: Recorded, seen: Seen) => void;

/** What an exchange shows of the data before it. */
const shows: Readonly<Record<OperationName, Show>> = {
  listBuyers: (exchange, { entries }) => {
    for (const buyer of itemsOf(exchange)) {
      addAccount(entries, buyer["merchant_account_id"]);
      entries.add("buyers", buyer["id"], buyer);
    }
  },
  listAuditLogs: (exchange, { changed, entries, start }) => {
    for (const log of itemsOf(exchange)) {
      const resource = fieldsOf(log["resource"]);
      // The replay makes these itself.
      if (changed.has(String(resource["id"])) && Date.parse(String(log["timestamp"])) >= start - skew)
        continue;
      addAccount(entries, log["merchant_account_id"]);
      entries.add("audit_logs", log["id"] ?? JSON.stringify(log), log);
    }
  },
  listApiKeyPairs: (exchange, seen) => {
    for (const pair of itemsOf(exchange)) addKeyPair(pair, seen);
  },
  deleteApiKeyPair: ({ parameters, status }, seen) => {
    if (status < 400) addKeyPair({ id: parameters["api_key_pair_id"], display_name: "Key pair" }, seen);
  },
  suspendNetworkToken: tokenShown({ done: "active", refused: "inactive" }),
  resumeNetworkToken: tokenShown({ done: "suspended", refused: "inactive" }),
  provisionCryptogram: tokenShown({ done: "active", refused: "suspended" }),
  registerDomain: ({ account, body, parameters, status }, { changed, entries }) => {
    const id = parameters["digital_wallet_id"];
    if (status !== 200 && status !== 400 && status !== 409) return;
    const domain = fieldsOf(jsonOf(body))["domain_name"];
    const isThere = status === 409 && !changed.has(`${id} ${domain}`);
    entries.add("digital_wallets", id, {
      id,
      merchant_account_id: account,
      provider: status === 400 ? "google" : "apple",
      ...(isThere ? { domain_names: [domain] } : {}),
    });
  },
  fetchGiftCardBalances: ({ answer, body, status }, { entries }) => {
    if (status >= 400) return;
    const cards = listOf(fieldsOf(jsonOf(answer))["items"]);
    for (const [index, sent] of listOf(fieldsOf(jsonOf(body))["items"]).entries()) {
      const card = cards.find(({ id }) => id === sent["id"]) ?? cards[index];
      if (card === undefined || sent["id"] === undefined) continue;
      addAccount(entries, card["merchant_account_id"]);
      entries.add("gift_cards", sent["id"], giftCard(sent["id"], card));
    }
  },
  createAccountUpdaterJob: ({ account, answer, body, status }, { entries }) => {
    if (status >= 400) return;
    const inquiries = listOf(fieldsOf(jsonOf(answer))["inquiries"]);
    const active = new Set(inquiries.map((inquiry) => inquiry["payment_method_id"]));
    const ids = fieldsOf(jsonOf(body))["payment_method_ids"];
    for (const id of Array.isArray(ids) ? ids : []) {
      const state = active.has(id) ? "active" : "inactive";
      entries.add("payment_methods", id, { id, merchant_account_id: account, kind: "card", status: state });
    }
  },
  createMerchantAccount: ({ body, status }, { changed, entries }) => {
    const { id } = fieldsOf(jsonOf(body));
    if (status === 409 && !changed.has(String(id))) addAccount(entries, id);
  },
  listThreeDsConfigurations: (exchange, { changed, entries }) => {
    const account = exchange.parameters["merchant_account_id"];
    if (exchange.status < 400 && !changed.has(String(account))) addAccount(entries, account);
    for (const configuration of itemsOf(exchange))
      entries.add("three_ds_configurations", configuration["id"], configuration);
  },
  updateFlowRule: ({ answer, body, parameters, status }, { entries }) => {
    const rule = fieldsOf(jsonOf(answer));
    if (status >= 400) return;
    addAccount(entries, rule["merchant_account_id"]);
    // What was set had another value before, and its place among other rules can't be known; a rule needs an outcome.
    const { outcome: _, ...set } = fieldsOf(jsonOf(body));
    const before = Object.entries(rule).filter(([name]) => name !== "position" && !Object.hasOwn(set, name));
    const { rule_id: id, ...place } = parameters;
    entries.add("flow_rules", id, { ...Object.fromEntries(before), ...place, id });
  },
};

/** Milliseconds by which the clocks of the recorder and of the service may differ. */
const skew = 120_000;

function tokenShown({ done, refused }: { readonly done: string; readonly refused: string }): Show {
  return ({ account, answer, parameters, status }, { entries }) => {
    if (status >= 400 && status !== 400) return;
    const { network_token_id: id, payment_method_id: method } = parameters;
    const token = fieldsOf(jsonOf(answer));
    entries.add("payment_methods", method, {
      id: method,
      merchant_account_id: account,
      kind: "card",
      status: "active",
    });
    const { created_at, expiration_date = "12/30", token: text = mask, updated_at } = token;
    entries.add("network_tokens", id, {
      id,
      payment_method_id: method,
      status: status < 400 ? done : refused,
      expiration_date,
      token: text,
      created_at,
      updated_at,
    });
  };
}

function addAccount(entries: SeedEntries, id: unknown, fields: Fields = {}): void {
  if (typeof id === "string") entries.add("merchant_accounts", id, { id, display_name: id, ...fields });
}

function addKeyPair(pair: Fields, { entries, newPublicKey }: Seen): void {
  const accounts = listOf(pair["merchant_accounts"]);
  const roles = listOf(pair["roles"]).map((role): Fields => ({ ...role, slug: slugOf(role, entries) }));
  const { creator, id } = pair;
  for (const account of accounts) addAccount(entries, account["id"], account);
  for (const role of roles) entries.add("roles", role["id"], role);
  const author = isRecord(creator) && isUuid(String(creator["id"])) ? creator["id"] : anybody;
  if (isRecord(creator)) entries.add("users", author, { ...creator, id: author });
  entries.add("api_key_pairs", id, {
    ...pair,
    ...(entries.find("api_key_pairs", id) ? {} : { public_key: newPublicKey() }),
    role_slugs: roles.map(({ slug }) => slug),
    merchant_account_ids: accounts.map((account) => account["id"]),
    creator_id: isRecord(creator) ? author : creator,
  });
}

/** As it was shown first. */
function slugOf({ id, slug }: Fields, entries: SeedEntries): string {
  return String(entries.find("roles", id)?.["slug"] ?? (typeof slug === "string" ? slug : id));
}

/** Somebody whom the service gives no id. */
const anybody = "00000000-0000-4000-8000-00000000000a";

/** Its number is made of what the answer shows of it. */
function giftCard(id: unknown, card: Fields): Fields {
  const { balance, balance_error_code: errorCode, bin, last4, sub_bin: subBin } = card;
  const digits = (value: unknown, count: number) =>
    String(value ?? "")
      .replace(/\D/g, "")
      .padEnd(count, "4")
      .slice(0, count);
  const middle = String(Number.parseInt(String(id).slice(0, 6), 16) % 1_000_000).padStart(6, "0");
  return {
    ...card,
    id,
    number: `${digits(bin, 6)}${digits(subBin, 3)}${middle}${digits(last4, 4)}`,
    pin: "0000",
    stored: true,
    balance,
    error_code: errorCode,
  };
}

function itemsOf({ answer, status }: Recorded): readonly Fields[] {
  return status < 400 ? listOf(fieldsOf(jsonOf(answer))["items"]) : [];
}

/** Notes what an answer changed: by its id, by those in the path, and a domain by its wallet. */
function noteChanged({ answer, body, parameters, status }: Recorded, changed: Set<string>): void {
  if (status >= 400) return;
  const sent = fieldsOf(jsonOf(body));
  const ids = [...Object.values(parameters), fieldsOf(jsonOf(answer))["id"], sent["id"]];
  for (const id of ids) if (typeof id === "string") changed.add(id);
  const { digital_wallet_id: wallet } = parameters;
  if (wallet !== undefined) changed.add(`${wallet} ${sent["domain_name"]}`);
}

function jsonOf(body: RecordedBody): unknown {
  return body.kind === "json" ? body.value : undefined;
}

function fieldsOf(value: unknown): Fields {
  return isRecord(value) ? value : {};
}

function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
