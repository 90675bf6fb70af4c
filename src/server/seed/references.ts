import { readPublicKey } from "../../contract/public-key.ts";
import type { FieldProblem } from "../../errors.ts";
import { isRecord } from "../../values/record.ts";
import { builtInRoles, defaultAccountId } from "../store/built-in.ts";
import type { Resources } from "../store/store.ts";
import type { SeedList } from "./seed.ts";

/** A seed before its entries are checked: a wrong field in one entry hides nothing about the others. */
export type RawSeed = Readonly<Record<string, unknown>>;

/** One that is not an object counts as one without fields. */
type RawEntry = Readonly<Record<string, unknown>>;

function rawEntries(seed: RawSeed, list: SeedList): readonly RawEntry[] {
  const entries = seed[list];
  return Array.isArray(entries) ? entries.map((entry) => (isRecord(entry) ? entry : {})) : [];
}

/** One spelling of a UUID; other names keep their case. */
function folded(name: string): string {
  return /^[0-9a-f-]{36}$/i.test(name) ? name.toLowerCase() : name;
}

interface Target {
  readonly list: SeedList;
  readonly field: string;
  /** What exists without being named. */
  readonly builtIn: readonly string[];
}

const merchantAccount: Target = { list: "merchant_accounts", field: "id", builtIn: [defaultAccountId] };
const user: Target = { list: "users", field: "id", builtIn: [] };
const role: Target = { list: "roles", field: "slug", builtIn: builtInRoles.map(({ slug }) => slug) };
const buyer: Target = { list: "buyers", field: "id", builtIn: [] };
const paymentMethod: Target = { list: "payment_methods", field: "id", builtIn: [] };

/** Which field of which list points at what. */
const references: readonly (readonly [list: SeedList, field: string, target: Target])[] = [
  ["api_key_pairs", "role_slugs", role],
  ["api_key_pairs", "merchant_account_ids", merchantAccount],
  ["api_key_pairs", "creator_id", user],
  ["buyers", "merchant_account_id", merchantAccount],
  ["payment_methods", "merchant_account_id", merchantAccount],
  ["payment_methods", "buyer_id", buyer],
  ["network_tokens", "payment_method_id", paymentMethod],
  ["digital_wallets", "merchant_account_id", merchantAccount],
  ["gift_cards", "merchant_account_id", merchantAccount],
  ["three_ds_configurations", "merchant_account_id", merchantAccount],
  ["flow_rules", "merchant_account_id", merchantAccount],
  ["audit_logs", "merchant_account_id", merchantAccount],
  ["audit_logs", "user_id", user],
  ["account_updater_jobs", "merchant_account_id", merchantAccount],
];

/** What exists outside a document. */
export type Stored = Pick<Resources["lists"], "has">;

/** Every field that points at nothing. */
export async function danglingReferences(
  seed: RawSeed,
  stored: Stored | undefined,
): Promise<readonly FieldProblem[]> {
  const problems: FieldProblem[] = [];
  for (const [list, field, target] of references) {
    const known = new Set([
      ...target.builtIn,
      ...named(seed, target.list, target.field).map(([, name]) => name),
    ]);
    for (const [path, name] of named(seed, list, field)) {
      if (known.has(name) || (await stored?.has(target.list, name))) continue;
      problems.push({ field: path, message: `${target.list} has no ${target.field} ${name}` });
    }
  }
  return problems;
}

/** The texts of one field in every entry of a list, each with its path. */
function named(seed: RawSeed, list: SeedList, field: string): (readonly [path: string, name: string])[] {
  return rawEntries(seed, list).flatMap((entry, index) => {
    const value = entry[field];
    const path = `${list}.${index}.${field}`;
    if (!Array.isArray(value)) return typeof value === "string" ? [[path, folded(value)] as const] : [];
    return value.flatMap((item, place) =>
      typeof item === "string" ? [[`${path}.${place}`, folded(item)] as const] : [],
    );
  });
}

/** What no two entries of a list may share. */
const identities: readonly (readonly [list: SeedList, field: string, name?: (entry: RawEntry) => unknown])[] =
  [
    ["merchant_accounts", "id"],
    ["roles", "id"],
    ["roles", "slug"],
    ["users", "id"],
    ["api_key_pairs", "id"],
    ["api_key_pairs", "public_key", thumbprintOf],
    ["buyers", "id"],
    ["payment_methods", "id"],
    ["network_tokens", "id"],
    ["digital_wallets", "id"],
    ["gift_cards", "id"],
    ["gift_cards", "number", giftCardName],
    ["three_ds_configurations", "id"],
    ["flow_rules", "id"],
    ["audit_logs", "id"],
    ["account_updater_jobs", "id"],
  ];

/** Every entry with the name of an earlier one. */
export function duplicates(seed: RawSeed): readonly FieldProblem[] {
  return identities.flatMap(([list, field, name = (entry) => entry[field]]) => {
    const first = new Map<string, number>();
    return rawEntries(seed, list).flatMap((entry, index) => {
      const text = name(entry);
      if (typeof text !== "string") return [];
      const earlier = first.get(folded(text));
      if (earlier !== undefined) return [same(`${list}.${index}.${field}`, `${list}.${earlier}`)];
      first.set(folded(text), index);
      return [];
    });
  });
}

function same(field: string, earlier: string): FieldProblem {
  return { field, message: `is the same as in ${earlier}` };
}

/** A number may be issued again in another account. */
function giftCardName(entry: RawEntry): string | undefined {
  const { merchant_account_id: account = defaultAccountId, number } = entry;
  return typeof number === "string" ? `${account} ${number}` : undefined;
}

/** The same key may be written in more than one way. */
function thumbprintOf({ public_key: pem }: RawEntry): string | undefined {
  return typeof pem === "string" ? readPublicKey(pem)?.thumbprint : undefined;
}
