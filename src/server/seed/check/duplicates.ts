import type { FieldProblem } from "../../../errors.ts";
import { defaultAccountId } from "../../store/built-in.ts";
import { readPublicKey } from "../../store/public-key.ts";
import type { SeedList } from "../seed.ts";
import { folded, type RawEntry, type RawSeed, rawEntries } from "./raw-seed.ts";

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
  ];

/** Every entry that is named as an earlier one is. */
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
