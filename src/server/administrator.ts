import { type Registration, registerKeyPair } from "./seed/apply.ts";
import type { ReferenceStore } from "./store/open.ts";
import { readPublicKey } from "./store/public-key.ts";
import type { KeyPairRecord } from "./store/records.ts";

/** The key pair that may do everything, by its PEM: one that the seed or an earlier start made known stays as it is. */
export async function ensureAdministrator(store: ReferenceStore, publicKey: string): Promise<void> {
  if ((await findAdministrator(store, publicKey)) !== undefined) return;
  await registerKeyPair(store, administratorRegistration(store.newId(), publicKey));
}

export function administratorRegistration(id: string, publicKey: string): Registration {
  return { id, displayName: "payctl serve", publicKey };
}

export function findAdministrator(
  store: ReferenceStore,
  publicKey: string,
): Promise<KeyPairRecord | undefined> {
  const thumbprint = thumbprintOf(publicKey) ?? "";
  return store.read(({ apiKeyPairs }) => apiKeyPairs.findByThumbprint(thumbprint));
}

export function thumbprintOf(publicKey: string): string | undefined {
  return readPublicKey(publicKey)?.thumbprint;
}
