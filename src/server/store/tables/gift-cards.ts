import { type Json, json, parsed } from "../../json.ts";
import type { SeedEntry } from "../../seed/seed.ts";
import type { GiftCard, Made } from "../records.ts";
import type { Sql } from "../sql.ts";
import { account, identity } from "./made.ts";

export function giftCards(sql: Sql) {
  return {
    async findStored(merchantAccountId: string, id: string) {
      const text = "SELECT body FROM gift_cards WHERE id = ? AND merchant_account_id = ? AND stored = 1";
      return card(await sql.get(text, id, merchantAccountId));
    },
    async findByNumber(merchantAccountId: string, number: string) {
      const text = "SELECT body FROM gift_cards WHERE merchant_account_id = ? AND number = ?";
      return card(await sql.get(text, merchantAccountId, number));
    },
    insert(entry: SeedEntry<"gift_cards">, made: Made) {
      const giftCard = giftCardOf(entry, made);
      const { id, merchant_account_id, number, stored } = giftCard;
      const body = json(giftCard);
      return sql.insert("gift_cards", { id, merchant_account_id, number, stored: Number(stored), body });
    },
  };
}

function card(row: { readonly body: Json<GiftCard> } | undefined): GiftCard | undefined {
  return row && parsed(row.body);
}

function giftCardOf(entry: SeedEntry<"gift_cards">, made: Made): GiftCard {
  return {
    ...identity(entry, made),
    ...account(entry),
    number: entry.number,
    pin: entry.pin,
    stored: entry.stored ?? false,
    balance: entry.balance ?? null,
    currency: entry.currency ?? null,
    expiration_date: entry.expiration_date ?? null,
    error_code: entry.error_code ?? null,
    usage_count: entry.usage_count ?? 0,
    cit_usage_count: entry.cit_usage_count ?? 0,
    last_used_at: entry.last_used_at ?? null,
    cit_last_used_at: entry.cit_last_used_at ?? null,
  };
}
