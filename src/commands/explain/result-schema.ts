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

/** A name, quoted or not, with what follows it; or a sign, of which `...` stands for what is left out. */
const token = /(?:"([^"]*)"|([\w-]+))(\?{0,2})(?::([a-z]+))?|(\.\.\.|[{}[\]:,])/g;

/** One token of a sketch. */
interface Token {
  /** Empty for a sign. */
  readonly name: string;
  readonly sign: string;
  readonly schema: JsonSchema;
  readonly mayBeAbsent: boolean;
}

/**
 * The JSON Schema of a result that help sketches in one line: `{"items": [{id, error?, done:boolean, note??}]}`. A member
 * is text unless its type is given; it may be null after one question mark, and absent after two.
 */
export function sketchSchema(sketch: string): JsonSchema {
  const forms = sketch.replace(/, one per line$/, "").split(/; with [A-Z]+ /);
  const [schema = {}, ...more] = forms.map((form) => {
    const found = form.matchAll(token);
    return readValue(
      Array.from(found, ([, quoted, name, marks, type, sign]) => ({
        name: quoted ?? name ?? "",
        sign: sign ?? "",
        schema: typed(type ?? "string", marks === "?"),
        mayBeAbsent: marks === "??",
      })),
    );
  });
  return more.length === 0 ? schema : { anyOf: [schema, ...more] };
}

function typed(word: string, mayBeNull: boolean): JsonSchema {
  if (word === "any") return {};
  const type = word === "strings" ? "array" : word;
  const items = word === "strings" ? { items: { type: "string" } } : {};
  return { type: mayBeNull ? [type, "null"] : type, ...items };
}

/** Takes one value off the front of the tokens. */
function readValue(tokens: Token[]): JsonSchema {
  switch (tokens.shift()?.sign) {
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

function readObject(tokens: Token[]): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  for (let next = tokens.shift(); next !== undefined && next.sign !== "}"; next = tokens.shift()) {
    const { name, schema, mayBeAbsent } = next;
    if (name === "") continue;
    const isNested = tokens[0]?.sign === ":";
    if (isNested) tokens.shift();
    properties[name] = isNested ? readValue(tokens) : schema;
    if (!mayBeAbsent) required.push(name);
  }
  return { type: "object", properties, required };
}
