import { fieldNames } from "./fields.ts";
import type { OperationSchemas } from "./operation.ts";
import type { AnyOperation } from "./operations.ts";

/** What an operation answers, as far as one line of help can tell. */
export interface AnswerOutline {
  /** Whether the answer holds a list of items; the fields are then those of an item, by their dotted names. */
  readonly list: boolean;
  readonly fields: readonly string[];
}

/** Undefined for an operation that answers without a body, or with an empty one. */
export async function answerOutline(operation: AnyOperation): Promise<AnswerOutline | undefined> {
  const { response }: OperationSchemas = await operation.schemas();
  const names = await fieldNames(operation);
  if (response === undefined || names.length === 0) return undefined;
  const { properties = {} } = response.toJSONSchema({ io: "output" });
  return { list: Object.hasOwn(properties, "items"), fields: names };
}
