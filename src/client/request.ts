import type { ApiRequest } from "../contract/exchange.ts";
import { merchantAccountHeader } from "../contract/operations.ts";
import { parseJson } from "../json.ts";
import { isSecret, mask, maskValues } from "./mask.ts";
import type { Plan } from "./plan.ts";

interface Sender {
  readonly userAgent: string;
  readonly merchantAccount?: string | undefined;
}

/** The request of a plan, all but its token. */
export function unsignedRequest(plan: Plan, { userAgent, merchantAccount }: Sender): ApiRequest {
  const account = plan.merchantHeader ? merchantAccount : undefined;
  return {
    method: plan.method,
    target: plan.target,
    headers: {
      accept: "application/json",
      "user-agent": userAgent,
      ...(account === undefined ? {} : { [merchantAccountHeader]: account }),
      ...(plan.body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(plan.body === undefined ? {} : { body: new TextEncoder().encode(plan.body) }),
  };
}

/** A request as `--dry-run` shows it, with its secrets masked. */
export interface ShownRequest {
  readonly method: string;
  /** Path and query, without the base URL. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export function shownRequest(plan: Plan, { headers }: ApiRequest): ShownRequest {
  return {
    method: plan.method,
    path: plan.target,
    headers: { authorization: `Bearer ${mask}`, ...headers },
    ...(plan.body === undefined ? {} : { body: maskSecrets(parseJson(plan.body)) }),
  };
}

function maskSecrets(body: unknown): unknown {
  return maskValues(body, (name) => !isSecret(name));
}
