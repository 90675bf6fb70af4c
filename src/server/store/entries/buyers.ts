import type { Entry } from "../../seed/seed.ts";
import type { Buyer } from "../records.ts";
import { type BillingDetails, unknownAddress, unknownBilling } from "../unknown-billing.ts";
import { account, identity, type Made, times } from "./made.ts";
import { reconciliationId } from "./reconciliation-id.ts";

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
    ...unknownBilling,
    ...billing,
    address: billing.address ? { ...unknownAddress, ...billing.address } : null,
    tax_id: billing.tax_id ?? null,
  };
}
