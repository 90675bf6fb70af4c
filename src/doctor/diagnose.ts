import type { Context } from "../context.ts";
import { ConfigurationError } from "../errors.ts";
import { checks } from "./checks.ts";
import { createExamination } from "./create-examination.ts";
import type { CheckRow } from "./finding.ts";
import { runChecks } from "./run-checks.ts";
import { showChecks } from "./show-checks.ts";

/** Runs and shows every check; throws when one failed. */
export async function diagnose(context: Context): Promise<undefined> {
  const show = await showChecks(
    context,
    checks.map(({ name }) => name),
  );
  const found: CheckRow[] = [];
  await show(remember(runChecks(checks, await createExamination(context)), found));
  const failed = found.filter(({ result }) => result === "failure");
  const [first] = failed;
  if (first === undefined) return undefined;
  const names = failed.map(({ name }) => name).join(", ");
  throw new ConfigurationError(
    `${failed.length === 1 ? "a check" : `${failed.length} checks`} failed: ${names}`,
    {
      hint: first.hint ?? undefined,
    },
  );
}

async function* remember(rows: AsyncIterable<CheckRow>, found: CheckRow[]): AsyncGenerator<CheckRow> {
  for await (const row of rows) {
    found.push(row);
    yield row;
  }
}
