import { type StoredList, storedLists } from "../../contract/control/words.ts";
import { readPublicKey } from "../../contract/public-key.ts";
import type { FieldProblem } from "../../errors.ts";
import { isRecord } from "../../values/record.ts";
import { builtInRoles, defaultAccountId } from "../store/built-in.ts";
import type { Resources } from "../store/store.ts";

/** A seed before its entries are checked: a wrong field in one entry hides nothing about the others. */
type RawSeed = Readonly<Record<string, unknown>>;

/** One that is not an object counts as one without fields. */
type RawEntry = Readonly<Record<string, unknown>>;

function rawEntries(seed: RawSeed, list: StoredList): readonly RawEntry[] {
  const entries = seed[list];
  return Array.isArray(entries) ? entries.map((entry) => (isRecord(entry) ? entry : {})) : [];
}

/** One spelling of a UUID; other names keep their case. */
function folded(name: string): string {
  return /^[0-9a-f-]{36}$/i.test(name) ? name.toLowerCase() : name;
}

/** Which field of which list points at what. */
const references: readonly (readonly [list: StoredList, field: string, target: StoredList])[] = [
  ["api_key_pairs", "role_slugs", "roles"],
  ["api_key_pairs", "merchant_account_ids", "merchant_accounts"],
  ["api_key_pairs", "creator_id", "users"],
  ["buyers", "merchant_account_id", "merchant_accounts"],
  ["payment_methods", "merchant_account_id", "merchant_accounts"],
  ["payment_methods", "buyer_id", "buyers"],
  ["network_tokens", "payment_method_id", "payment_methods"],
  ["digital_wallets", "merchant_account_id", "merchant_accounts"],
  ["gift_cards", "merchant_account_id", "merchant_accounts"],
  ["three_ds_configurations", "merchant_account_id", "merchant_accounts"],
  ["flow_rules", "merchant_account_id", "merchant_accounts"],
  ["audit_logs", "merchant_account_id", "merchant_accounts"],
  ["audit_logs", "user_id", "users"],
  ["account_updater_jobs", "merchant_account_id", "merchant_accounts"],
];

/** What exists without being named. */
const builtIn: { readonly [List in StoredList]?: readonly string[] } = {
  merchant_accounts: [defaultAccountId],
  roles: builtInRoles.map(({ slug }) => slug),
};

/** What exists outside a document. */
export type Stored = Pick<Resources["lists"], "has">;

/** Every field that points at nothing. */
export async function danglingReferences(
  seed: RawSeed,
  stored: Stored | undefined,
): Promise<readonly FieldProblem[]> {
  const problems: FieldProblem[] = [];
  for (const [list, field, target] of references) {
    const key = target === "roles" ? "slug" : "id";
    const known = new Set([
      ...(builtIn[target] ?? []),
      ...namesIn(seed, target, key).map(([, name]) => name),
    ]);
    for (const [path, name] of namesIn(seed, list, field)) {
      if (known.has(name) || (await stored?.has(target, name))) continue;
      problems.push({ field: path, message: `${target} has no ${key} ${name}` });
    }
  }
  return problems;
}

/** The texts of one field in every entry of a list, each with its path. */
function namesIn(seed: RawSeed, list: StoredList, field: string): (readonly [path: string, name: string])[] {
  return rawEntries(seed, list).flatMap((entry, index) => {
    const value = entry[field];
    const path = `${list}.${index}.${field}`;
    const items: (readonly [string, unknown])[] = Array.isArray(value)
      ? value.map((item, position) => [`${path}.${position}`, item] as const)
      : [[path, value]];
    return items.flatMap(([at, item]) => (typeof item === "string" ? [[at, folded(item)] as const] : []));
  });
}

type Name = readonly [field: string, name: (entry: RawEntry) => unknown];

/** What no two entries of a list may share, besides their id. */
const names: { readonly [List in StoredList]?: Name } = {
  roles: ["slug", ({ slug }) => slug],
  // The same key may be written in more than one way.
  api_key_pairs: ["public_key", ({ public_key: pem }) => readPublicKey(String(pem))?.thumbprint],
  // A number may be issued again in another account.
  gift_cards: [
    "number",
    ({ merchant_account_id: account = defaultAccountId, number }) =>
      typeof number === "string" ? `${account} ${number}` : undefined,
  ],
};

/** Every entry with the name of an earlier one. */
export function duplicates(seed: RawSeed): readonly FieldProblem[] {
  return storedLists.flatMap((list) => {
    const identities: readonly Name[] = [["id", ({ id }) => id], ...(names[list] ? [names[list]] : [])];
    return identities.flatMap(([field, name]) => {
      const first = new Map<string, number>();
      return rawEntries(seed, list).flatMap((entry, index) => {
        const text = name(entry);
        if (typeof text !== "string") return [];
        const earlier = first.get(folded(text));
        if (earlier !== undefined)
          return [{ field: `${list}.${index}.${field}`, message: `is the same as in ${list}.${earlier}` }];
        first.set(folded(text), index);
        return [];
      });
    });
  });
}
