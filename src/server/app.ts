import type { ApiRequest } from "../contract/exchange.ts";
import type { OperationSchemas } from "../contract/operation.ts";
import { type AnyOperation, merchantAccountHeader, type OperationName } from "../contract/operations.ts";
import { answering, type CarryOut } from "./answer.ts";
import { createAuthenticate } from "./authentication/authenticate.ts";
import { authorise, createLimitEnumeration, resolveMerchantAccount } from "./authorise.ts";
import { controlling } from "./control/control.ts";
import { allowingOrigins } from "./cors.ts";
import { createCursors } from "./cursors.ts";
import { findConflict, underFault } from "./faults/simulate.ts";
import type { Call, Caller, Handler, Reply } from "./handler.ts";
import { journaling } from "./journal/journal.ts";
import { bodyOf, type Respond, type Trace, wrap } from "./layer.ts";
import { getRoute, pathOf, queryOf, type Route } from "./routes.ts";
import type { KeyPairRecord } from "./store/records.ts";
import type { Resources } from "./store/store.ts";
import { readBody } from "./validation/body.ts";
import { decodeQuery, type ValidInput, validate } from "./validation/validate.ts";
import type { Shared, World } from "./world.ts";

type AppParts = World & Shared;

/** A world as a function: a request in, an answer out, unless a TransportFault is thrown. */
export function createApp(world: World, shared: Shared): Respond {
  const parts: AppParts = { ...world, ...shared };
  const { report, sources } = parts;
  const layers = [
    controlling(parts), // answers what belongs to the control interface; everything else passes through
    allowingOrigins(parts.cors ?? []), // lets pages of other origins call the API
    journaling(parts), // an entry for every request to the API
  ];
  // Innermost, refusals and bugs become answers.
  const newId = () => sources.newRequestId();
  return wrap(layers, answering(createCarryOut(parts), { newId, report }));
}

/** Carries out an operation of the API; the order of the checks is the order in which callers see refusals. */
function createCarryOut(parts: AppParts): CarryOut {
  const { counts, embedLimit, faults, sleep, sources, store, verifySignature } = parts;
  const authenticate = createAuthenticate({ store, now: sources.realNow, verifySignature });
  const limitEnumeration = createLimitEnumeration({ embedLimit, clock: sources.clock, counts });
  const keepLastUse = createKeepLastUse(parts);
  const readInput = createReadInput();
  const runHandler = createRunHandler(parts);

  return async (request, trace) => {
    const { address, headers, method, target } = request;
    const route = getRoute(method, target); // 404, 405
    const { operation } = route;
    trace.operation = operation;

    // Without a token nothing else matters, not even what is known of the clock.
    if (headers["authorization"] !== undefined) await trace.known; // 503
    const credentials = await authenticate(headers["authorization"]); // 401, 429
    const { claims, kid } = credentials.token;
    trace.token = { kid, exp: claims.exp, scopes: claims.scopes };
    if (credentials.keyPair.merchantAccountIds) trace.accounts = credentials.keyPair.merchantAccountIds;

    try {
      const caller = authorise(operation, credentials); // 403

      const named = headers[merchantAccountHeader];
      const merchantAccountId = await resolveMerchantAccount(operation, named, caller.keyPair, store); // 403, 404
      trace.merchantAccountId = merchantAccountId;

      const faulted = { operation, path: pathOf(target) };
      const fault = await faults.take(faulted);
      trace.isFaulted = fault?.rule.status !== undefined;
      if (fault?.rule.latency_ms) await sleep(fault.rule.latency_ms);
      const conflict = async () => {
        const sent = { ...faulted, merchantAccountId, body: await bodyOf(request, trace) };
        return store.read((resources) => findConflict(sent, resources));
      };
      return await underFault(
        fault,
        { conflict, releaseSignal: faults.releaseSignal, operation },
        async () => {
          await limitEnumeration(operation.name, credentials, address); // 429
          const input = await readInput(request, route, trace); // 400, 422
          return runHandler(operation, { input, caller, merchantAccountId }); // in a transaction
        },
      );
    } finally {
      await keepLastUse(credentials.keyPair, trace.requestId ?? "");
    }
  };
}

type ReadInput = (request: ApiRequest, route: Route, trace: Trace) => Promise<ValidInput>;

/** Schemas load with their operation's first request; calling the loader again costs more than validating does. */
function createReadInput(): ReadInput {
  const loaded = new Map<OperationName, OperationSchemas>();
  return async (request, { operation, path }, trace) => {
    const { headers, target } = request;
    const schemas: OperationSchemas = loaded.get(operation.name) ?? (await operation.schemas());
    loaded.set(operation.name, schemas);
    trace.schemas = schemas;
    if (schemas.body !== undefined) trace.sent = readBody(await bodyOf(request, trace), headers);
    trace.query = queryOf(target);
    const query = schemas.query && decodeQuery(schemas.query, trace.query);
    return validate(schemas, { path, query, body: trace.sent });
  };
}

/** A request that has passed every check. */
interface Checked {
  readonly input: ValidInput;
  readonly caller: Caller;
  readonly merchantAccountId: string;
}

/** Answers checked requests, each in one transaction of the kind that its handler names. */
function createRunHandler({ handlers, sources, store }: AppParts) {
  const cursorsOf = createCursors(store.secret);
  const { clock, newId, randomBytes } = sources;

  return ({ name }: AnyOperation, { caller, input, merchantAccountId }: Checked): Promise<Reply<unknown>> => {
    const { body, path, query } = input;
    const cursors = cursorsOf({ operation: name, merchantAccountId, query: Object(query) });
    // The table gives each name the handler of its own row, and that row's schemas produced the input.
    const handler = handlers[name] as Handler<unknown>;
    return store[handler.transaction]((resources: Resources, moment: number = clock.base() * 1000) => {
      const call = {
        path,
        query,
        body,
        caller,
        merchantAccountId,
        resources,
        now: clock.at(moment / 1000),
        moment,
        newId,
        randomBytes,
        cursors,
      };
      return handler.handle(call as Call<unknown>);
    });
  };
}

const minute = 60_000;

function isDue(lastUsedAt: string | null | undefined, at: Date): boolean {
  if (lastUsedAt === undefined) return false;
  return lastUsedAt === null || at.getTime() - Date.parse(lastUsedAt) >= minute;
}

/** Records that a key pair was used: at most once a minute for each one, so that reads cost no commit. */
function createKeepLastUse({ report, sources, store }: AppParts) {
  const writing = new Set<string>();
  return async ({ id, lastUsedAt }: KeyPairRecord, requestId: string): Promise<void> => {
    const at = sources.clock.now();
    if (!isDue(lastUsedAt, at) || writing.has(id)) return;
    writing.add(id);
    try {
      await store.write(({ apiKeyPairs }) => apiKeyPairs.touch(id, at));
    } catch (error) {
      // The request itself has been carried out, and its answer must not say otherwise.
      report(error, requestId);
    } finally {
      writing.delete(id);
    }
  };
}
