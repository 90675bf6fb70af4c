import type { FaultRule } from "../../contract/control/schemas/faults.ts";
import type { transportWords } from "../../contract/control/words.ts";
import type { FailureStatus } from "../../contract/failure.ts";
import { type AnyOperation, allOperations } from "../../contract/operations.ts";
import { matchPath } from "../../contract/path.ts";
import { Failure, failure, invalid, unavailable } from "../failure.ts";
import type { Reply } from "../handler.ts";
import { jsonOf } from "../json.ts";
import type { Cells, Counts, Resources } from "../store/store.ts";
import { checkFaults, matchesPath, operationsOf } from "./fault-rule.ts";

/** The parts of a request that a rule looks at, once its token and account have been accepted. */
export interface FaultedRequest {
  readonly operation: AnyOperation;
  readonly path: string;
}

/** A rule, and how often it has fired. */
export interface CountedFault extends KnownRule {
  readonly hits: number;
}

/** The simulated faults of a world. */
export interface Faults {
  /** The first rule that fires for a request, which counts as its hit. */
  take(request: FaultedRequest): Promise<KnownRule | undefined>;
  /** Aborts once there is no such rule any more, or all are let go: connections that it holds are then closed. */
  held(id: string): AbortSignal;
  /** Lets go of the connections that rules hold. */
  release(): void;
  list(): Promise<readonly CountedFault[]>;
  /** All counts start again from zero. */
  replace(rules: readonly FaultRule[]): Promise<void>;
  /** Adds rules after the others; returns their ids. */
  add(rules: readonly FaultRule[]): Promise<readonly string[]>;
  /** False for an id that no rule has. */
  remove(id: string): Promise<boolean>;
}

interface KnownRule {
  /** Identifies it as long as it is there. */
  readonly id: string;
  readonly rule: FaultRule;
}

/** The rules as a world stores them, and how many it has had. */
interface StoredRules {
  readonly ids: number;
  readonly rules: readonly KnownRule[];
}

function readRules(text: string | undefined): StoredRules {
  return text === undefined ? { ids: 0, rules: [] } : JSON.parse(text);
}

function withRules({ ids, rules }: StoredRules, added: readonly FaultRule[]): StoredRules {
  const numbered = added.map((rule, index) => ({ id: String(ids + index + 1), rule }));
  return { ids: ids + added.length, rules: [...rules, ...numbered] };
}

/** The rules that a world begins with, as it stores them. */
export function faultsText(rules: readonly FaultRule[]): string {
  return JSON.stringify(withRules(readRules(undefined), rules));
}

/** Requests that are held until their rule is gone, by its id. */
function createHolds() {
  const controllers = new Map<string, AbortController>();
  return {
    signal(id: string) {
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

/** Faults that also take over what another server may have changed. */
interface SharedFaults extends Faults {
  see(text: string | undefined): void;
}

const countOf = ({ id }: KnownRule) => `fault ${id}`;

export function createFaults(change: Cells["change"], counts: Counts): SharedFaults {
  let seen: string | undefined;
  let known: readonly FittingRule[] = [];
  const holds = createHolds();
  const has = (id: string) => known.some((each) => each.id === id);

  async function put(next: (stored: StoredRules) => StoredRules) {
    const { after, before } = await change("faults", (text) => {
      const before = readRules(text);
      const after = next(before);
      return { text: JSON.stringify(after), value: { before: before.rules, after: after.rules } };
    });
    const missingIn = (rules: readonly KnownRule[]) => (known: KnownRule) =>
      !rules.some(({ id }) => id === known.id);
    const removed = before.filter(missingIn(after));
    if (removed.length > 0) await counts.forget(removed.map(countOf));
    return { removed, added: after.filter(missingIn(before)) };
  }

  return {
    see(text) {
      if (text === seen) return;
      seen = text;
      known = readRules(text).rules.map((each) => ({ ...each, operations: operationsOf(each.rule) }));
      holds.letGo((id) => !has(id));
    },
    async take(request) {
      const fitting = known.filter((each) => fits(request, each));
      if (fitting.length === 0) return undefined;
      return counts.count(async (next) => {
        for (const each of fitting) if (fires(each.rule, await next(countOf(each)))) return each;
        return undefined;
      });
    },
    held: (id) => (has(id) ? holds.signal(id) : AbortSignal.abort()),
    release: () => holds.letGo(() => true),
    async list() {
      const counted = await counts.list("fault ");
      return known.map(({ id, rule }) => ({ id, rule, hits: hitsOf(rule, counted.get(`fault ${id}`)) }));
    },
    async replace(rules) {
      await put(({ ids }) => withRules({ ids, rules: [] }, rules));
    },
    async add(rules) {
      const { added } = await put((stored) => withRules(stored, rules));
      return added.map(({ id }) => id);
    },
    async remove(id) {
      const { removed } = await put(({ ids, rules }) => ({
        ids,
        rules: rules.filter((each) => each.id !== id),
      }));
      return removed.length > 0;
    },
  };
}

/** How often a rule has fired that has met so many requests. */
function hitsOf({ skip = 0, times = Number.POSITIVE_INFINITY }: FaultRule, met = 0): number {
  return Math.min(Math.max(met - skip, 0), times);
}

/** Whether it fires for the last of them. */
function fires(rule: FaultRule, met: number): boolean {
  return hitsOf(rule, met) > hitsOf(rule, met - 1);
}

interface FittingRule extends KnownRule {
  readonly operations: readonly AnyOperation[];
}

function fits({ operation, path }: FaultedRequest, { operations, rule }: FittingRule): boolean {
  return operations.includes(operation) && (rule.path === undefined || matchesPath(path, rule.path));
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

/** Does the work, or what a rule wants instead; with `after` both, and the rule decides the answer. */
export async function underFault(
  fault: KnownRule | undefined,
  {
    conflict,
    held,
    operation,
  }: Pick<Faults, "held"> & {
    readonly operation: AnyOperation;
    /** The id that a 409 names. */
    conflict(): Promise<string>;
  },
  work: () => Promise<Reply<unknown>>,
): Promise<Reply<unknown>> {
  const status = fault?.rule.status;
  if (fault === undefined || status === undefined) return work();
  const { id, rule } = fault;
  const reply = rule.after ? await work().catch(ofRefusal) : undefined;
  const reason = `Rule ${id} of the faults${rule.after ? outcomeOf(reply) : ""}`;
  if (status === 409) throw failure(409, { resourceId: await conflict(), reason });
  if (typeof status === "number") throw simulated(operation, { ...rule, status }, reason);
  const released = status === "hang" ? held(id) : undefined;
  throw new TransportFault(status, { body: reply?.body, reason, released });
}

/** What became of the request that a rule answered. */
function outcomeOf(reply: Reply<unknown> | undefined): string {
  return reply === undefined
    ? "; the request had been refused"
    : "; the request was carried out, and its answer lost";
}

/** A refusal is lost like any other answer; a bug is not hidden. */
function ofRefusal(error: unknown): undefined {
  if (error instanceof Failure) return undefined;
  throw error;
}

function simulated(
  operation: AnyOperation,
  { retry_after: retry, status }: { readonly retry_after?: number | undefined; readonly status: number },
  reason: string,
): Failure {
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
  const methods = allOperations.filter((row) => row.path === path).map(({ method }) => method);
  return methods.toSorted().join(", ");
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
