import type { z } from "zod";
import type { FieldProblem } from "../errors.ts";

/** What a schema found wrong, a line per field; never the value itself, which may be a secret. */
export function fieldProblems(
  issues: readonly z.core.$ZodIssue[],
  place: readonly string[] = [],
): readonly FieldProblem[] {
  return issues.flatMap((issue) => {
    const path = [...place, ...issue.path];
    if (issue.code !== "unrecognized_keys") return [{ field: path.join("."), message: worded(issue) }];
    return issue.keys.map((key) => ({ field: [...path, key].join("."), message: "is not a known field" }));
  });
}

function worded(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_type" && issue.message.endsWith("received undefined")) return "is missing";
  return issue.message;
}
