import type { KeyPairRecord } from "../store/records.ts";
import type { Store } from "../store/store.ts";
import { readBearer } from "./bearer.ts";
import { createFindKeyPair, type FindKeyPair } from "./find-key-pair.ts";
import { readToken, type Token } from "./token.ts";
import { createTokenCache } from "./token-cache.ts";
import { checkTimes } from "./token-times.ts";
import { rejected } from "./unauthorized.ts";
import { createVerifySignature } from "./verify-signature.ts";

/** A token that a known key pair signed and that is valid now. */
export interface Credentials {
  readonly keyPair: KeyPairRecord;
  readonly token: Token;
}

/** Tells who sends a request by its `Authorization` header; a Failure 401 where nobody can tell. */
export type Authenticate = (header: string | undefined) => Promise<Credentials>;

interface AuthenticateParts {
  readonly store: Store;
  now(): Date;
}

/** Signatures that may be checked at a time. */
const longestQueue = 1024;

/** Cheap checks come first, the signature last; a signature that was right is not computed again for a while. */
export function createAuthenticate({ now, store }: AuthenticateParts): Authenticate {
  const verified = createTokenCache<Credentials>();
  const findKeyPair = createFindKeyPair(store);
  const verifySignature = createVerifySignature(longestQueue);

  return async (header) => {
    const text = readBearer(header);
    const known = verified.find(text, now());
    const token = known?.token ?? readToken(text);
    checkTimes(token.claims, now());
    const keyPair = await findActive(findKeyPair, token.kid);
    if (known !== undefined && isSame(known.keyPair, keyPair)) return { keyPair, token };
    if (!(await verifySignature(keyPair.publicKey, token))) throw rejected();
    verified.keep(text, { keyPair, token }, now());
    return { keyPair, token };
  };
}

// Asked on every request, so that a key pair that was deleted or made inactive is refused at once.
async function findActive(find: FindKeyPair, kid: string): Promise<KeyPairRecord> {
  const keyPair = await find(kid);
  if (!keyPair?.active) throw rejected();
  return keyPair;
}

function isSame(a: KeyPairRecord, b: KeyPairRecord): boolean {
  return a.id === b.id && a.publicKey === b.publicKey;
}
