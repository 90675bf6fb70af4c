import type { Entry, Seed } from "../seed.ts";
import { buyerId, displayName } from "./buyers.ts";
import { america, demoUsers, europe } from "./company.ts";
import { before, demoId } from "./identity.ts";
import { inTurn } from "./in-turn.ts";
import { people } from "./people.ts";

type AuditLog = Entry<"audit_logs">;
type Deed = readonly [action: AuditLog["action"], resourceType: string, name: string | null];

const logCount = 250;
const minutesInThirtyDays = 30 * 24 * 60;

/** What people at the company do, the usual things more often. */
const deeds: readonly [Deed, ...Deed[]] = [
  ["updated", "buyer", null],
  ["captured", "transaction", "Order 1042"],
  ["captured", "transaction", "Order 1043"],
  ["updated", "rule", "Everyone else"],
  ["created", "buyer", null],
  ["voided", "transaction", "Order 1038"],
  ["updated", "merchant-account", "Difference Goods"],
  ["captured", "transaction", "Order 1037"],
  ["created", "payment-link", "Summer sale"],
  ["deleted", "payment-method", "visa 1111"],
  ["canceled", "transaction", "Order 1031"],
  ["created", "api-key-pair", "Nightly reports"],
  ["updated", "user", "Hedy Lamarr"],
  ["created", "digital-wallet", "apple"],
  ["deleted", "api-key-pair", "Trial integration"],
  ["updated", "network-token", "Network token valid to 12/29"],
];

/** Who did it, in turn: some work more than others. */
const [hopper, johnson, turing, noether, lamarr, staff] = demoUsers;
const rota = [
  hopper,
  johnson,
  hopper,
  turing,
  johnson,
  hopper,
  noether,
  turing,
  staff,
  lamarr,
  johnson,
] as const;

const accounts = ["default", "default", "default", europe, "default", "default", america] as const;

/** Evenly over the thirty days before `now`, the latest first. */
export function demoAuditLogs(now: Date): NonNullable<Seed["audit_logs"]> {
  return Array.from({ length: logCount }, (_, index): AuditLog => {
    const [action, type, name] = inTurn(deeds, index);
    const buyer = index % people.length;
    const minutes = Math.floor((index * minutesInThirtyDays) / logCount) + (index % 5) * 11 + 3;
    return {
      id: demoId(`audit log ${index}`),
      merchant_account_id: inTurn(accounts, index),
      timestamp: before(now, { minutes }),
      action,
      resource: {
        type,
        id: type === "buyer" ? buyerId(buyer) : demoId(`${type} ${index % 40}`),
        name: type === "buyer" ? displayName(inTurn(people, buyer)) : name,
      },
      user_id: inTurn(rota, index).id,
    };
  });
}
