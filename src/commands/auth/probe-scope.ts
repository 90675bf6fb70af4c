import type { Answer, Api } from "../../client/api.ts";
import { operations } from "../../contract/operations.ts";
import type { Scope } from "../../contract/scopes.ts";
import { ApiError } from "../../errors.ts";
import { readField } from "../../terminal/fields.ts";

type ProbedScope =
  | { readonly kind: "accepted"; readonly value: unknown }
  | { readonly kind: "refused"; readonly error: ApiError };

type Call = (api: Api, merchantAccount: string) => Promise<Answer<unknown>>;

const query = { limit: 1 };

/** Cheap reads; one buyer may have no personal data, but hardly twenty. */
const calls = {
  "api-key-pairs.read": (api) => api.call(operations.listApiKeyPairs, { query }),
  "audit-logs.read": (api) => api.call(operations.listAuditLogs, { query }),
  "buyers.read": (api) => api.call(operations.listBuyers, { query }),
  "buyers.billing-details.read": (api) =>
    api.call(operations.listBuyers, { query: { limit: 20 } }, { scopes: ["buyers.billing-details.read"] }),
  "merchant-accounts.read": (api, merchant_account_id) =>
    api.call(operations.listThreeDsConfigurations, { path: { merchant_account_id } }),
} satisfies Partial<Record<Scope, Call>>;

/** The scopes that can be tried without changing anything. */
export type TriedScope = keyof typeof calls;

/** Calls the service once; throws anything that is not about the credential, the scope or the merchant account. */
export async function probeScope(scope: TriedScope, api: Api, merchantAccount: string): Promise<ProbedScope> {
  try {
    const { value } = await calls[scope](api, merchantAccount);
    return { kind: "accepted", value };
  } catch (error) {
    if (!(error instanceof ApiError && [401, 403, 404].includes(error.status))) throw error;
    return { kind: "refused", error };
  }
}

/** Those whose refusal shows; a call without the scope for billing details is answered, too. */
export const refusableScopes: readonly TriedScope[] = [
  "api-key-pairs.read",
  "audit-logs.read",
  "buyers.read",
  "merchant-accounts.read",
];

/** What the service answered to a cheap call under each allowed scope; throws anything that is not a refusal. */
export async function probeScopes(
  api: Api,
  merchantAccount: string,
  isAllowed: (scope: TriedScope) => boolean,
) {
  const outcomes = await Promise.all(
    refusableScopes.filter(isAllowed).map(async (scope) => {
      const probed = await probeScope(scope, api, merchantAccount);
      // The scope is checked first: a 404 means that it was accepted.
      const isRefused = probed.kind === "refused" && probed.error.status !== 404;
      return { scope, refusal: isRefused ? probed.error : undefined };
    }),
  );
  const accepted = outcomes.filter(({ refusal }) => refusal === undefined).map(({ scope }) => scope);
  if (accepted.includes("buyers.read") && isAllowed("buyers.billing-details.read")) {
    const probed = await probeScope("buyers.billing-details.read", api, merchantAccount);
    // A call without the scope is not refused: it shows if a buyer has personal data.
    const buyers = probed.kind === "accepted" ? readField(probed.value, "items") : undefined;
    const showsMore = Array.isArray(buyers) && buyers.some(showsPersonalData);
    if (showsMore) accepted.push("buyers.billing-details.read");
  }
  const refused = outcomes.filter(({ refusal }) => refusal !== undefined);
  return {
    accepted: accepted.toSorted(),
    refused: refused.map(({ scope }) => scope),
    /** The first refusal: 401 or 403. */
    refusal: refused[0]?.refusal,
  };
}

/** What the service hides from those without the scope (specification, section 4.4). */
const personal = [
  "account_number",
  ...["first_name", "last_name", "email_address", "phone_number", "tax_id"].map(
    (name) => `billing_details.${name}`,
  ),
  ...["city", "postal_code", "line1", "line2", "house_number_or_name", "organization"].map(
    (name) => `billing_details.address.${name}`,
  ),
];

function showsPersonalData(buyer: unknown): boolean {
  return personal.some((name) => readField(buyer, name) != null);
}
