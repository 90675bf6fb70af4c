import type { Context } from "../context.ts";

/** A change of payctl's own files; under `--dry-run` it is only told. */
export async function applyChange(context: Context, what: string, apply: () => Promise<void>): Promise<void> {
  if (context.globals.dryRun) return context.output.note(`would ${what}`);
  await apply();
}
