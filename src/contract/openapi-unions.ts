import { isRecord } from "../values/record.ts";
import { alternativesOf, type JsonSchema, propertiesOf } from "./json-schema.ts";
import { pascalCase } from "./words.ts";

/** How the alternatives of a union are told apart and named. */
export interface UnionNaming {
  /** The property with the word that tells them apart. */
  readonly property: string;
  /** What their names end in. */
  readonly suffix: string;
}

/** A union as named components: a flat list of references with a discriminator, and one schema for each word. */
export function splitUnion(
  name: string,
  union: JsonSchema,
  { property, suffix }: UnionNaming,
): [string, JsonSchema][] {
  const schemas = new Map<string, JsonSchema>();
  for (const schema of flatAlternatives(union)) {
    const word = wordOf(schema, property);
    const before = schemas.get(word);
    schemas.set(word, before === undefined ? schema : joinByOperator(before, schema));
  }
  const parts = [...schemas].map(([word, schema]) => ({
    word,
    schema,
    name: `${pascalCase(word)}${suffix}`,
  }));
  const references = parts.map((part) => [part.word, `#/components/schemas/${part.name}`] as const);
  const whole = {
    oneOf: references.map(([, $ref]) => ({ $ref })),
    discriminator: { propertyName: property, mapping: Object.fromEntries(references) },
  };
  return [[name, whole], ...parts.map((part): [string, JsonSchema] => [part.name, part.schema])];
}

function flatAlternatives(schema: JsonSchema): readonly JsonSchema[] {
  const inner = alternativesOf(schema);
  return inner.length === 0 ? [schema] : inner.flatMap(flatAlternatives);
}

function wordOf(schema: JsonSchema, property: string): string {
  const node = propertiesOf(schema)[property];
  return isRecord(node) ? String(node["const"]) : "";
}

/** Some linters close every object that does not say otherwise, a part of a rule too. */
const others = { additionalProperties: true };

/** Two objects of the same word as one: their operators together, and which value goes with which of them. */
function joinByOperator(first: JsonSchema, second: JsonSchema): JsonSchema {
  const [one, other] = [propertiesOf(first), propertiesOf(second)];
  return {
    ...first,
    properties: {
      ...one,
      operator: { type: "string", enum: [one, other].flatMap(({ operator }) => wordsOf(operator)) },
      value: { anyOf: [one["value"], other["value"]] },
    },
    if: { properties: { operator: { enum: wordsOf(one["operator"]) } }, ...others },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { properties: { value: one["value"] }, ...others },
    else: { properties: { value: other["value"] }, ...others },
  };
}

function wordsOf(node: unknown): readonly unknown[] {
  if (!isRecord(node)) return [];
  return Array.isArray(node["enum"]) ? node["enum"] : [node["const"]];
}
