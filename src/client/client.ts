import { settle } from "./answer.ts";
import type { Answer, Api } from "./api.ts";
import { type AttemptOptions, createAttempts } from "./attempts.ts";
import { type Plan, planCall, planRaw, type ShownRequest, shownRequest, unsignedRequest } from "./plan.ts";

export interface ApiOptions extends AttemptOptions {
  /** Makes a token that carries these scopes. */
  sign(scopes: readonly string[]): Promise<string>;
  /** Whether all calls with the same scopes share a token: signing may ask a person for a PIN or a touch. */
  readonly sharesTokens?: boolean | undefined;
  readonly merchantAccount?: string | undefined;
  /** Whether the user gave the account for this call, and should be told if it has no effect. */
  readonly merchantAccountAsked?: boolean | undefined;
  readonly userAgent: string;
  /** What calls are authorised with, in words, for those that are refused. */
  readonly credential?: string | undefined;
  /** Set under `--dry-run`: shows requests, which are neither signed nor sent; one of many may be shown briefly. */
  readonly show?: ((request: ShownRequest, isOneOfMany: boolean) => Promise<void>) | undefined;
}

/** The service as commands see it, on top of an Exchange. */
export function createApi(options: ApiOptions): Api {
  const attempt = createAttempts(options);
  const tokens = createTokens(options);
  const noteUnusedAccount = createAccountNote(options);

  const run = async (plan: Plan): Promise<Answer<unknown>> => {
    await noteUnusedAccount(plan);
    const request = unsignedRequest(plan, options);
    if (options.show !== undefined) {
      await options.show(shownRequest(plan, request), plan.sharesToken && !plan.operation?.paged);
      return { sent: false, status: 0, value: undefined };
    }
    const token = tokens.sourceFor(plan);
    const attempted = await attempt(plan, async () => {
      const authorization = `Bearer ${await token()}`;
      return { ...request, headers: { ...request.headers, authorization } };
    });
    const { clock, credential, merchantAccount } = options;
    return settle(plan, attempted, { now: clock.now(), credential, merchantAccount });
  };

  return {
    // The row links input and output types for the caller; at run time every row is called the same way.
    call: (async (...call: Parameters<typeof planCall>) => run(planCall(...call))) as Api["call"],
    send: async (request) => run(planRaw(request)),
  };
}

/** Notes once that the account given by the user is not sent. */
function createAccountNote(options: ApiOptions): (plan: Plan) => Promise<void> {
  let noted = !options.merchantAccountAsked;
  return async (plan) => {
    if (noted || plan.merchantHeader) return;
    noted = true;
    await options.note("the merchant account is not sent: this operation does not take one");
  };
}

/** A token is valid for five minutes; one older than this is not used again. */
const longestUse = 4 * 60_000;

type Token = () => Promise<string>;

interface Tokens {
  /**
   * Where the attempts of one call get their token; the pages of one list, and the parts of one piece of work, count as
   * one call.
   */
  sourceFor(plan: Plan): Token;
}

/** Signs a fresh token for each call, with only its scopes (decisions, client default). */
function createTokens({ sign, sharesTokens = false, clock: { now } }: ApiOptions): Tokens {
  const shared = new Map<string, Token>();
  return {
    sourceFor(plan) {
      if (!plan.sharesToken && !sharesTokens) return reusing(() => sign(plan.scopes), now);
      const key = sharesTokens
        ? plan.scopes.toSorted().join(" ")
        : [plan.operation?.name, ...plan.scopes].join(" ");
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
