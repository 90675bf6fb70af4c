import { json } from "../../json.ts";
import type { SeedEntry } from "../../seed/seed.ts";
import { type Listing, page } from "../paging.ts";
import type { Address, BillingDetails, Buyer, Made, Rows, Slice } from "../records.ts";
import type { Sql } from "../sql.ts";
import { account, identity, times } from "./made.ts";

export interface BuyerFilter {
  readonly merchantAccountId: string;
  /** Equals the display name or the external identifier. */
  readonly search?: string | undefined;
  readonly externalIdentifier?: string | undefined;
  /** Whether billing details and account numbers are blanked. */
  readonly hidePersonalData: boolean;
}

export function buyers(sql: Sql) {
  return {
    page: (filter: BuyerFilter, slice: Slice): Promise<Rows<Buyer>> => page(sql, listing(filter), slice),
    insert: (entry: SeedEntry<"buyers">, made: Made) => insertBuyer(sql, buyerOf(entry, made)),
  };
}

async function insertBuyer(sql: Sql, buyer: Buyer): Promise<void> {
  const { id, merchant_account_id, created_at, display_name, external_identifier } = buyer;
  await sql.insert("buyers", {
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
    await sql.insert("buyer_names", { merchant_account_id, name, created_at, buyer_id: id });
  }
}

function listing(filter: BuyerFilter): Listing<Buyer> {
  const body = filter.hidePersonalData ? "body_without_personal_data" : "body";
  if (filter.externalIdentifier !== undefined) return byExternalIdentifier(filter, body);
  if (filter.search !== undefined) return byName(filter.merchantAccountId, filter.search, body);
  return { ...inOrder(body), where: "merchant_account_id = ?", values: [filter.merchantAccountId] };
}

function inOrder(body: string) {
  return { columns: `${body} AS body`, from: "buyers", at: "created_at", id: "id" };
}

function byExternalIdentifier(filter: BuyerFilter, body: string): Listing<Buyer> {
  const { externalIdentifier = "", merchantAccountId, search } = filter;
  const where = "merchant_account_id = ? AND external_identifier = ?";
  const values = [merchantAccountId, externalIdentifier];
  // An external identifier that equals the search matches whatever the name is.
  if (search === undefined || search === externalIdentifier) return { ...inOrder(body), where, values };
  return { ...inOrder(body), where: `${where} AND display_name = ?`, values: [...values, search] };
}

function byName(merchantAccountId: string, search: string, body: string): Listing<Buyer> {
  return {
    // Not a join, whose order would be undefined: the names are already sorted as the page needs them.
    columns: `(SELECT ${body} FROM buyers WHERE buyers.id = buyer_id) AS body`,
    from: "buyer_names",
    where: "merchant_account_id = ? AND name = ?",
    values: [merchantAccountId, search],
    at: "created_at",
    id: "buyer_id",
  };
}

function buyerOf(entry: SeedEntry<"buyers">, made: Made): Buyer {
  const { id } = identity(entry, made);
  return {
    type: "buyer",
    id,
    reconciliation_id: entry.reconciliation_id ?? reconciliationId(id),
    ...account(entry),
    display_name: entry.display_name ?? null,
    external_identifier: entry.external_identifier ?? null,
    account_number: entry.account_number ?? null,
    billing_details: entry.billing_details ? billingOf(entry.billing_details) : null,
    ...times(entry, made),
  };
}

function billingOf(billing: BillingDetails): BillingDetails {
  return {
    ...unknownBilling,
    ...billing,
    address: billing.address ? { ...unknownAddress, ...billing.address } : null,
    tax_id: billing.tax_id ?? null,
  };
}

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const length = 22;

/** A buyer's `reconciliation_id`: the 128 bits of the id in base62, 22 characters (decisions, field bounds). */
export function reconciliationId(id: string): string {
  let rest = BigInt(`0x${id.replaceAll("-", "")}`);
  let text = "";
  while (text.length < length) {
    text = digits.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  return text;
}

/** The buyer as callers without `buyers.billing-details.read` see it (decisions, field bounds). */
function withoutPersonalData(buyer: Buyer): Buyer {
  const billing = buyer.billing_details;
  return { ...buyer, account_number: null, billing_details: billing && hiddenBilling(billing) };
}

function hiddenBilling({ address }: BillingDetails): BillingDetails {
  return { ...unknownBilling, address: address ? hiddenAddress(address) : null };
}

function hiddenAddress({ country = null, state = null, state_code = null }: Address): Address {
  return { ...unknownAddress, country, state, state_code };
}

/** Every field is answered, null if it is not known or may not be seen. */
const unknownBilling = {
  first_name: null,
  last_name: null,
  email_address: null,
  phone_number: null,
  address: null,
  tax_id: null,
} satisfies BillingDetails;

const unknownAddress = {
  city: null,
  country: null,
  postal_code: null,
  state: null,
  state_code: null,
  house_number_or_name: null,
  line1: null,
  line2: null,
  organization: null,
} satisfies Address;
