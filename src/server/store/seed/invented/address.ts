import type { Address } from "../../tables/buyers.ts";
import type { Place } from "./places.ts";

interface House {
  readonly number: number;
  /** Which part of the house, where it is known. */
  readonly floor?: string | null;
  readonly organization: string | null;
}

export function addressIn(place: Place, { floor = null, number, organization }: House): Address {
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
