import type { ApiRequest, ApiResponse } from "../contract/exchange.ts";
import type { Operation } from "../contract/operation.ts";
import { findOperation, merchantAccountHeader } from "../contract/operations.ts";
import { fillPath } from "../contract/path.ts";
import { cardFields, secretFields } from "../contract/secret-fields.ts";
import { type CallDetails, UsageError } from "../errors.ts";
import { parseJson, stringifyJson } from "../values/json.ts";
import { createMask, mask } from "../values/mask.ts";
import type { CallOptions, RawRequest } from "./api.ts";

/** One call before it is signed: everything that its attempts have in common. */
export interface Plan {
  readonly operation: Operation | undefined;
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** JSON text. */
  readonly body: string | undefined;
  readonly scopes: readonly string[];
  readonly merchantHeader: boolean;
  /** Whether sending it twice has the effect of sending it once. */
  readonly repeatable: boolean;
  readonly resendsLost: boolean;
  readonly isOneOfMany: boolean;
  readonly signal: AbortSignal | undefined;
}

export function planCall(
  operation: Operation,
  input: {
    readonly path?: Readonly<Record<string, string>> | undefined;
    readonly query?: Readonly<Record<string, unknown>> | undefined;
    readonly body?: unknown;
  },
  options: CallOptions = {},
): Plan {
  return {
    ...termsOf(operation, operation.method),
    target: fillPath(operation.path, input.path ?? {}) + queryString(input.query ?? {}),
    body: input.body === undefined ? undefined : stringifyJson(input.body),
    scopes: [...new Set([operation.scope, ...(options.scopes ?? [])])],
    resendsLost: options.resendsLost ?? false,
    isOneOfMany: options.isOneOfMany ?? false,
    signal: options.signal,
  };
}

export function planRaw({ method, target, body, signal, scopes: given }: RawRequest): Plan {
  const operation = findOperation(method, target);
  const scopes = given ?? (operation && [operation.scope]);
  if (scopes === undefined) {
    throw new UsageError(`payctl does not know the operation ${method} ${pathOf(target)}`, {
      hint: {
        text: "give the scope of the call, as in --scope buyers.read, or see those that it knows",
        command: "payctl explain",
      },
    });
  }
  const terms = termsOf(operation, method);
  return { ...terms, target, body, scopes, signal, resendsLost: false, isOneOfMany: false };
}

/** A path that no operation describes may repeat unless it posts, and takes the header. */
function termsOf(operation: Operation | undefined, method: string) {
  return {
    operation,
    method,
    merchantHeader: operation === undefined || operation.merchantHeader === true,
    repeatable: operation?.repeatable ?? method !== "POST",
  };
}

/** What an error says about a call that has got so far; the answer is the last one, if one came. */
export function callDetails(
  { method, target }: Plan,
  { attempts, inDoubt, response }: { attempts: number; inDoubt: boolean; response?: ApiResponse | undefined },
): CallDetails {
  // An id is a word; anything longer or stranger is not worth repeating.
  const requestId = /^[!-~]{1,100}$/.exec(response?.headers["x-request-id"] ?? "")?.[0];
  const id = requestId === undefined ? {} : { requestId };
  return { method, path: pathOf(target), attempts, ...id, ...(inDoubt ? { inDoubt } : {}) };
}

/** Only the path: a query can hold personal data, which no error repeats. */
function pathOf(target: string): string {
  return target.split("?", 1)[0] ?? target;
}

function queryString(query: Readonly<Record<string, unknown>>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.append(name, String(value));
  }
  return parameters.size === 0 ? "" : `?${parameters}`;
}

/** The request of a plan, without its token. */
export function unsignedRequest(
  plan: Plan,
  {
    userAgent,
    merchantAccount,
  }: { readonly userAgent: string; readonly merchantAccount?: string | undefined },
): ApiRequest {
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

const maskSecrets = createMask([...secretFields, ...cardFields]);

export function shownRequest(plan: Plan, { headers }: ApiRequest): ShownRequest {
  return {
    method: plan.method,
    path: plan.target,
    headers: { authorization: `Bearer ${mask}`, ...headers },
    ...(plan.body === undefined ? {} : { body: maskSecrets(parseJson(plan.body)) }),
  };
}
