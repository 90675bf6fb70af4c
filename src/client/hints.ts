import type { ApiResponse } from "../contract/exchange.ts";
import type { FieldProblem } from "../errors.ts";
import { namesAccount } from "./not-found.ts";
import type { Plan } from "./plan.ts";

interface Facts {
  readonly plan: Plan;
  readonly now: number;
  readonly fields: readonly FieldProblem[];
  readonly resourceId: string | undefined;
  /** Seconds. */
  readonly retryAfter: number | undefined;
}

/** Seconds by which clocks may differ before that is worth a word. */
const tolerableSkew = 60;

/** For answers that hardly can be the service's own. */
export const addressHint = "check that the address is the service's: payctl auth status";

const laterHint = "try again later, or more often: --retries 10";

/** What a person can do about a failure answer. */
export function hintFor(response: ApiResponse, facts: Facts): string {
  switch (response.status) {
    case 401:
      return (
        skewHint(response, facts.now) ?? "see which key signs, and whether it is accepted: payctl auth status"
      );
    case 403:
      return `the call needs the scope ${facts.plan.scopes.join(" and ")}; see what the key may do: payctl doctor`;
    case 404:
      return notFoundHint(facts);
    case 409:
      return facts.resourceId === undefined
        ? "it exists already"
        : `it exists already as ${facts.resourceId}`;
    case 425:
    case 429:
      return waitHint(facts.retryAfter);
    default:
      return response.status >= 500 ? laterHint : explainHint(facts.plan);
  }
}

function notFoundHint({ fields, plan: { merchantHeader, operation } }: Facts): string {
  if (namesAccount(fields)) return "check the merchant account, and where it was set: payctl auth status";
  if (operation === undefined)
    return "check the path; these are the operations that payctl knows: payctl explain";
  return merchantHeader
    ? "check the id, and the merchant account that it belongs to: payctl auth status"
    : "check the id, and what the key may see: payctl auth status";
}

function explainHint(plan: Plan): string {
  return plan.operation === undefined
    ? "see the requests as they are sent: --debug=http"
    : `see what the call takes: payctl explain ${plan.operation.name}`;
}

function skewHint(response: ApiResponse, now: number): string | undefined {
  const skew = Math.round((now - Date.parse(response.headers["date"] ?? "")) / 1000);
  // Without a readable date the comparison is false.
  if (!(Math.abs(skew) > tolerableSkew)) return undefined;
  const direction = skew > 0 ? "ahead of" : "behind";
  return `this machine's clock is ${Math.abs(skew)} s ${direction} the service's; set it and try again`;
}

function waitHint(retryAfter: number | undefined): string {
  return retryAfter === undefined
    ? laterHint
    : `try again in ${retryAfter} s, or with more attempts and time: --retries 10 --deadline 10m`;
}
