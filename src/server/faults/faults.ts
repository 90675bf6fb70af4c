import type { FaultRule } from "../../contract/control/schemas/faults.ts";
import type { AnyOperation } from "../../contract/operations.ts";
import { invalid } from "../failure.ts";
import type { Cells, Counts } from "../store/store.ts";
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
  /** Aborts once there is no such rule any more, or all are released: connections that it hangs are then closed. */
  releaseSignal(id: string): AbortSignal;
  /** Releases the connections that rules hang. */
  release(): void;
  list(): Promise<readonly CountedFault[]>;
  /** All counts start again from zero. */
  replace(rules: readonly FaultRule[]): Promise<void>;
  /** Adds rules after the others; returns their ids. */
  add(rules: readonly FaultRule[]): Promise<readonly string[]>;
  /** False for an id that no rule has. */
  remove(id: string): Promise<boolean>;
}

export interface KnownRule {
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

/** What releases the connections that a rule hangs, by its id. */
function createReleases() {
  const controllers = new Map<string, AbortController>();
  return {
    signal(id: string) {
      const controller = controllers.get(id) ?? new AbortController();
      controllers.set(id, controller);
      return controller.signal;
    },
    abort(isWanted: (id: string) => boolean): void {
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
  refresh(text: string | undefined): void;
}

const countOf = ({ id }: KnownRule) => `fault ${id}`;

export function createFaults(change: Cells["change"], counts: Counts): SharedFaults {
  let seen: string | undefined;
  let known: readonly FittingRule[] = [];
  const releases = createReleases();
  const has = (id: string) => known.some((each) => each.id === id);

  async function update(next: (stored: StoredRules) => StoredRules) {
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
    refresh(text) {
      if (text === seen) return;
      seen = text;
      known = readRules(text).rules.map((each) => ({ ...each, operations: operationsOf(each.rule) }));
      releases.abort((id) => !has(id));
    },
    async take(request) {
      const fitting = known.filter((each) => fits(request, each));
      if (fitting.length === 0) return undefined;
      return counts.count(async (next) => {
        for (const each of fitting) if (fires(each.rule, await next(countOf(each)))) return each;
        return undefined;
      });
    },
    releaseSignal: (id) => (has(id) ? releases.signal(id) : AbortSignal.abort()),
    release: () => releases.abort(() => true),
    async list() {
      const counted = await counts.list("fault ");
      return known.map(({ id, rule }) => ({ id, rule, hits: hitsOf(rule, counted.get(`fault ${id}`)) }));
    },
    async replace(rules) {
      await update(({ ids }) => withRules({ ids, rules: [] }, rules));
    },
    async add(rules) {
      const { added } = await update((stored) => withRules(stored, rules));
      return added.map(({ id }) => id);
    },
    async remove(id) {
      const { removed } = await update(({ ids, rules }) => ({
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
