import { isScope } from "../contract/scopes.ts";
import { UsageError } from "../errors.ts";
import { listFlag } from "../terminal/flags.ts";

/** `--scope`, for the scopes that a token is to carry. */
export function scopeFlag(summary: string) {
  return { ...listFlag(summary, { placeholder: "SCOPE", completes: "scope" }), parse: parseScope };
}

function parseScope(text: string): string {
  if (isScope(text)) return text;
  throw new UsageError("must be a scope such as buyers.read, *.write or embed");
}
