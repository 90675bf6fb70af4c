import { answerOutline } from "./contract/answer-outline.ts";
import { openapiDocument } from "./contract/openapi.ts";
import { allOperations } from "./contract/operations.ts";
import { referencePages } from "./reference/pages.ts";

/** Every file that is made from the source, by its path from the root of the project. */
export async function generatedFiles(): Promise<Record<string, string>> {
  return {
    "openapi.json": jsonText(await openapiDocument()),
    "src/help/answers.json": jsonText(await answers()),
    ...(await referencePages()),
  };
}

async function answers(): Promise<object> {
  const rows = await Promise.all(
    allOperations.map(async (row) => [row.name, await answerOutline(row)] as const),
  );
  return Object.fromEntries(rows.filter(([, outline]) => outline !== undefined));
}

function jsonText(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
