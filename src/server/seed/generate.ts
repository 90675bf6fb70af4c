import { type Draw, drawFor, scramble } from "./draw.ts";
import type { Seed, SeedEntry } from "./seed.ts";
import { firstNames, goods, homes, lastNames } from "./words.ts";

type Plan = NonNullable<Seed["generate"]>;
type AuditLog = SeedEntry<"audit_logs">;
type Buyer = SeedEntry<"buyers">;
type Billing = NonNullable<Buyer["billing_details"]>;

/** The rows that a plan makes up, each on demand, so that memory stays flat; everything happened before `now`. */
export function generateEntries(plan: Plan, now: Date) {
  const { audit_logs: logs = 0, buyers = 0, seed = 1 } = plan;
  function* rows<Entry>(list: string, count: number, days: number, make: (row: Row) => Entry) {
    for (let index = 0; index < count; index += 1) {
      const draw = drawFor(seed, list, index);
      yield make({ seed, count, days, now, index, draw, id: generatedId(seed, list, index) });
    }
  }
  return {
    users: rows("users", logs > 0 ? userCount : 0, 0, userOf),
    buyers: rows("buyers", buyers, 1000, buyerOf),
    audit_logs: rows("audit_logs", logs, 365, (row) => auditLogOf(row, buyers)),
  };
}

/** One of many rows. */
interface Row {
  /** Which of all possible rows. */
  readonly seed: number;
  readonly count: number;
  /** Over how many days before now they are spread. */
  readonly days: number;
  readonly now: Date;
  readonly index: number;
  readonly id: string;
  readonly draw: Draw;
}

/**
 * The id of a row, whatever other rows there are; a UUID of version 8, whose contents RFC 9562 leaves to its maker.
 * It starts with a count: rows in the order of their ids are appended to an index, while random ones would touch all of
 * it.
 */
export function generatedId(seed: number, list: string, index: number): string {
  const { hex } = drawFor(seed, `id of ${list}`, index);
  const count = ((scramble(seed) >>> 1) + index).toString(16).padStart(8, "0");
  return `${count}-${hex(4)}-8${hex(3)}-8${hex(3)}-${hex(8)}${hex(4)}`;
}

const day = 24 * 60 * 60 * 1000;

/** Rows in the order of their numbers are in the order of their times. */
function timeOf({ count, days, index, now, seed }: Row): Date {
  const jitter = scramble(index ^ seed) / 2 ** 32;
  const share = (index + jitter) / count;
  return new Date(Math.floor(now.getTime() - (1 - share) * days * day) - 1);
}

const userCount = 20;

/** A dashboard user whom audit logs name. */
function userOf({ draw, id, index }: Row): SeedEntry<"users"> {
  return {
    id,
    name: `${draw.pick(firstNames)} ${draw.pick(lastNames)}`,
    email_address: `user.${index + 1}@shop.example`,
    is_staff: index === userCount - 1,
    status: index % 9 === 8 ? "deleted" : "active",
  };
}

/** A person or a firm, now and then without an external identifier, and some with little known about them. */
function buyerOf(row: Row): Buyer {
  const { draw, id, index, now, seed } = row;
  const created = timeOf(row);
  const last = draw.pick(lastNames);
  const firm = draw.oneIn(12) ? `${last} ${draw.pick(goods)}` : null;
  const first = draw.pick(firstNames);
  const number = String(index + 1).padStart(8, "0");
  const billing = draw.oneIn(8) ? null : billingOf(draw, first, last, firm);
  const share = draw.oneIn(2) ? 0 : draw.below(1000) / 1000;
  const updated = created.getTime() + Math.floor(share * (now.getTime() - created.getTime()));
  return {
    id,
    display_name: firm ?? `${first} ${last}`,
    external_identifier: draw.oneIn(20) ? null : `customer-${seed}-${number}`,
    account_number: draw.oneIn(4) ? `AC-${number}` : null,
    billing_details: billing,
    created_at: created.toISOString(),
    updated_at: new Date(updated).toISOString(),
  };
}

function billingOf(draw: Draw, first: string, last: string, firm: string | null): Billing {
  const [country, city, postal_code, state, state_code, line1, phone] = draw.pick(homes);
  const house = String(1 + draw.below(200));
  const line2 = draw.oneIn(10) ? `Floor ${1 + draw.below(12)}` : null;
  const address = { city, country, postal_code, state, state_code, line1, line2 };
  return {
    first_name: first,
    last_name: last,
    email_address: draw.oneIn(6) ? null : emailAddress(first, last),
    phone_number: phone === "" || draw.oneIn(3) ? null : `${phone}${100 + draw.below(900)}`,
    address: draw.oneIn(5) ? null : { ...address, house_number_or_name: house, organization: firm },
    tax_id: firm === null ? null : { kind: "vat", value: `XX${900_000_000 + draw.below(99_999_999)}` },
  };
}

/** An address that is reserved for examples (RFC 2606), of lower-case letters without accents and spaces. */
function emailAddress(...names: readonly string[]): string {
  const plain = names.map((name) => name.normalize("NFKD").replace(/[^A-Za-z]/g, ""));
  return `${plain.join(".").toLowerCase()}@example.com`;
}

/** What audit logs tell of; common activities are listed more often. */
const activities: readonly (readonly [action: AuditLog["action"], type: string, name: string | null])[] = [
  ["captured", "transaction", null],
  ["captured", "transaction", null],
  ["captured", "transaction", null],
  ["updated", "buyer", null],
  ["updated", "buyer", null],
  ["created", "buyer", null],
  ["voided", "transaction", null],
  ["canceled", "transaction", null],
  ["updated", "rule", "Everyone else"],
  ["updated", "rule", "Large amounts"],
  ["created", "payment-link", "Summer sale"],
  ["deleted", "payment-method", null],
  ["updated", "network-token", null],
  ["created", "account-updater-job", "1 payment method"],
  ["created", "api-key-pair", "Nightly reports"],
  ["deleted", "api-key-pair", "Trial integration"],
  ["updated", "merchant-account", "Main shop"],
  ["updated", "digital-wallet", "shop.example.com"],
];

/** How many resources of a type are mentioned. */
const resourceCount = 5000;

/** One about a buyer names a generated one, if there are any. */
function auditLogOf(row: Row, buyers: number): AuditLog {
  const { draw, id, seed } = row;
  const [action, type, name] = draw.pick(activities);
  const isKnown = type === "buyer" && buyers > 0;
  const resourceId = isKnown
    ? generatedId(seed, "buyers", draw.below(buyers))
    : generatedId(seed, type, draw.below(resourceCount));
  return {
    id,
    timestamp: timeOf(row).toISOString(),
    action,
    resource: { type, id: resourceId, name },
    // The first few users do most of the work.
    user_id: generatedId(seed, "users", draw.below(1 + draw.below(userCount))),
  };
}
