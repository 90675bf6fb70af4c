import type { KeyPairRecord } from "../store/records.ts";
import type { Store } from "../store/store.ts";
import { checkTimes, readBearer, readToken, rejected, type Token } from "./token.ts";
import { createTokenCache, type VerifySignature } from "./verify.ts";

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
  const verified = createTokenCache<Credentials>();

  return async (header) => {
    const text = readBearer(header);
    const known = verified.find(text, now());
    const token = known?.token ?? readToken(text);
    checkTimes(token.claims, now());
    const keyPair = await findActive(store, token.kid);
    if (known !== undefined && isSame(known.keyPair, keyPair)) return { keyPair, token };
    if (!(await verifySignature(keyPair.publicKey, token)))
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
