import { type Json, json, parsed } from "../../json.ts";
import type { Database } from "../database.ts";
import { insertRow } from "../insert-row.ts";
import type { GiftCard } from "../records.ts";

export interface GiftCards {
  findStored(merchantAccountId: string, id: string): Promise<GiftCard | undefined>;
  findByNumber(merchantAccountId: string, number: string): Promise<GiftCard | undefined>;
}

export function giftCards(database: Database): GiftCards {
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
