import { auditActions } from "../contract/audit-actions.ts";
import { allOperations } from "../contract/operations.ts";
import { operationScopes } from "../contract/scopes.ts";

/** What the scripts find out themselves when they are asked. */
const found = ["file", "folder", "profile", "fields"] as const;

/** What is known beforehand, by the name that flags and arguments give in `completes`. */
const known: Readonly<Record<string, readonly string[]>> = {
  "audit-action": auditActions,
  operation: allOperations.map(({ name }) => name),
  path: [...new Set(allOperations.map(({ path }) => path))],
  scope: operationScopes,
};

interface Completed {
  readonly choices?: readonly string[];
  readonly completes?: string;
}

/**
 * What may stand in one place, as the scripts read it: words with spaces between, `@` and what to look for,
 * or `@any` where nothing can be offered.
 */
export function valuesFor({ choices, completes }: Completed): string {
  if (choices !== undefined) return choices.join(" ");
  if (completes === undefined) return "@any";
  const words = known[completes];
  if (words !== undefined) return words.join(" ");
  if (found.some((name) => name === completes)) return `@${completes}`;
  throw new RangeError(`nothing is known of how to complete ${completes}`);
}
