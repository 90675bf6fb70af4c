import { fillScript } from "./completion/fill-script.ts";
import { loadCommandLine } from "./completion/load-command-line.ts";
import { scriptFiles, shells } from "./completion/shells.ts";
import { completionTable } from "./completion/table.ts";
import { answerOutline } from "./contract/answer-outline.ts";
import { openapiDocument } from "./contract/openapi.ts";
import { allOperations } from "./contract/operations.ts";
import { referencePages } from "./reference/pages.ts";

/** Every file that is made from the source, by its path from the root of the project; `read` gives what stands there. */
export async function generatedFiles(read: (path: string) => string): Promise<Record<string, string>> {
  const table = completionTable(await loadCommandLine());
  const scripts = shells.map((shell) => {
    const path = scriptFiles[shell];
    return [path, fillScript(shell, read(path), table)] as const;
  });
  return {
    "openapi.json": jsonText(await openapiDocument()),
    "src/help/answers.json": jsonText(await answers()),
    ...Object.fromEntries(scripts),
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
