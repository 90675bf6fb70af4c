import { settle } from "./answer.ts";
import type { Answer, Api } from "./api.ts";
import { type AttemptOptions, createAttempts } from "./attempts.ts";
import { type Plan, planCall, planRaw, type ShownRequest, shownRequest, unsignedRequest } from "./plan.ts";

export interface ApiOptions extends AttemptOptions {
  /** Makes a token that carries these scopes. */
  sign(scopes: readonly string[]): Promise<string>;
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
  const tokenFor = createTokens(options);
  let notesUnusedAccount = options.merchantAccountAsked;

  const run = async (plan: Plan): Promise<Answer<unknown>> => {
    if (notesUnusedAccount && !plan.merchantHeader) {
      notesUnusedAccount = false;
      await options.note("the merchant account is not sent: this operation does not take one");
    }
    const request = unsignedRequest(plan, options);
    if (options.show !== undefined) {
      await options.show(shownRequest(plan, request), plan.isOneOfMany);
      return { sent: false, status: 0, value: undefined };
    }
    const attempted = await attempt(plan, async () => {
      const authorization = `Bearer ${await tokenFor(plan.scopes)}`;
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

/** A token is valid for five minutes; one older than this is not used again. */
const longestUse = 4 * 60_000;

/**
 * Signs tokens with only the scopes of a call (decisions, client default). One serves all calls with these scopes, since
 * signing may ask a person for a PIN or a touch.
 */
function createTokens({ sign, clock }: ApiOptions): (scopes: readonly string[]) => Promise<string> {
  const signed = new Map<string, { readonly token: Promise<string>; readonly at: number }>();
  return (scopes) => {
    const key = scopes.toSorted().join(" ");
    const known = signed.get(key);
    if (known !== undefined && clock.now() - known.at <= longestUse) return known.token;
    const token = sign(scopes);
    signed.set(key, { token, at: clock.now() });
    return token;
  };
}
