import { itemsOf, type JsonSchema, propertiesOf, requiredOf } from "../../contract/json-schema.ts";
import { responseSchema } from "../../contract/openapi-schemas.ts";
import type { Operation } from "../../contract/operation.ts";
import { isRecord } from "../../values/record.ts";
import type { CommandBody } from "../command.ts";
import { type Fields, record } from "../result.ts";

const dialect = "https://json-schema.org/draft/2020-12/schema";

/** The JSON Schema of what a command prints with `-o json`; undefined if it prints nothing. */
export async function resultSchema(command: CommandBody): Promise<JsonSchema | undefined> {
  const { otherwise } = command;
  const usual = await usualSchema(command);
  if (usual === undefined || otherwise === undefined) return usual;
  const { $schema, ...plain } = usual;
  return { $schema, anyOf: [plain, otherwise.result.schema] };
}

async function usualSchema({
  adds,
  control,
  operation,
  result,
}: CommandBody): Promise<JsonSchema | undefined> {
  if (result === null) return undefined;
  if (result !== undefined && "schema" in result) return { $schema: dialect, ...result.schema };
  const asked = operation ?? control;
  // The service may answer any path with any JSON.
  if (asked === undefined) return { $schema: dialect };
  const answer = await operationResultSchema(asked);
  if (answer === undefined) return undefined;
  if (adds !== undefined) return withFields(answer, adds);
  const { items } = propertiesOf(answer);
  return result !== undefined && isRecord(items) ? { $schema: dialect, ...itemsOf(items) } : answer;
}

/** A list whose items have these fields besides. */
function withFields(answer: JsonSchema, adds: Fields): JsonSchema {
  const { items: list, ...rest } = propertiesOf(answer);
  const item = (isRecord(list) && itemsOf(list)) || {};
  const { schema } = record(adds);
  const items = {
    ...item,
    properties: { ...propertiesOf(item), ...propertiesOf(schema) },
    required: [...requiredOf(item), ...requiredOf(schema)],
  };
  return { ...answer, properties: { ...rest, items: { type: "array", items } } };
}

type Answering = Pick<Operation, "name" | "schemas"> & { readonly paged?: boolean };

/** The JSON Schema of an operation's result as `-o json` prints it; undefined if there is none. */
export async function operationResultSchema(operation: Answering): Promise<JsonSchema | undefined> {
  const { response } = await operation.schemas();
  if (response === undefined) return undefined;
  const schema = responseSchema(response, new Map());
  return { $schema: dialect, title: operation.name, ...(operation.paged ? listed(schema) : schema) };
}

/** Rows of several pages are one list, which has nothing before it. */
function listed(schema: JsonSchema): JsonSchema {
  const { items, limit, next_cursor } = propertiesOf(schema);
  return {
    type: "object",
    properties: { items, limit, next_cursor },
    required: ["items", "limit", "next_cursor"],
  };
}
