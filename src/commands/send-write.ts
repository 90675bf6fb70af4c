import type { Answer } from "../client/api.ts";
import type { Context } from "../context.ts";
import type { Input, Output } from "../contract/operation.ts";
import type { AnyOperation } from "../contract/operations.ts";
import type { Column } from "../terminal/output.ts";
import { confirmWrite } from "./confirm.ts";
import { shapeOf } from "./shape.ts";
import { validateBody } from "./validate-body.ts";

export interface Write<Row extends AnyOperation> {
  readonly operation: Row;
  readonly path?: Input<Row>["path"];
  /** Checked here, for it may come from a file. */
  readonly body?: unknown;
  readonly columns: readonly Column[];
}

/** Sends one write and shows its answer. Whatever can be refused is refused before anything is sent. */
export async function sendWrite<Row extends AnyOperation>(
  context: Context,
  { operation, path, body, columns }: Write<Row>,
): Promise<Answer<Output<Row>>> {
  await validateBody(operation, body);
  const results = await context.output.results(shapeOf(operation, columns));
  await confirmWrite(context);
  const api = await context.api();
  // The path has the row's type, and the body has just been checked against its schema.
  const answer = await api.call(operation, { path, body } as unknown as Input<Row>);
  if (answer.value !== undefined) await results.record(answer.value);
  return answer;
}
