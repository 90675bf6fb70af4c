import { type JsonSchema, propertiesOf } from "../../contract/json-schema.ts";
import { responseSchema } from "../../contract/openapi-schemas.ts";
import type { Operation } from "../../contract/operation.ts";
import type { CommandBody } from "../command.ts";

const dialect = "https://json-schema.org/draft/2020-12/schema";

/** The JSON Schema of what a command prints with `-o json`; undefined if it prints nothing. */
export async function resultSchema(command: CommandBody): Promise<JsonSchema | undefined> {
  const { operation, shape, shapeOfSeveral } = command;
  if (shape === null) return undefined;
  if (shape !== undefined) return { $schema: dialect, ...sketchSchema(shape) };
  // The service may answer any path with any JSON.
  if (operation === undefined) return { $schema: dialect };
  const one = await operationResultSchema(operation);
  if (one === undefined || shapeOfSeveral === undefined) return one;
  const { $schema, ...plain } = one;
  return { $schema, anyOf: [plain, sketchSchema(shapeOfSeveral)] };
}

/** The JSON Schema of an operation's result as `-o json` prints it; undefined if there is none. */
export async function operationResultSchema(operation: Operation): Promise<JsonSchema | undefined> {
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

/** A name, quoted or not, or a sign; `...` stands for what is left out. */
const token = /"([^"]*)"|([\w-]+)|(\.\.\.|[{}[\]:,])/g;

/** The JSON Schema of a result that help sketches in one line: `{"items": [{id, result}]}`. */
export function sketchSchema(sketch: string): JsonSchema {
  const found = sketch.replace(/, one per line$/, "").matchAll(token);
  return readValue(Array.from(found, ([, quoted, name, sign]) => quoted ?? name ?? sign ?? ""));
}

/** Takes one value off the front of the tokens. */
function readValue(tokens: string[]): JsonSchema {
  switch (tokens.shift()) {
    case "{":
      return readObject(tokens);
    case "[": {
      const items = readValue(tokens);
      tokens.shift();
      return { type: "array", items };
    }
    default:
      return {};
  }
}

function readObject(tokens: string[]): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  for (let name = tokens.shift(); name !== undefined && name !== "}"; name = tokens.shift()) {
    if (name === "," || name === "...") continue;
    const isNested = tokens[0] === ":";
    if (isNested) tokens.shift();
    properties[name] = isNested ? readValue(tokens) : {};
  }
  return { type: "object", properties };
}
