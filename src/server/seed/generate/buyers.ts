import type { Address } from "../../store/records.ts";
import type { SeedEntry } from "../seed.ts";
import type { Draw } from "./draw.ts";
import { accountOf, drawRow, type Generation, generatedId, rowTime, seedOf } from "./plan.ts";
import { firstNames, goods, type Home, homes, lastNames } from "./words.ts";

type Billing = NonNullable<SeedEntry<"buyers">["billing_details"]>;

interface Person {
  readonly first: string;
  readonly last: string;
  readonly home: Home;
  /** The firm that they buy for. */
  readonly firm: string | null;
}

interface House {
  readonly number: number;
  readonly floor: string | null;
  readonly organization: string | null;
}

const days = 1000;

/** A buyer: a person or a firm, now and then without an external identifier, and some with little known about them. */
export function generatedBuyer(generation: Generation, index: number): SeedEntry<"buyers"> {
  const { plan } = generation;
  const draw = drawRow(plan, "buyers", index);
  const created = rowTime(generation, { index, count: plan.buyers ?? 0, days });
  const person = drawPerson(draw);
  return {
    id: generatedId(plan, "buyers", index),
    merchant_account_id: accountOf(plan, index),
    display_name: person.firm ?? `${person.first} ${person.last}`,
    external_identifier: draw.once(20) ? null : `customer-${seedOf(plan)}-${padded(index)}`,
    account_number: draw.once(4) ? `AC-${padded(index)}` : null,
    billing_details: draw.once(8) ? null : billing(draw, person),
    created_at: created.toISOString(),
    updated_at: timeBetween(created, generation.now, draw).toISOString(),
  };
}

function drawPerson(draw: Draw): Person {
  const last = draw.pick(lastNames);
  const firm = draw.once(12) ? `${last} ${draw.pick(goods)}` : null;
  return { first: draw.pick(firstNames), last, home: draw.pick(homes), firm };
}

function billing(draw: Draw, { firm, first, home, last }: Person): Billing {
  return {
    first_name: first,
    last_name: last,
    email_address: draw.once(6) ? null : emailAddress(first, last),
    phone_number: home.phone === "" || draw.once(3) ? null : `${home.phone}${100 + draw.below(900)}`,
    address: draw.once(5) ? null : addressIn(home, drawHouse(draw, firm)),
    tax_id: firm === null ? null : { kind: "vat", value: `XX${900_000_000 + draw.below(99_999_999)}` },
  };
}

function drawHouse(draw: Draw, organization: string | null): House {
  const number = 1 + draw.below(200);
  const floor = draw.once(10) ? `Floor ${1 + draw.below(12)}` : null;
  return { number, floor, organization };
}

function timeBetween(first: Date, last: Date, draw: Draw): Date {
  const share = draw.once(2) ? 0 : draw.below(1000) / 1000;
  return new Date(first.getTime() + Math.floor(share * (last.getTime() - first.getTime())));
}

function padded(index: number): string {
  return String(index + 1).padStart(8, "0");
}

function addressIn(place: Home, { floor, number, organization }: House): Address {
  return {
    city: place.city,
    country: place.country,
    postal_code: place.postalCode,
    state: place.state,
    state_code: place.stateCode,
    house_number_or_name: String(number),
    line1: place.street,
    line2: floor,
    organization,
  };
}

/** An address that is reserved for examples (RFC 2606). */
function emailAddress(first: string, last: string): string {
  return `${plain(first)}.${plain(last)}@example.com`;
}

/** Lower-case letters, without accents and spaces. */
function plain(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/[^A-Za-z]/g, "")
    .toLowerCase();
}
