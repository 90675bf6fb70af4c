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
    if (shape) fields[words.join(" ")] = namesIn(shape);
    else if (row !== undefined && shape === undefined) fields[words.join(" ")] = await fieldNames(row);
  }
  return { groups, commands, fields };
}

/** The names in a command's own account of its JSON, where that is one plain object or a list of such. */
function namesIn(shape: string): readonly string[] {
  return /^(?:\{"items": \[)?\{([a-z_, ]+)\}(?:\]\})?$/.exec(shape)?.[1]?.split(", ") ?? [];
}
