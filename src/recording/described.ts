import { failureBodySchema } from "../contract/openapi-failures.ts";
import type { OperationSchemas } from "../contract/operation.ts";
import type { AnyOperation } from "../contract/operations.ts";
import { nodesOf, type SchemaNode } from "../contract/schema-nodes.ts";

/** What the contract says about each part of an exchange. */
export type Described = Awaited<ReturnType<typeof describe>>;

/** Of an exchange that no operation has, only the form of a failure is known. */
export async function describe(operation: AnyOperation | undefined) {
  const schemas: OperationSchemas | undefined = await operation?.schemas();
  const body = nodesOf(schemas?.body);
  // A resource that can be sent is described twice, and more closely where it is sent.
  const answer = [...nodesOf(schemas?.response), ...body];
  return {
    path: nodesOf(schemas?.path),
    query: nodesOf(schemas?.query),
    body,
    answer: (status: number): readonly SchemaNode[] => (status < 400 ? answer : [failureBodySchema(status)]),
  };
}

/** The words and constants that may stand at a place. */
export function wordsOf(nodes: readonly SchemaNode[]): readonly unknown[] {
  return nodes.flatMap(({ const: constant = [], enum: words = [], examples = [] }) =>
    [constant, words, examples].flat(),
  );
}
