import { lookup } from "node:dns/promises";
import type { Patience } from "./probes.ts";
import { within } from "./within.ts";

/** Asks as connecting does: the hosts file first, then the name servers. */
export async function resolve(name: string, patience: Patience): Promise<readonly string[]> {
  const found = await within(lookup(name, { all: true }), patience);
  return found.map(({ address }) => address);
}
