import type { z } from "zod";
import type { FieldProblem } from "../../errors.ts";
import type { Seed } from "./entries/entry.ts";
import { isRecord } from "./raw-seed.ts";
import { duplicates } from "./seed-duplicates.ts";
import { flowRuleProblems } from "./seed-flow-rules.ts";
import { danglingReferences } from "./seed-references.ts";
import { seedSchema } from "./seed-schema.ts";

/** What a document holds; the seed is whole only when there is no problem. */
export interface CheckedSeed {
  readonly seed: Seed;
  readonly problems: readonly FieldProblem[];
}

/** Checks a whole document; each problem is named by its path, as in `buyers.0.display_name`. */
export function checkSeed(document: unknown): CheckedSeed {
  if (!isRecord(document))
    return { seed: {}, problems: [{ field: "document", message: "must hold lists by name" }] };
  const read = seedSchema.safeParse(document);
  // The parts of a rule are compared once each of them is right.
  const rules = seedSchema.shape.flow_rules.safeParse(document["flow_rules"]).data ?? [];
  const problems = [
    ...(read.error?.issues ?? []).flatMap(issueProblems),
    ...flowRuleProblems(rules),
    ...duplicates(document),
    ...danglingReferences(document),
  ];
  return { seed: read.data ?? {}, problems };
}

function issueProblems(issue: z.core.$ZodIssue): FieldProblem[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      field: [...issue.path, key].join("."),
      message: "is not a known field",
    }));
  }
  return [{ field: issue.path.join("."), message: worded(issue) }];
}

/** Never the value itself: it may be a secret. */
function worded(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_type" && issue.message.endsWith("received undefined")) return "is missing";
  return issue.message;
}
