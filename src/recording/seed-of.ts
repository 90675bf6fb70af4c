import type { OperationName } from "../contract/operations.ts";
import { isRecord } from "../values/record.ts";
import { isUuid } from "../values/text.ts";
import { bodyFields, type Fields, mapTexts, membersOf, objectsIn } from "./bodies.ts";
import type { Recorded } from "./read-har.ts";
import { createSeedEntries, type SeedEntries } from "./seed-entries.ts";

/**
 * The seed document of what was there before a recording began, as far as its answers show that. `newPublicKey` makes the
 * key of a pair, in PEM, whose private half nobody has.
 */
export function seedFromRecording(
  sittings: readonly (readonly Recorded[])[],
  newPublicKey: () => string,
): Record<string, readonly Fields[]> {
  const { add, document } = createSeedEntries(newPublicKey);
  for (const sitting of sittings) {
    const usual = usualAccount(sitting);
    const rename = (text: string) => (text === usual ? accountHere : text);
    showAll(sitting, (list, key, fields) =>
      add(list, rename(String(key)), membersOf(mapTexts(fields, rename))),
    );
  }
  return document();
}

function showAll(sitting: readonly Recorded[], add: SeedEntries["add"]): void {
  const changed = new Set<unknown>();
  const start = Date.parse(sitting[0]?.startedAt ?? "");
  for (const exchange of sitting) {
    const { account, operation, parameters } = exchange;
    if (operation === undefined) continue;
    const seen = { ...seenIn(exchange), add, changed, start };
    shows[operation.name](seen);
    if (!seen.isDone) continue;
    const accounts = [account, parameters["merchant_account_id"], ...accountsIn(seen.answer)];
    for (const id of accounts) addAccount(id, seen);
    if (operation.method !== "GET") for (const id of changedIn(seen)) changed.add(id);
  }
}

function seenIn({ account, answer, body, parameters, status }: Recorded) {
  const isDone = status < 400;
  const shown = bodyFields(answer);
  const sent = bodyFields(body);
  // A failure shows no items.
  const items = isDone ? objectsIn(shown["items"]) : [];
  return { account, answer: shown, isDone, items, parameters, sent, status };
}

interface Seen extends ReturnType<typeof seenIn> {
  readonly add: SeedEntries["add"];
  /** What the sitting itself has changed so far. */
  readonly changed: ReadonlySet<unknown>;
  /** Milliseconds since the epoch. */
  readonly start: number;
}

type Show = (seen: Seen) => void;

/** What an exchange shows of the data before it. */
const shows: Readonly<Record<OperationName, Show>> = {
  listBuyers: ({ add, items }) => {
    for (const buyer of items) add("buyers", buyer["id"], buyer);
  },
  listAuditLogs: ({ add, changed, items, start }) => {
    for (const log of items) {
      // The replay makes these itself.
      const isOwn = Date.parse(String(log["timestamp"])) >= start - skew;
      if (isOwn && changed.has(membersOf(log["resource"])["id"])) continue;
      add("audit_logs", log["id"] ?? JSON.stringify(log), log);
    }
  },
  listApiKeyPairs: (seen) => {
    for (const pair of seen.items) addKeyPair(pair, seen);
  },
  deleteApiKeyPair: (seen) => {
    if (seen.isDone) addKeyPair({ id: seen.parameters["api_key_pair_id"] }, seen);
  },
  suspendNetworkToken: tokenShown({ done: "active", refused: "inactive" }),
  resumeNetworkToken: tokenShown({ done: "suspended", refused: "inactive" }),
  provisionCryptogram: tokenShown({ done: "active", refused: "suspended" }),
  registerDomain: ({ account, add, changed, isDone, parameters, sent, status }) => {
    if (!isDone && status !== 400 && status !== 409) return;
    const id = parameters["digital_wallet_id"];
    const domain = sent["domain_name"];
    const domain_names = status === 409 && !changed.has(`${id} ${domain}`) ? [domain] : undefined;
    const provider = status === 400 ? "google" : "apple";
    add("digital_wallets", id, { id, merchant_account_id: account, provider, domain_names });
  },
  fetchGiftCardBalances: ({ add, items, sent }) => {
    for (const [index, { id }] of objectsIn(sent["items"]).entries()) {
      const card = items.find((item) => item["id"] === id) ?? items[index];
      if (card === undefined || id === undefined) continue;
      const error_code = card["balance_error_code"];
      add("gift_cards", id, { ...card, id, number: numberFor(id), stored: true, error_code });
    }
  },
  createAccountUpdaterJob: ({ account, add, answer, isDone, sent }) => {
    const ids = sent["payment_method_ids"];
    if (!isDone || !Array.isArray(ids)) return;
    const active = new Set(objectsIn(answer["inquiries"]).map((inquiry) => inquiry["payment_method_id"]));
    for (const id of ids) {
      const status = active.has(id) ? "active" : "inactive";
      add("payment_methods", id, { id, merchant_account_id: account, status });
    }
  },
  createMerchantAccount: (seen) => {
    if (seen.status === 409) addAccount(seen.sent["id"], seen);
  },
  listThreeDsConfigurations: ({ add, items }) => {
    for (const item of items) add("three_ds_configurations", item["id"], item);
  },
  updateFlowRule: ({ add, answer, isDone, parameters, sent }) => {
    if (!isDone) return;
    // What was set had another value before, and its place among other rules can't be known; a rule needs an outcome.
    const isOpen = (name: string) => name === "position" || (name !== "outcome" && Object.hasOwn(sent, name));
    const before = Object.entries(answer).filter(([name]) => !isOpen(name));
    const { rule_id: id, ...place } = parameters;
    add("flow_rules", id, { ...Object.fromEntries(before), ...place, id });
  },
};

/** Milliseconds by which the clocks of the recorder and of the service may differ. */
const skew = 120_000;

function tokenShown({ done, refused }: { readonly done: string; readonly refused: string }): Show {
  return ({ account, add, answer, isDone, parameters, status }) => {
    if (!isDone && status !== 400) return;
    const { network_token_id: id, payment_method_id } = parameters;
    const method = { id: payment_method_id, merchant_account_id: account, status: "active" };
    add("payment_methods", payment_method_id, method);
    add("network_tokens", id, { ...answer, id, payment_method_id, status: isDone ? done : refused });
  };
}

/** One that the recording has made itself was not there before. */
function addAccount(id: unknown, { add, changed }: Seen, fields: Fields = {}): void {
  if (typeof id === "string" && !changed.has(id))
    add("merchant_accounts", id, { id, display_name: id, ...fields });
}

function addKeyPair(pair: Fields, seen: Seen): void {
  const { creator, id } = pair;
  const accounts = objectsIn(pair["merchant_accounts"]);
  for (const account of accounts) addAccount(account["id"], seen, account);
  const roles = objectsIn(pair["roles"]).map(({ slug, ...role }): Fields => {
    return { ...role, slug: typeof slug === "string" ? slug : role["id"] };
  });
  for (const role of roles) seen.add("roles", role["id"], role);
  const author = isRecord(creator) && isUuid(String(creator["id"])) ? creator["id"] : anybody;
  if (isRecord(creator)) seen.add("users", author, { ...creator, id: author });
  seen.add("api_key_pairs", id, {
    ...pair,
    role_slugs: roles.map(({ slug }) => slug),
    merchant_account_ids: accounts.map((account) => account["id"]),
    creator_id: isRecord(creator) ? author : creator,
  });
}

/** Somebody whom the service gives no id. */
const anybody = "00000000-0000-4000-8000-00000000000a";

/** No recording has the number of a card; one for each id serves as well. */
function numberFor(id: unknown): string {
  return String(id).replace(/\D/g, "").padStart(16, "4").slice(-16);
}

/** What an answer changed: by its id, by those in the path, and a domain by its wallet. */
function changedIn({ answer, parameters, sent }: Seen): readonly unknown[] {
  const domain = `${parameters["digital_wallet_id"]} ${sent["domain_name"]}`;
  return [...Object.values(parameters), answer["id"], sent["id"], domain];
}

/** The accounts whose resources an answer shows. */
function accountsIn(answer: Fields): readonly string[] {
  const shown = [answer, ...objectsIn(answer["items"])];
  return shown.flatMap(({ merchant_account_id: id }) => (typeof id === "string" ? [id] : []));
}

/** The account that the reference server uses for a request that names none. */
export const accountHere = "default";

/** The account that the service uses for a request that names none; if all name the same one, that one. */
export function usualAccount(exchanges: readonly Recorded[]): string | undefined {
  const [usual] = exchanges.flatMap(({ account, answer, operation, status }) => {
    const isUnnamed = account === undefined && operation?.merchantHeader && status < 400;
    return isUnnamed ? accountsIn(bodyFields(answer)) : [];
  });
  const [only, ...others] = new Set(exchanges.flatMap(({ account }) => account ?? []));
  return usual ?? (others.length === 0 ? only : undefined);
}
