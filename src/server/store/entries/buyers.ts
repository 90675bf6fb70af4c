import type { Buyer } from "../records.ts";
import type { Entry } from "../seed/seed.ts";
import { account, identity, type Made, times } from "./entry.ts";
import { reconciliationId } from "./reconciliation-id.ts";

type BillingDetails = NonNullable<Buyer["billing_details"]>;

const noBilling = { first_name: null, last_name: null, email_address: null, phone_number: null };

const noAddress = {
  city: null,
  country: null,
  postal_code: null,
  state: null,
  state_code: null,
  house_number_or_name: null,
  line1: null,
  line2: null,
  organization: null,
};

/** Every field is answered, null where nothing is known. */
export function buyerOf(entry: Entry<"buyers">, made: Made): Buyer {
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
    ...noBilling,
    ...billing,
    address: billing.address ? { ...noAddress, ...billing.address } : null,
    tax_id: billing.tax_id ?? null,
  };
}
