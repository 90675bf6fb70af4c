import { covers, knownScopes } from "../contract/scopes.ts";
import { type Advice, UsageError } from "../errors.ts";
import { unknownWord } from "../values/suggest.ts";
import { type Setting, sourceText } from "./settings.ts";

/** The most that payctl may sign or send, and who says so; where several say it, only what all of them allow is left. */
export type Ceiling = Setting<readonly string[]>;

/** What `--read-only` is short for. */
export const readingOnly: readonly string[] = ["*.read"];

/** Words separated by commas; throws UsageError for one that is no scope. */
export function parseScopes(text: string): readonly string[] {
  return checkScopes(text.split(",").map((word) => word.trim()));
}

/** A mistyped word would forbid what was meant to be allowed. */
export function checkScopes(words: readonly string[]): readonly string[] {
  const wrong = words.find((word) => !knownScopes.includes(word));
  if (wrong !== undefined) throw new UsageError(unknownWord(wrong, knownScopes, "a scope"));
  return words;
}

/** Whether all of them allow a token with this scope. */
export function allows(ceilings: readonly Ceiling[], scope: string): boolean {
  return forbidding(ceilings, scope) === undefined;
}

/** What all of them allow; undefined without a ceiling. */
export function commonScopes(ceilings: readonly Ceiling[]): readonly string[] | undefined {
  if (ceilings.length === 0) return undefined;
  const words = ceilings.flatMap(({ value }) => value);
  return [...new Set(words)].filter((word) => allows(ceilings, word)).toSorted();
}

/** Throws UsageError if a scope is above a ceiling; `what` begins the message, as in `merchants create needs`. */
export function refuseAbove(ceilings: readonly Ceiling[], scopes: readonly string[], what: string): void {
  for (const scope of scopes) {
    const ceiling = forbidding(ceilings, scope);
    if (ceiling !== undefined)
      throw new UsageError(`${what} ${forbiddenText(scope, ceiling)}`, { hint: remedy(ceiling) });
  }
}

/** `merchant-accounts.write, which profile support does not allow (audit-logs.read)`; undefined if it is allowed. */
export function whyForbidden(ceilings: readonly Ceiling[], scope: string): string | undefined {
  const ceiling = forbidding(ceilings, scope);
  return ceiling && forbiddenText(scope, ceiling);
}

/** Throws UsageError for a token whose scopes nobody can tell. */
export function refuseUnreadable([ceiling]: readonly Ceiling[]): void {
  if (ceiling === undefined) return;
  throw new UsageError(
    `the token in use can't be read, and ${sourceText(ceiling.source)} allows only ${scopesText(ceiling)}`,
    {
      hint: remedy(ceiling),
    },
  );
}

function forbidding(ceilings: readonly Ceiling[], scope: string): Ceiling | undefined {
  return ceilings.find(({ value }) => !covers(value, scope));
}

function forbiddenText(scope: string, ceiling: Ceiling): string {
  return `${scope}, which ${sourceText(ceiling.source)} does not allow (${scopesText(ceiling)})`;
}

function scopesText({ value }: Ceiling): string {
  return value.join(", ");
}

function remedy({ source }: Ceiling): Advice {
  if (source.kind === "profile") return { text: "use a profile that allows it", command: "-p NAME" };
  return `${source.kind === "flag" ? "leave out" : "unset"} ${sourceText(source)}`;
}
