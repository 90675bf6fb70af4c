import { digest } from "../digest.ts";
import type { KeyPairRecord } from "../store/records.ts";
import type { Store } from "../store/store.ts";
import { checkTimes, readBearer, readToken, rejected, type Token } from "./token.ts";
import type { VerifySignature } from "./verify.ts";

/** A token that a known key pair signed and that is valid now. */
export interface Credentials {
  readonly keyPair: KeyPairRecord;
  readonly token: Token;
}

/** Identifies the sender of a request by its `Authorization` header; a Failure 401 if that is impossible. */
export type Authenticate = (header: string | undefined) => Promise<Credentials>;

interface AuthenticateParts {
  readonly store: Store;
  now(): Date;
  readonly verifySignature: VerifySignature;
}

/** Cheap checks come first, the signature last; a valid signature is not verified again for a while. */
export function createAuthenticate({ now, store, verifySignature }: AuthenticateParts): Authenticate {
  const verified = createCache();

  return async (header) => {
    const text = readBearer(header);
    const time = now();
    const known = verified.find(text, time);
    const token = known?.token ?? readToken(text);
    checkTimes(token.claims, time);
    const keyPair = await findActive(store, token.kid);
    if (known !== undefined && isSame(known.keyPair, keyPair)) return { keyPair, token };
    if (!(await verifySignature(keyPair.publicKey, text, time)))
      throw rejected("The signature is not that of the key pair");
    verified.keep(text, { keyPair, token }, now());
    return { keyPair, token };
  };
}

// Checked on every request, so that a key pair that was deleted or made inactive is refused at once.
async function findActive(store: Store, kid: string): Promise<KeyPairRecord> {
  const keyPair = await store.findKeyPair(kid);
  if (keyPair === undefined) throw rejected("No key pair here has the thumbprint of the token");
  if (!keyPair.active) throw rejected(`The key pair ${keyPair.id} is not active`);
  return keyPair;
}

function isSame(a: KeyPairRecord, b: KeyPairRecord): boolean {
  return a.id === b.id && a.publicKey === b.publicKey;
}

/** Milliseconds. */
const longestMemory = 5 * 60 * 1000;

const mostTokens = 1000;

/**
 * Remembers who signed a token, by its digest, so that no token is stored. Callers check again what may have changed
 * since; this only bounds time and memory.
 */
function createCache() {
  const entries = new Map<string, { readonly value: Credentials; readonly since: number }>();
  return {
    find(token: string, now: Date): Credentials | undefined {
      const entry = entries.get(digest(token));
      const age = now.getTime() - (entry?.since ?? 0);
      return age >= 0 && age < longestMemory ? entry?.value : undefined;
    },
    keep(token: string, value: Credentials, now: Date): void {
      const name = digest(token);
      // A map lists its keys in insertion order.
      entries.delete(name);
      const [oldest] = entries.keys();
      if (entries.size >= mostTokens && oldest !== undefined) entries.delete(oldest);
      entries.set(name, { value, since: now.getTime() });
    },
  };
}
