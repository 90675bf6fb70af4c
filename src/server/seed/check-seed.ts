import { isObject } from "../../contract/json-schema.ts";
import { fieldProblems } from "../../documents/field-problems.ts";
import type { FieldProblem } from "../../errors.ts";
import { duplicates } from "./check/duplicates.ts";
import { flowRuleProblems } from "./check/flow-rules.ts";
import { danglingReferences, type IsKept } from "./check/references.ts";
import { seedSchema } from "./check/schema.ts";
import type { Seed } from "./seed.ts";

/** What a document holds; the seed is whole only when there is no problem. */
export interface CheckedSeed {
  readonly seed: Seed;
  readonly problems: readonly FieldProblem[];
}

const nothing: IsKept = () => false;

/** Checks a whole document; each problem is named by its path, as in `buyers.0.display_name`. */
export function checkSeed(document: unknown, isKept: IsKept = nothing): CheckedSeed {
  if (!isObject(document))
    return { seed: {}, problems: [{ field: "document", message: "must hold lists by name" }] };
  const read = seedSchema.safeParse(document);
  // The parts of a rule are compared once each of them is right.
  const rules = seedSchema.shape.flow_rules.safeParse(document["flow_rules"]).data ?? [];
  const problems = [
    ...fieldProblems(read.error?.issues ?? []),
    ...flowRuleProblems(rules),
    ...duplicates(document),
    ...danglingReferences(document, isKept),
  ];
  return { seed: read.data ?? {}, problems };
}
