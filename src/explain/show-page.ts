import { commands } from "../commands/table.ts";
import type { Context } from "../context.ts";
import type { AnyOperation } from "../contract/operations.ts";
import { terminalWidth } from "../terminal/streams.ts";
import { operationPage } from "./operation-page.ts";
import { loadJsonSchemas } from "./operation-schemas.ts";

/** An operation, and the commands that call it, as wide as the terminal. */
export async function showPage({ host, output }: Context, operation: AnyOperation): Promise<void> {
  const calling = commands.filter((one) => one.operation?.name === operation.name);
  const page = operationPage(operation, await loadJsonSchemas(operation), {
    commands: calling.map(({ words }) => words.join(" ")),
    columns: terminalWidth(host.stdout, host.env),
  });
  await output.text(page);
}
