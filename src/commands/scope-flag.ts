import { isScope } from "../contract/scopes.ts";
import { UsageError } from "../errors.ts";
import { severalFlag } from "../terminal/flags.ts";

/** `--scope`, for the scopes that a token is to carry. */
export function scopeFlag(summary: string) {
  return severalFlag(summary, parseScope, { placeholder: "SCOPE", completes: "scope" });
}

function parseScope(text: string): string {
  if (isScope(text)) return text;
  throw new UsageError("must be a scope such as buyers.read, *.write or embed");
}
