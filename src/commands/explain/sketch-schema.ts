import type { JsonSchema } from "../../contract/json-schema.ts";

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
