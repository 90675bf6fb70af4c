import { flowActions, flowTakes } from "../../contract/flow-actions.ts";
import { incompatibilities } from "../../contract/flow-compatibility.ts";
import type { FieldProblem } from "../../errors.ts";
import { defaultAccountId } from "../store/built-in.ts";
import type { SeedEntry } from "./seed.ts";

type Rule = SeedEntry<"flow_rules">;
type Positioned = Pick<Rule, "merchant_account_id" | "flow" | "action" | "position">;

/** What a rule's fields can't show alone: its parts have to go together, and its position with the others'. */
export function flowRuleProblems(rules: readonly Rule[]): readonly FieldProblem[] {
  return [
    ...rules.flatMap((rule, index) => partProblems(rule, `flow_rules.${index}`)),
    ...positionProblems(rules),
  ];
}

function partProblems(rule: Rule, path: string): FieldProblem[] {
  if (!flowTakes(rule.flow, rule.action)) {
    const taken = flowActions[rule.flow].join(", ");
    return [{ field: `${path}.action`, message: `the flow ${rule.flow} takes only ${taken}` }];
  }
  const { conditions, outcome } = rule;
  const problems = incompatibilities(rule, { position: 0, conditions, outcome }).map(
    ({ pointer, message }) => ({ field: `${path}${pointer.replaceAll("/", ".")}`, message }),
  );
  if (rule.error_code == null || rule.action === "decline-early") return problems;
  return [...problems, { field: `${path}.error_code`, message: "needs the action decline-early" }];
}

/** Positions of one flow and action of an account are 0..n-1, each once. */
function positionProblems(rules: readonly Positioned[]): FieldProblem[] {
  const sizes = new Map<string, number>();
  for (const rule of rules) sizes.set(ruleGroup(rule), (sizes.get(ruleGroup(rule)) ?? 0) + 1);
  const positions = rulePositions(rules);
  const taken = new Set<string>();
  return rules.flatMap((rule, index) => {
    const field = `flow_rules.${index}.position`;
    const group = ruleGroup(rule);
    const position = positions[index] ?? 0;
    const size = sizes.get(group) ?? 0;
    if (position >= size)
      return [{ field, message: `leaves a gap; ${size} rules take the positions 0 to ${size - 1}` }];
    const key = `${group} ${position}`;
    if (taken.has(key)) return [{ field, message: "is taken by an earlier rule" }];
    taken.add(key);
    return [];
  });
}

/** The position of each rule among these; one that names none gets its place in the list within its flow and action. */
export function rulePositions(rules: readonly Positioned[]): readonly number[] {
  const seen = new Map<string, number>();
  return rules.map((rule) => {
    const group = ruleGroup(rule);
    const next = seen.get(group) ?? 0;
    seen.set(group, next + 1);
    return rule.position ?? next;
  });
}

/** Rules with the same key share one run of positions. */
export function ruleGroup(rule: Positioned): string {
  return `${rule.merchant_account_id ?? defaultAccountId} ${rule.flow} ${rule.action}`;
}
