import type { FieldProblem } from "../../../errors.ts";
import { builtInRoles, defaultAccountId } from "../../store/built-in.ts";
import type { SeedList } from "../seed.ts";
import { folded, type RawSeed, rawEntries } from "./raw-seed.ts";

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
];

/** Whether what a document points at is there without it. */
export type IsKept = (target: Pick<Target, "field" | "list">, name: string) => boolean;

/** Every field that points at nothing. */
export function danglingReferences(seed: RawSeed, isKept: IsKept): readonly FieldProblem[] {
  return references.flatMap(([list, field, target]) => {
    const known = new Set([
      ...target.builtIn,
      ...named(seed, target.list, target.field).map(([, name]) => name),
    ]);
    return named(seed, list, field)
      .filter(([, name]) => !(known.has(name) || isKept(target, name)))
      .map(([path, name]) => ({ field: path, message: `${target.list} has no ${target.field} ${name}` }));
  });
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
