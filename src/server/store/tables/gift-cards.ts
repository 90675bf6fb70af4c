import { type Json, json, parsed } from "../../json.ts";
import type { Database } from "../database.ts";
import { insertRow } from "../insert-row.ts";
import type { GiftCard } from "../records.ts";
import type { Resources } from "../store.ts";

export function giftCards(database: Database): Resources["giftCards"] {
  return {
    async findStored(merchantAccountId, id) {
      const sql = "SELECT body FROM gift_cards WHERE id = ? AND merchant_account_id = ? AND stored";
      return card(database.get(sql, id, merchantAccountId));
    },
    async findByNumber(merchantAccountId, number) {
      const sql = "SELECT body FROM gift_cards WHERE merchant_account_id = ? AND number = ?";
      return card(database.get(sql, merchantAccountId, number));
    },
  };
}

export function insertGiftCard(database: Database, giftCard: GiftCard): void {
  insertRow(database, "gift_cards", {
    id: giftCard.id,
    merchant_account_id: giftCard.merchantAccountId,
    number: giftCard.number,
    stored: Number(giftCard.stored),
    body: json(giftCard),
  });
}

function card(row: { readonly body: Json<GiftCard> } | undefined): GiftCard | undefined {
  return row && parsed(row.body);
}
