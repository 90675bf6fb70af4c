import type { AnyOperation } from "../contract/operations.ts";
import { UsageError } from "../errors.ts";

/** Refuses a body that the service would refuse, naming every problem, before anything is sent. */
export async function validateBody(operation: AnyOperation, body: unknown): Promise<void> {
  const schemas = await operation.schemas();
  if (!("body" in schemas)) return;
  const result = schemas.body.safeParse(body);
  if (result.success) return;
  const { fieldProblems } = await import("../documents/field-problems.ts");
  throw new UsageError("the request is not valid", {
    fields: fieldProblems(result.error.issues, ["body"]),
    hint: `payctl explain ${operation.name}`,
  });
}
