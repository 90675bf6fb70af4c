import type { AnyOperation } from "../contract/operations.ts";
import { type FieldProblem, UsageError } from "../errors.ts";

/** Refuses a body that the service would refuse, naming every problem, before anything is sent. */
export async function validateBody(operation: AnyOperation, body: unknown): Promise<void> {
  const schemas = await operation.schemas();
  if (!("body" in schemas)) return;
  const result = schemas.body.safeParse(body);
  if (result.success) return;
  throw new UsageError("the request is not valid", {
    fields: result.error.issues.map(
      (issue): FieldProblem => ({ field: ["body", ...issue.path].join("."), message: issue.message }),
    ),
    hint: `payctl explain ${operation.name}`,
  });
}
