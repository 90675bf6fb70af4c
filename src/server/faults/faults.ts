import type { FaultRule } from "../../contract/control/schemas/faults.ts";
import type { transportWords } from "../../contract/control/words.ts";
import type { FailureStatus } from "../../contract/failure.ts";
import { type AnyOperation, allOperations } from "../../contract/operations.ts";
import { matchPath } from "../../contract/path.ts";
import { Failure, failure, invalid, unavailable } from "../failure.ts";
import type { Reply } from "../handler.ts";
import { jsonOf } from "../json.ts";
import type { Share } from "../sharing.ts";
import type { Resources } from "../store/store.ts";
import { checkFaults, matchesPath, operationsOf } from "./fault-rule.ts";

/** The parts of a request that a rule looks at, once its token and account have been accepted. */
export interface FaultedRequest {
  readonly operation: AnyOperation;
  readonly path: string;
}

/** A rule, and how often it has fired. */
export interface CountedFault {
  /** Identifies it as long as it is there. */
  readonly id: string;
  readonly rule: FaultRule;
  readonly hits: number;
}

export type FiredFault = Pick<CountedFault, "id" | "rule">;

/** The simulated faults of a running server, or of all servers of a database. */
export interface Faults {
  /** The first rule that fires for a request, which counts as its hit. */
  take(request: FaultedRequest): Promise<FiredFault | undefined>;
  /** Aborts once there is no such rule any more, or all are let go: connections that it holds are then closed. */
  held(id: string): AbortSignal;
  /** Lets go of the connections that rules hold. */
  release(): void;
  list(): readonly CountedFault[];
  /** All counts start again from zero. */
  replace(rules: readonly FaultRule[]): Promise<void>;
  /** Adds rules after the others; returns their ids. */
  add(rules: readonly FaultRule[]): Promise<readonly string[]>;
  /** False for an id that no rule has. */
  remove(id: string): Promise<boolean>;
}

interface Counting {
  readonly id: string;
  readonly rule: FaultRule;
  readonly operations: readonly AnyOperation[];
  seen: number;
  hits: number;
}

interface FaultsParts {
  readonly rules: readonly FaultRule[];
  /** Whether they replace those that other servers of the database have. */
  readonly sets?: boolean;
  readonly share: Share;
}

/** Requests that are held until their rule is gone, by its id. */
function createHolds() {
  const controllers = new Map<string, AbortController>();
  return {
    signal(id: string): AbortSignal {
      const controller = controllers.get(id) ?? new AbortController();
      controllers.set(id, controller);
      return controller.signal;
    },
    letGo(isWanted: (id: string) => boolean): void {
      for (const [id, controller] of [...controllers]) {
        if (!isWanted(id)) continue;
        controllers.delete(id);
        controller.abort();
      }
    },
  };
}

export async function openFaults({ rules, sets = false, share }: FaultsParts): Promise<Faults> {
  let ids = 0;
  let counted = rules.map(startCounting);
  const holds = createHolds();
  const has = (id: string) => counted.some((entry) => entry.id === id);
  const { change, count } = await share("faults", { dump, load, sets });

  function startCounting(rule: FaultRule): Counting {
    ids += 1;
    return { id: String(ids), rule, operations: operationsOf(rule), seen: 0, hits: 0 };
  }

  function put(next: readonly Counting[]): void {
    counted = [...next];
    holds.letGo((id) => !has(id));
  }

  function dump(): string {
    return JSON.stringify({ ids, counted: counted.map(({ operations: _, ...entry }) => entry) });
  }

  function load(text: string): void {
    const stored: { ids: number; counted: Omit<Counting, "operations">[] } = JSON.parse(text);
    ids = stored.ids;
    put(stored.counted.map((entry) => ({ ...entry, operations: operationsOf(entry.rule) })));
  }

  return {
    async take(request) {
      const fitting = (entry: Counting) => fits(request, entry);
      // Otherwise there is nothing to count, and no other server to ask.
      if (!counted.some(fitting)) return undefined;
      return count(() => counted.find((entry) => fitting(entry) && fires(entry)));
    },
    held: (id) => (has(id) ? holds.signal(id) : AbortSignal.abort()),
    release: () => holds.letGo(() => true),
    list: () => counted.map(({ hits, id, rule }) => ({ id, rule, hits })),
    replace: (next) => change(() => put(next.map(startCounting))),
    add: (next) =>
      change(() => {
        const added = next.map(startCounting);
        counted = [...counted, ...added];
        return added.map(({ id }) => id);
      }),
    remove: (id) =>
      change(() => {
        const before = counted.length;
        put(counted.filter((entry) => entry.id !== id));
        return counted.length < before;
      }),
  };
}

function fits({ operation, path }: FaultedRequest, { operations, rule }: Counting): boolean {
  return operations.includes(operation) && (rule.path === undefined || matchesPath(path, rule.path));
}

/** Counts a request that fits a rule. */
function fires(entry: Counting): boolean {
  entry.seen += 1;
  const { skip = 0, times = Number.POSITIVE_INFINITY } = entry.rule;
  if (entry.seen <= skip || entry.hits >= times) return false;
  entry.hits += 1;
  return true;
}

/** Throws a Failure 422 that names each wrong rule of a list; `place` is that of the list. */
export function refuseFaults(rules: readonly FaultRule[], place: readonly string[]): void {
  const problems = checkFaults(rules).map(({ field, index, message }) => {
    return { loc: [...place, String(index), field], msg: message, type: "value_error" };
  });
  if (problems.length > 0) throw invalid(problems);
}

/** Thrown through an Exchange instead of an answer; whatever holds the connection carries it out. */
export class TransportFault extends Error {
  readonly kind: (typeof transportWords)[number];
  /** The answer that is lost; undefined if the request was not carried out, or has no body to answer. */
  readonly body: string | undefined;
  /** Aborts when a connection that hangs is to be closed. */
  readonly released: AbortSignal | undefined;
  /** Which rule it was, and what became of the request. */
  readonly reason: string;
  /** Known once the fault has left its request. */
  requestId = "";

  constructor(
    kind: (typeof transportWords)[number],
    { body, reason, released }: Pick<TransportFault, "body" | "reason" | "released">,
  ) {
    super(`simulated fault: ${kind}`);
    this.kind = kind;
    this.body = body;
    this.reason = reason;
    this.released = released;
  }
}

interface Surroundings extends Pick<Faults, "held"> {
  readonly operation: AnyOperation;
  /** The id that a 409 names. */
  conflict(): Promise<string>;
}

/** Does the work, or what a rule wants instead; with `after` both, and the rule decides the answer. */
export async function underFault(
  fault: FiredFault | undefined,
  { conflict, held, operation }: Surroundings,
  work: () => Promise<Reply<unknown>>,
): Promise<Reply<unknown>> {
  const status = fault?.rule.status;
  if (fault === undefined || status === undefined) return work();
  const { id, rule } = fault;
  const reply = rule.after ? await work().catch(ofRefusal) : undefined;
  const reason = `Rule ${id} of the faults${outcomeOf(rule, reply)}`;
  if (status === 409) throw failure(409, { resourceId: await conflict(), reason });
  if (typeof status === "number") throw simulated(status, rule, { operation, reason });
  const released = status === "hang" ? held(id) : undefined;
  throw new TransportFault(status, { body: reply?.body, reason, released });
}

/** What became of the request that a rule answered. */
function outcomeOf({ after }: FaultRule, reply: Reply<unknown> | undefined): string {
  if (!after) return "";
  return reply === undefined
    ? "; the request had been refused"
    : "; the request was carried out, and its answer lost";
}

/** A refusal is lost like any other answer; a bug is not hidden. */
function ofRefusal(error: unknown): undefined {
  if (error instanceof Failure) return undefined;
  throw error;
}

interface Told {
  readonly operation: AnyOperation;
  readonly reason: string;
}

function simulated(status: number, { retry_after: retry }: FaultRule, { operation, reason }: Told): Failure {
  const seconds = retry ?? (status === 429 ? 1 : undefined);
  const headers = {
    ...(seconds === undefined ? {} : { "retry-after": String(seconds) }),
    ...(status === 405 ? { allow: methodsOf(operation) } : {}),
  };
  if (status === 503) return unavailable({ headers, reason });
  if (status === 422) {
    const detail = [{ loc: ["body"], msg: "Simulated failure", type: "value_error" }];
    return new Failure(422, { detail }, { headers, reason });
  }
  // The rule was checked against the table of failures.
  return failure(status as FailureStatus, { headers, reason });
}

/** As a real 405 names them: the methods that the path takes. */
function methodsOf({ path }: AnyOperation): string {
  const rows = allOperations.filter((row) => row.path === path);
  return rows
    .map(({ method }) => method)
    .toSorted()
    .join(", ");
}

/** A request as far as the conflict that it might have run into can be told. */
interface ConflictingRequest extends FaultedRequest {
  readonly merchantAccountId: string;
  readonly body: Uint8Array | undefined;
}

/**
 * The id that a simulated 409 names. As in a real one, it is that of something that exists: the account that the call
 * acts on, for want of anything nearer.
 */
export async function findConflict(
  { body, merchantAccountId, operation, path }: ConflictingRequest,
  { digitalWallets, merchantAccounts }: Pick<Resources, "digitalWallets" | "merchantAccounts">,
): Promise<string> {
  if (operation.name === "createMerchantAccount") {
    const { id } = Object(jsonOf(body));
    if (typeof id === "string" && (await merchantAccounts.exists(id))) return id;
  }
  if (operation.name === "registerDomain") {
    const { digital_wallet_id: id = "" } = matchPath(operation.path, path) ?? {};
    const wallet = await digitalWallets.find(merchantAccountId, id.toLowerCase());
    if (wallet !== undefined) return wallet.id;
  }
  return merchantAccountId;
}
