import type { ApiRequest, Exchange } from "../contract/exchange.ts";
import type { OperationSchemas } from "../contract/operation.ts";
import { merchantAccountHeader } from "../contract/operations.ts";
import { answering, type CarryOut, type Report } from "./answer.ts";
import { createAuthenticate } from "./authentication/authenticate.ts";
import { authorise } from "./authorise.ts";
import { control, isControl } from "./control.ts";
import { createLimitEnumeration } from "./enumeration.ts";
import type { Handlers } from "./handler.ts";
import { createKeepLastUse } from "./last-use.ts";
import { resolveMerchantAccount } from "./merchant-account.ts";
import { findRoute, type Route } from "./routes.ts";
import { runHandler } from "./run-handler.ts";
import type { Store } from "./store/store.ts";
import { readBody } from "./validation/body.ts";
import { type ValidInput, validate } from "./validation/validate.ts";

export interface AppParts {
  readonly store: Store;
  readonly handlers: Handlers;
  now(): Date;
  newId(): string;
  randomBytes(size: number): Uint8Array;
  /** Calls that an embed token may make in any 60 seconds. */
  readonly embedLimit: number;
  /** Whether the control interface answers beside the API. */
  readonly control: "off" | "on";
  readonly report: Report;
}

/** The reference server as a function: one request in, one answer out, whatever happens. */
export function createApp(parts: AppParts): Exchange {
  const operate = createOperate(parts);
  const carryOut: CarryOut = (request, requestId) =>
    parts.control === "on" && isControl(request.target) ? control(request) : operate(request, requestId);
  return answering(carryOut, parts);
}

/** Carries out an operation of the API; the order of the checks is the order in which callers see refusals. */
function createOperate(parts: AppParts): CarryOut {
  const authenticate = createAuthenticate(parts);
  const limitEnumeration = createLimitEnumeration(parts);
  const keepLastUse = createKeepLastUse(parts);

  return async (request, requestId) => {
    const { address, headers, method, target } = request;
    const route = findRoute(method, target);
    const credentials = await authenticate(headers["authorization"]);
    try {
      const { operation } = route;
      const caller = authorise(operation, credentials);
      const selection = { operation, header: headers[merchantAccountHeader] };
      const merchantAccountId = await resolveMerchantAccount(selection, caller.keyPair, parts.store);
      limitEnumeration(operation.name, credentials, address);
      const input = await readInput(request, route);
      return await runHandler(parts, operation, { ...input, caller, merchantAccountId });
    } finally {
      await keepLastUse(credentials.keyPair, requestId);
    }
  };
}

async function readInput(
  { body, headers }: ApiRequest,
  { operation, path, query }: Route,
): Promise<ValidInput> {
  const schemas: OperationSchemas = await operation.schemas();
  const value = schemas.body === undefined ? undefined : readBody(body, headers["content-type"]);
  return validate(schemas, { path, query, body: value });
}
