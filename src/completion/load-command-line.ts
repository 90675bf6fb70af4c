import { groups } from "../commands/groups.ts";
import { commands } from "../commands/table.ts";
import { fieldNames } from "../contract/fields.ts";
import { allOperations } from "../contract/operations.ts";
import type { CommandLine } from "./table.ts";

/** The command line as it is; the names of fields come from the schemas, so this is for the generator alone. */
export async function loadCommandLine(): Promise<CommandLine> {
  const fields: Record<string, readonly string[]> = {};
  for (const { words, operation, shape } of commands) {
    const row = allOperations.find(({ name }) => name === operation?.name);
    if (row !== undefined && shape === undefined) fields[words.join(" ")] = await fieldNames(row);
  }
  return { groups, commands, fields };
}
