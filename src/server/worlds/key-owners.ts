import { readPublicKey } from "../../contract/public-key.ts";
import type { Entry, WorldsParts } from "./entry.ts";
import type { WorldRecord } from "./record.ts";

/** To look through that many costs about as much as to check one signature. */
const mostSearched = 100;

type Owned = Pick<WorldRecord, "name" | "publicKey">;

/** Which world, or the root, a key belongs to. */
export function createKeyOwners({ store }: WorldsParts["root"], entries: ReadonlyMap<string, Entry>) {
  /** The names of the worlds that have a key of their own, by its thumbprint. */
  const names = new Map<string, string>();
  return {
    names,
    add({ name, publicKey }: Owned): void {
      if (publicKey !== undefined) names.set(thumbprintOf(publicKey), name);
    },
    remove({ publicKey }: Owned): void {
      if (publicKey !== undefined) names.delete(thumbprintOf(publicKey));
    },
    /** In words; what is said of the owner goes into the journal alone. */
    async find(thumbprint: string): Promise<string | undefined> {
      const owner = names.get(thumbprint);
      if (owner !== undefined) return `the world ${owner}`;
      if ((await store.findKeyPair(thumbprint)) !== undefined) return "the root of the server";
      // Each would be a question for the database.
      if (store.common !== undefined) return undefined;
      for (const entry of [...entries.values()].slice(-mostSearched)) {
        const world = await entry.findOpen();
        if ((await world?.store.findKeyPair(thumbprint)) !== undefined)
          return `the world ${entry.record.name}`;
      }
      return undefined;
    },
  };
}

function thumbprintOf(publicKey: string): string {
  return readPublicKey(publicKey)?.thumbprint ?? "";
}
