import type { Api } from "../../client/api.ts";
import { type ProbedScope, probeScope, type TriedScope } from "../../doctor/probe-scope.ts";
import type { ApiError } from "../../errors.ts";

/** What the service said to a cheap call of each scope that reads. */
export interface ProbedScopes {
  readonly accepted: readonly TriedScope[];
  readonly refused: readonly TriedScope[];
  /** The first refusal: 401 or 403. */
  readonly refusal: ApiError | undefined;
}

/** Those whose refusal shows; without the one for billing details a call is answered all the same. */
const scopes: readonly TriedScope[] = [
  "api-key-pairs.read",
  "audit-logs.read",
  "buyers.read",
  "merchant-accounts.read",
];

/** Calls the service once for each scope that reads; nothing is changed. Throws what is no refusal. */
export async function probeScopes(api: Api, merchantAccount: string): Promise<ProbedScopes> {
  const outcomes = await Promise.all(
    scopes.map(async (scope) => {
      return { scope, refusal: refusalOf(await probeScope(scope, api, merchantAccount)) };
    }),
  );
  const refused = outcomes.filter(({ refusal }) => refusal !== undefined);
  return {
    accepted: outcomes.filter(({ refusal }) => refusal === undefined).map(({ scope }) => scope),
    refused: refused.map(({ scope }) => scope),
    refusal: refused[0]?.refusal,
  };
}

/** The scope is checked first: what is not found was asked for with it. */
function refusalOf(probed: ProbedScope): ApiError | undefined {
  return probed.kind === "refused" && probed.error.status !== 404 ? probed.error : undefined;
}
