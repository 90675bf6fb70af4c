import { hintText, PayctlError } from "../../src/errors.ts";

/** What a person and a script see of an error. */
export interface Seen {
  readonly exitCode: number;
  readonly message: string;
  readonly hint: string | undefined;
}

/** The error that work ends with; work that succeeds fails the test. */
export async function failureOf(work: () => unknown): Promise<Seen> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof PayctlError)) throw error;
    const { exitCode, message, hint } = error;
    return { exitCode, message, hint: hint && hintText(hint) };
  }
  throw new Error("nothing failed");
}

/** The error that a run ends with: the last line that it writes. */
export function errorOf({ code, stderr }: { readonly code: number; readonly stderr: string }) {
  const { message, hint } = JSON.parse(stderr.trim().split("\n").at(-1) ?? "").error;
  return { code, message, hint };
}
