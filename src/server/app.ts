import type { ApiRequest, Exchange } from "../contract/exchange.ts";
import type { OperationSchemas } from "../contract/operation.ts";
import { merchantAccountHeader, type OperationName } from "../contract/operations.ts";
import { answering, type CarryOut, type Report } from "./answer.ts";
import { createAuthenticate } from "./authentication/authenticate.ts";
import { authorise } from "./authorise.ts";
import { createLimitEnumeration } from "./enumeration.ts";
import type { Faults } from "./faults/faults.ts";
import { underFault } from "./faults/under-fault.ts";
import type { Handlers, Reply } from "./handler.ts";
import type { Journal } from "./journal/journal.ts";
import { journaling } from "./journal/journaling.ts";
import { createKeepLastUse } from "./last-use.ts";
import { resolveMerchantAccount } from "./merchant-account.ts";
import { getRoute, pathOf, queryOf, type Route } from "./routes.ts";
import { createRunHandler } from "./run-handler.ts";
import type { Sources } from "./sources.ts";
import type { Store } from "./store/store.ts";
import type { Trace } from "./trace.ts";
import { readBody } from "./validation/body.ts";
import { type ValidInput, validate } from "./validation/validate.ts";

export interface AppParts {
  readonly store: Store;
  readonly handlers: Handlers;
  readonly sources: Sources;
  /** Calls that an embed token may make in any 60 seconds. */
  readonly embedLimit: number;
  readonly faults: Faults;
  readonly journal: Journal;
  /** Milliseconds that every request waits first. */
  readonly latency: number;
  sleep(milliseconds: number): Promise<void>;
  readonly report: Report;
}

/** Carries out a request, and notes on the trace what becomes known of it. */
type Operate = (request: ApiRequest, trace: Trace) => Promise<Reply<unknown>>;

/** The API as a function: one request in, one answer out, whatever happens, unless a TransportFault is thrown. */
export function createApp(parts: AppParts): Exchange {
  const operate = createOperate(parts);
  const { report, sources } = parts;
  const newId = () => sources.newRequestId();
  return journaling(parts, (trace) => {
    sources.countRequest();
    const carryOut: CarryOut = (request, requestId) => {
      trace.requestId = requestId;
      return operate(request, trace);
    };
    return answering(carryOut, { newId, report });
  });
}

/** Carries out an operation of the API; the order of the checks is the order in which callers see refusals. */
function createOperate(parts: AppParts): Operate {
  const { embedLimit, faults, latency, report, sleep, sources, store } = parts;
  const now = () => sources.clock.now();
  const authenticate = createAuthenticate({ store, now: () => sources.tokenClock.now() });
  const limitEnumeration = createLimitEnumeration({ embedLimit, now });
  const keepLastUse = createKeepLastUse({ store, now, report });
  const readInput = createReadInput();
  const runHandler = createRunHandler(parts);

  return async (request, trace) => {
    if (latency > 0) await sleep(latency);
    const { address, headers, method, target } = request;
    const route = getRoute(method, target);
    const { operation } = route;
    trace.operation = operation;
    const credentials = await authenticate(headers["authorization"]);
    trace.scopes = credentials.token.claims.scopes;
    try {
      const caller = authorise(operation, credentials);
      const selection = { operation, header: headers[merchantAccountHeader] };
      const merchantAccountId = await resolveMerchantAccount(selection, caller.keyPair, store);
      trace.merchantAccountId = merchantAccountId;
      limitEnumeration(operation.name, credentials, address);
      const fault = faults.take(operation, pathOf(target));
      trace.isFaulted = fault?.status !== undefined;
      if (fault?.latency_ms) await sleep(fault.latency_ms);
      return await underFault(fault, async () => {
        trace.isRead = true;
        const input = await readInput(request, route);
        return runHandler(operation, { ...input, caller, merchantAccountId });
      });
    } finally {
      await keepLastUse(credentials.keyPair, trace.requestId ?? "");
    }
  };
}

/** Schemas load with their operation's first request; asking the loader again costs more than validating does. */
function createReadInput(): (request: ApiRequest, route: Route) => Promise<ValidInput> {
  const loaded = new Map<OperationName, OperationSchemas>();
  return async ({ body, headers, target }, { operation, path }) => {
    const schemas: OperationSchemas = loaded.get(operation.name) ?? (await operation.schemas());
    loaded.set(operation.name, schemas);
    const value = schemas.body === undefined ? undefined : readBody(body, headers["content-type"]);
    return validate(schemas, { path, query: queryOf(target), body: value });
  };
}
