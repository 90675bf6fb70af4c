import { json } from "../../json.ts";
import type { Database } from "../database.ts";
import { insertRow } from "../insert-row.ts";
import { type Listing, page, type Rows, type Slice } from "../paging.ts";
import type { Buyer } from "../records.ts";
import { withoutPersonalData } from "./without-personal-data.ts";

export interface BuyerFilter {
  readonly merchantAccountId: string;
  /** Equals the display name or the external identifier. */
  readonly search?: string | undefined;
  readonly externalIdentifier?: string | undefined;
  /** Whether billing details and account numbers are blanked. */
  readonly hidePersonalData: boolean;
}

export interface Buyers {
  page(filter: BuyerFilter, slice: Slice): Promise<Rows<Buyer>>;
}

export function buyers(database: Database): Buyers {
  return { page: async (filter, slice) => page(database, listing(filter), slice) };
}

export function insertBuyer(database: Database, buyer: Buyer): void {
  const { id, merchant_account_id, created_at, display_name, external_identifier } = buyer;
  insertRow(database, "buyers", {
    id,
    merchant_account_id,
    created_at,
    display_name,
    external_identifier,
    body: json(buyer),
    body_without_personal_data: json(withoutPersonalData(buyer)),
  });
  for (const name of new Set([display_name, external_identifier])) {
    if (name === null) continue;
    insertRow(database, "buyer_names", { merchant_account_id, name, created_at, buyer_id: id });
  }
}

function listing(filter: BuyerFilter): Listing {
  const body = filter.hidePersonalData ? "body_without_personal_data" : "body";
  if (filter.externalIdentifier !== undefined) return byExternalIdentifier(filter, body);
  if (filter.search !== undefined) return byName(filter.merchantAccountId, filter.search, body);
  const where = "merchant_account_id = ?";
  return { body, from: "buyers", where, values: [filter.merchantAccountId], at: "created_at", id: "id" };
}

function byExternalIdentifier(filter: BuyerFilter, body: string): Listing {
  const { externalIdentifier = "", merchantAccountId, search } = filter;
  const where = "merchant_account_id = ? AND external_identifier = ?";
  const values = [merchantAccountId, externalIdentifier];
  const order = { body, from: "buyers", at: "created_at", id: "id" };
  // An external identifier that equals the search matches whatever the name is.
  if (search === undefined || search === externalIdentifier) return { ...order, where, values };
  return { ...order, where: `${where} AND display_name = ?`, values: [...values, search] };
}

function byName(merchantAccountId: string, search: string, body: string): Listing {
  return {
    body: `buyers.${body}`,
    // CROSS fixes the order of the join: the names first, which are sorted as the page needs them.
    from: "buyer_names CROSS JOIN buyers ON buyers.id = buyer_names.buyer_id",
    where: "buyer_names.merchant_account_id = ? AND name = ?",
    values: [merchantAccountId, search],
    at: "buyer_names.created_at",
    id: "buyer_id",
  };
}
