import { addressIn } from "../invented/address.ts";
import { emailAddress } from "../invented/email-address.ts";
import { places } from "../invented/places.ts";
import type { Entry, Seed } from "../seed.ts";
import { america, europe } from "./company.ts";
import { before, demoId } from "./identity.ts";
import { inTurn } from "./in-turn.ts";
import { type Person, people } from "./people.ts";

type Billing = NonNullable<Entry<"buyers">["billing_details"]>;

export function buyerId(index: number): string {
  return demoId(`buyer ${index}`);
}

/** The account of each buyer in turn: most are in the default one. */
const accounts = ["default", "default", "default", "default", europe, "default", "default", america] as const;

/** Which account a buyer, and what belongs to them, lies in. */
export function buyerAccount(index: number): string {
  return inTurn(accounts, index);
}

export function demoBuyers(now: Date): NonNullable<Seed["buyers"]> {
  return people.map((person, index) => ({
    id: buyerId(index),
    merchant_account_id: buyerAccount(index),
    display_name: displayName(person),
    external_identifier: index % 9 === 8 ? null : `customer-${1060 - index}`,
    account_number: index % 4 === 0 ? `DG-${200_100 + index}` : null,
    billing_details: index % 11 === 10 ? null : billing(person, index),
    created_at: before(now, { days: 1 + index * 5, minutes: index * 97 }),
    updated_at: before(now, { days: 1 + index * 3, minutes: index * 53 }),
  }));
}

/** How a buyer is called: by their firm where they buy for one. */
export function displayName([first, last, , firm]: Person): string {
  return firm ?? `${first} ${last}`;
}

function billing([first, last, place, firm]: Person, index: number): Billing {
  const home = places[place];
  return {
    first_name: first,
    last_name: last,
    email_address: emailAddress(first, last),
    phone_number: home.phone === "" ? null : `${home.phone}${100 + index}`,
    address: addressIn(home, { number: index + 1, organization: firm ?? null }),
    tax_id: firm === undefined ? null : { kind: "vat", value: `XX${900_000_000 + index}` },
  };
}
