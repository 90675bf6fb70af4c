import type { KeyPairRecord } from "../store/records.ts";
import type { Store } from "../store/store.ts";

/** Finds a key pair by its thumbprint. */
export type FindKeyPair = (thumbprint: string) => Promise<KeyPairRecord | undefined>;

/** Asks the store again after every change, so that a key pair that was deleted is unknown on the next request. */
export function createFindKeyPair(store: Store): FindKeyPair {
  const found = new Map<string, KeyPairRecord>();
  let version = store.version();

  function forgetChanged(): void {
    if (version === store.version()) return;
    found.clear();
    version = store.version();
  }

  return async (thumbprint) => {
    forgetChanged();
    const known = found.get(thumbprint);
    if (known !== undefined) return known;
    const asked = store.version();
    const keyPair = await store.read(({ apiKeyPairs }) => apiKeyPairs.findByThumbprint(thumbprint));
    // Unknown thumbprints are not kept: anyone may make them up.
    if (keyPair !== undefined && asked === store.version()) found.set(thumbprint, keyPair);
    return keyPair;
  };
}
