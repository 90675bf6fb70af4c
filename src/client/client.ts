import type { ApiRequest, Exchange } from "../contract/exchange.ts";
import type { Operation } from "../contract/operation.ts";
import { merchantAccountHeader } from "../contract/operations.ts";
import { isSuccess, readAnswer, redirectError, transportFailure } from "./answer.ts";
import type { Answer, Api } from "./api.ts";
import { apiError } from "./api-failure.ts";
import { type Attempted, attemptCall, type Clock } from "./attempts.ts";
import type { Debug } from "./debug.ts";
import { type CallInput, type Plan, pathOf, planCall, planRaw } from "./plan.ts";
import { type ShownRequest, showRequest } from "./show-request.ts";
import { createSignals } from "./signals.ts";
import { createTokens } from "./tokens.ts";

export interface ApiOptions {
  readonly exchange: Exchange;
  /** Makes a token that carries these scopes. */
  sign(scopes: readonly string[]): Promise<string>;
  readonly merchantAccount?: string | undefined;
  /** Whether the user named the account for this very call, and wants to hear when it does not count. */
  readonly merchantAccountAsked?: boolean | undefined;
  readonly userAgent: string;
  /** Further attempts after the first. */
  readonly retries: number;
  /** Milliseconds since the epoch after which the whole command gives up. */
  readonly deadline?: number | undefined;
  readonly clock: Clock;
  /** Interrupts whatever runs. */
  readonly signal: AbortSignal;
  /** Given under `--dry-run`: requests are shown by it, and neither signed nor sent. */
  readonly show?: ((request: ShownRequest) => Promise<void>) | undefined;
  note(text: string): Promise<void>;
  readonly debug?: Debug | undefined;
}

/** The service as commands see it, on top of an Exchange. */
export function createApi(options: ApiOptions): Api {
  const signals = createSignals(options);
  const tokens = createTokens(options.sign, options.clock.now);
  let noted = false;

  const noteUnusedAccount = async (plan: Plan): Promise<void> => {
    if (noted || !options.merchantAccountAsked || plan.merchantHeader) return;
    noted = true;
    await options.note("the merchant account is not sent: this operation does not take one");
  };

  const run = async (plan: Plan): Promise<Answer<unknown>> => {
    await noteUnusedAccount(plan);
    const request = baseRequest(plan, options);
    if (options.show !== undefined) return showOnly(plan, request, options.show);
    const token = tokens.sourceFor(plan);
    const signal = signals.with(plan.signal);
    const sign = async (): Promise<ApiRequest> => {
      const authorization = `Bearer ${await token()}`;
      return { ...request, headers: { ...request.headers, authorization }, signal };
    };
    const { repeatable } = plan;
    const { exchange, clock, retries, deadline, debug } = options;
    const attempted = await attemptCall(sign, {
      exchange,
      clock,
      retries,
      deadline,
      signal,
      repeatable,
      debug,
    });
    return settle(plan, attempted, clock.now());
  };

  return {
    // The row ties input and output together for the caller; at run time every row is called alike.
    call: ((operation: Operation, input: CallInput, callOptions = {}) =>
      run(planCall(operation, input, callOptions))) as Api["call"],
    send: async (request) => run(planRaw(request)),
  };
}

function baseRequest(plan: Plan, options: ApiOptions): ApiRequest {
  const account = plan.merchantHeader ? options.merchantAccount : undefined;
  return {
    method: plan.method,
    target: plan.target,
    headers: {
      accept: "application/json",
      "user-agent": options.userAgent,
      ...(account === undefined ? {} : { [merchantAccountHeader]: account }),
      ...(plan.body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(plan.body === undefined ? {} : { body: new TextEncoder().encode(plan.body) }),
  };
}

async function showOnly(
  plan: Plan,
  request: ApiRequest,
  show: (request: ShownRequest) => Promise<void>,
): Promise<Answer<unknown>> {
  await show(showRequest(request, plan.body));
  return { sent: false, status: 0, value: undefined };
}

function settle(plan: Plan, attempted: Attempted, now: number): Answer<unknown> {
  const call = { method: plan.method, path: pathOf(plan.target), attempts: attempted.attempts };
  if (attempted.outcome.kind === "failure") throw transportFailure(attempted.outcome.error, call);
  const { response } = attempted.outcome;
  if (isSuccess(response)) return readAnswer(response, call);
  if (response.status < 400) throw redirectError(response, call);
  if (isDeletedBefore(plan, attempted, response.status)) return { sent: true, status: 204, value: undefined };
  throw apiError(response, { plan, call, now });
}

/** An earlier attempt that lost its answer did the work, and so there is nothing left to find. */
function isDeletedBefore(plan: Plan, attempted: Attempted, status: number): boolean {
  return plan.method === "DELETE" && status === 404 && attempted.mayHaveWorkedBefore;
}
