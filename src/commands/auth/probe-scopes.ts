import type { Api } from "../../client/api.ts";
import { operations } from "../../contract/operations.ts";
import type { Scope } from "../../contract/scopes.ts";
import { ApiError } from "../../errors.ts";

/** What the service said to a cheap call of each scope that reads. */
export interface ProbedScopes {
  readonly accepted: readonly Scope[];
  readonly refused: readonly Scope[];
  /** The first refusal: 401 or 403. */
  readonly refusal: ApiError | undefined;
}

/** Asks for one row under every scope that reads without a body; nothing is changed. Throws what is no refusal. */
export async function probeScopes(api: Api, merchantAccount: string): Promise<ProbedScopes> {
  const query = { limit: 1 };
  const outcomes = await Promise.all([
    probe("api-key-pairs.read", () => api.call(operations.listApiKeyPairs, { query })),
    probe("audit-logs.read", () => api.call(operations.listAuditLogs, { query })),
    probe("buyers.read", () => api.call(operations.listBuyers, { query })),
    probe("merchant-accounts.read", () =>
      api.call(operations.listThreeDsConfigurations, { path: { merchant_account_id: merchantAccount } }),
    ),
  ]);
  const refused = outcomes.filter(({ refusal }) => refusal !== undefined);
  return {
    accepted: outcomes.filter(({ refusal }) => refusal === undefined).map(({ scope }) => scope),
    refused: refused.map(({ scope }) => scope),
    refusal: refused[0]?.refusal,
  };
}

interface Outcome {
  readonly scope: Scope;
  readonly refusal: ApiError | undefined;
}

async function probe(scope: Scope, call: () => Promise<unknown>): Promise<Outcome> {
  try {
    await call();
    return { scope, refusal: undefined };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 401 || error.status === 403) return { scope, refusal: error };
    // The scope is checked first: what is not found was asked for with it.
    if (error.status === 404) return { scope, refusal: undefined };
    throw error;
  }
}
