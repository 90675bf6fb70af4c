import type { Plan } from "./plan.ts";

/** A token is valid for five minutes; one that is older than this is not used again. */
const longestUse = 4 * 60_000;

type Token = () => Promise<string>;

export interface Tokens {
  /** Where the attempts of one call take their token from; the pages of one list, and the parts of one piece of work, count as one call. */
  sourceFor(plan: Plan): Token;
}

/** Signs a fresh token for each call, with only its scopes (decisions, client default). */
export function createTokens(
  sign: (scopes: readonly string[]) => Promise<string>,
  now: () => number,
): Tokens {
  const shared = new Map<string, Token>();
  return {
    sourceFor(plan) {
      if (!plan.sharesToken) return reusing(() => sign(plan.scopes), now);
      const key = [plan.operation?.name, ...plan.scopes].join(" ");
      const token = shared.get(key) ?? reusing(() => sign(plan.scopes), now);
      shared.set(key, token);
      return token;
    },
  };
}

function reusing(sign: Token, now: () => number): Token {
  let token: Promise<string> | undefined;
  let signedAt = 0;
  return () => {
    if (token === undefined || now() - signedAt > longestUse) {
      signedAt = now();
      token = sign();
    }
    return token;
  };
}
