/** How one check ended. */
export type Result = "ok" | "warning" | "failure" | "skipped";

/** What a check found: a sentence, and what to do about it. */
export interface Finding {
  readonly result: Result;
  readonly message: string;
  readonly hint?: string | undefined;
}

/** A finding as scripts see it. */
export interface CheckRow {
  readonly name: string;
  readonly result: Result;
  readonly message: string;
  readonly hint: string | null;
}

export function ok(message: string): Finding {
  return { result: "ok", message };
}

export function warning(message: string, hint: string): Finding {
  return { result: "warning", message, hint };
}

export function failure(message: string, hint: string | undefined): Finding {
  return { result: "failure", message, hint };
}

export function skipped(message: string): Finding {
  return { result: "skipped", message };
}
