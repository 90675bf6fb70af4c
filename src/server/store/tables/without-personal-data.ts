import type { Buyer } from "../records.ts";

type BillingDetails = NonNullable<Buyer["billing_details"]>;
type Address = NonNullable<BillingDetails["address"]>;

/** The buyer as callers without `buyers.billing-details.read` see it (decisions, field bounds). */
export function withoutPersonalData(buyer: Buyer): Buyer {
  const billing = buyer.billing_details;
  return { ...buyer, account_number: null, billing_details: billing && hiddenBilling(billing) };
}

function hiddenBilling(billing: BillingDetails): BillingDetails {
  return {
    first_name: null,
    last_name: null,
    email_address: null,
    phone_number: null,
    address: billing.address ? hiddenAddress(billing.address) : null,
    tax_id: null,
  };
}

function hiddenAddress(address: Address): Address {
  return {
    city: null,
    country: address.country ?? null,
    postal_code: null,
    state: address.state ?? null,
    state_code: address.state_code ?? null,
    house_number_or_name: null,
    line1: null,
    line2: null,
    organization: null,
  };
}
