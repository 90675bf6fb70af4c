/** How Node names a failure of the system, as in `ENOENT`; undefined for an error without such a name. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** The same behind a sentence: ` (ENOENT)`, or nothing. */
export function codeInBrackets(error: unknown): string {
  const code = systemCode(error);
  return code === undefined ? "" : ` (${code})`;
}
