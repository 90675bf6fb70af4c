import { operationResultSchema } from "../src/commands/explain/result-schema.ts";
import { controlOperations } from "../src/contract/control/operations.ts";
import { fieldNames } from "../src/contract/fields.ts";
import { openapiDocument } from "../src/contract/openapi.ts";
import type { OperationSchemas } from "../src/contract/operation.ts";
import { allOperations } from "../src/contract/operations.ts";
import { testingDeclarations } from "./declarations.ts";
import { referencePages } from "./reference/pages.ts";

/** Every file that is made from the source, by its path from the root of the project. */
export async function generatedFiles(): Promise<Record<string, string>> {
  return {
    "docs/openapi.json": jsonText(await openapiDocument()),
    "src/contract/answers.json": jsonText(await answers()),
    ...(await resultSchemas()),
    ...(await referencePages()),
    "docs/testing.d.ts": testingDeclarations(),
  };
}

/** The JSON Schema of each operation's result. */
async function resultSchemas(): Promise<Record<string, string>> {
  const schemas = await Promise.all(
    allOperations.map(async (row) => [row.name, await operationResultSchema(row)] as const),
  );
  return Object.fromEntries(
    schemas.flatMap(([name, schema]) =>
      schema === undefined ? [] : [[`docs/schemas/${name}.json`, jsonText(schema)]],
    ),
  );
}

async function answers(): Promise<object> {
  const rows = await Promise.all([
    ...allOperations.map(async (row) => [row.name, await answerOutline(row)] as const),
    // Help needs no more of these, and every start loads the file.
    ...Object.values(controlOperations).map(async (row) => {
      const outline = await answerOutline(row);
      const fields = outline?.fields.filter((name) => !name.includes("."));
      return [row.name, outline && { ...outline, fields }] as const;
    }),
  ]);
  return Object.fromEntries(rows.filter(([, outline]) => outline !== undefined));
}

function jsonText(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** What an operation returns, as far as one line of help can say. */
interface AnswerOutline {
  /** Whether the answer holds a list of items; the fields are then those of an item, by their dotted names. */
  readonly list: boolean;
  readonly fields: readonly string[];
}

/** Undefined for an operation that answers without a body, or with an empty one. */
async function answerOutline(operation: {
  schemas(): Promise<OperationSchemas>;
}): Promise<AnswerOutline | undefined> {
  const { response } = await operation.schemas();
  const names = await fieldNames(operation);
  if (response === undefined || names.length === 0) return undefined;
  const { properties = {} } = response.toJSONSchema({ io: "output" });
  return { list: Object.hasOwn(properties, "items"), fields: names };
}
