import type { Buyer } from "../records.ts";
import { type Address, type BillingDetails, unknownAddress, unknownBilling } from "../unknown-billing.ts";

/** The buyer as callers without `buyers.billing-details.read` see it (decisions, field bounds). */
export function withoutPersonalData(buyer: Buyer): Buyer {
  const billing = buyer.billing_details;
  return { ...buyer, account_number: null, billing_details: billing && hiddenBilling(billing) };
}

function hiddenBilling({ address }: BillingDetails): BillingDetails {
  return { ...unknownBilling, address: address ? hiddenAddress(address) : null };
}

function hiddenAddress({ country = null, state = null, state_code = null }: Address): Address {
  return { ...unknownAddress, country, state, state_code };
}
