import type { AnyOperation } from "../../contract/operations.ts";
import type { FaultRule } from "./fault-rule.ts";
import { matchesPath, operationsOf } from "./fault-target.ts";

/** A rule, and how often it has fired. */
export interface CountedFault {
  readonly rule: FaultRule;
  readonly hits: number;
}

/** The simulated faults of a running server. */
export interface Faults {
  /** The first rule that fires for a request, which counts as its hit. */
  take(operation: AnyOperation, path: string): FaultRule | undefined;
  list(): readonly CountedFault[];
  /** All counting begins anew. */
  replace(rules: readonly FaultRule[]): void;
}

interface Counting {
  readonly rule: FaultRule;
  readonly operations: readonly AnyOperation[];
  seen: number;
  hits: number;
}

export function createFaults(rules: readonly FaultRule[]): Faults {
  let counted = rules.map(counting);
  return {
    take(operation, path) {
      const fired = counted.find(
        (entry) => entry.operations.includes(operation) && matchesPath(entry.rule, path) && fires(entry),
      );
      return fired?.rule;
    },
    list: () => counted.map(({ hits, rule }) => ({ rule, hits })),
    replace(next) {
      counted = next.map(counting);
    },
  };
}

function counting(rule: FaultRule): Counting {
  return { rule, operations: operationsOf(rule), seen: 0, hits: 0 };
}

/** Counts a request that has reached a rule. */
function fires(entry: Counting): boolean {
  entry.seen += 1;
  const { skip = 0, times = Number.POSITIVE_INFINITY } = entry.rule;
  if (entry.seen <= skip || entry.hits >= times) return false;
  entry.hits += 1;
  return true;
}
