import type { z } from "zod";
import type { FieldProblem } from "../errors.ts";
import { worded } from "./issue-words.ts";

/** What a schema found wrong, a line per field; never the value itself, which may be a secret. */
export function fieldProblems(
  issues: readonly z.core.$ZodIssue[],
  place: readonly string[] = [],
): readonly FieldProblem[] {
  return issues.flatMap((issue) => {
    const path = [...place, ...issue.path];
    if (issue.code !== "unrecognized_keys") return [{ field: path.join("."), message: worded(issue) }];
    return issue.keys.map((key) => ({
      field: [...path, nameOf(key)].join("."),
      message: "is not a known field",
    }));
  });
}

/** In a file without its header, or with keys and values confused, what stands for a name may be a secret. */
function nameOf(key: string): string {
  return /^[a-z][a-z0-9]*(?:[_-][a-z0-9]+)*$/i.test(key) && key.length <= 60 ? key : "(no name of a field)";
}
