import type { Command } from "../commands/command.ts";
import type { OperationSchemas } from "../contract/operation.ts";
import { flagName } from "../terminal/words.ts";

/** Who applies which options of a list, as they are written. */
export interface Filters {
  readonly service: readonly string[];
  readonly payctl: readonly string[];
}

/** Options that look at rows which have arrived: the service has no such parameter. */
const own: ReadonlySet<string> = new Set(["inactive", "since", "until", "unusedSince"]);
/** Parameters of pages, not filters. */
const paging: ReadonlySet<string> = new Set(["cursor", "limit"]);

/** What narrows a list, by who does it; an option that is a query parameter of the operation is the service's. */
export async function filtersOf({ flags, operation }: Command): Promise<Filters> {
  if (operation?.method !== "GET") return { service: [], payctl: [] };
  const { query }: OperationSchemas = await operation.schemas();
  const sent = new Set(Object.keys(query?.shape ?? {}).filter((name) => !paging.has(name)));
  const written = (keys: readonly string[]) => keys.map((key) => `--${flagName(key)}`);
  return {
    service: written(Object.keys(flags).filter((key) => sent.has(flagName(key).replaceAll("-", "_")))),
    payctl: written(Object.keys(flags).filter((key) => own.has(key))),
  };
}
