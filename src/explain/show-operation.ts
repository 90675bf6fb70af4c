import { recordShape } from "../commands/record-shape.ts";
import type { Context } from "../context.ts";
import type { AnyOperation } from "../contract/operations.ts";
import { UsageError } from "../errors.ts";
import { describeOperation } from "./operation-schemas.ts";
import { showPage } from "./show-page.ts";
import { findSkeleton } from "./skeletons.ts";

/** A page to people, data to scripts. */
export async function showOperation(context: Context, operation: AnyOperation): Promise<void> {
  const { output } = context;
  if (output.format === "table") return showPage(context, operation);
  const results = await output.results(recordShape([], ["*"]));
  await results.record(await describeOperation(operation));
}

/** A body to start from. */
export async function showSkeleton({ output }: Context, { name }: AnyOperation): Promise<void> {
  const body = findSkeleton(name);
  if (body === undefined) throw new UsageError(`${name} takes no body`, { hint: `payctl explain ${name}` });
  await output.text(JSON.stringify(body, null, 2));
}
