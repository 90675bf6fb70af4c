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
    // Rows one a line are the operation's own, and have its fields.
    const isOfRow = shape === undefined || shape?.endsWith(", one a line");
    if (row !== undefined && isOfRow) fields[words.join(" ")] = await fieldNames(row);
    else if (shape) fields[words.join(" ")] = namesIn(shape);
  }
  return { groups, commands, fields };
}

/** The names in a command's own account of its JSON, where that is one plain object or a list of such. */
function namesIn(shape: string): readonly string[] {
  return /^(?:\{"items": \[)?\{([a-z_, ]+)\}(?:\]\})?$/.exec(shape)?.[1]?.split(", ") ?? [];
}
