import type { TokenClock } from "../sources.ts";
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
  readonly clock: TokenClock;
  readonly verifySignature: VerifySignature;
  /** Says where else a key pair is known. */
  findKeyOwner(thumbprint: string): Promise<string | undefined>;
}

/** Cheap checks come first, the signature last; a valid signature is not verified again for a while. */
export function createAuthenticate(parts: AuthenticateParts): Authenticate {
  const { clock, verifySignature } = parts;
  const verified = createTokenCache<Credentials>();

  return async (header) => {
    const text = readBearer(header);
    const known = verified.find(text, clock.now());
    const token = known?.token ?? readToken(text);
    checkTimes(token.claims, clock);
    const keyPair = await findActive(parts, token.kid);
    if (known !== undefined && isSame(known.keyPair, keyPair)) return { keyPair, token };
    if (!(await verifySignature(keyPair.publicKey, token)))
      throw rejected("The signature is not that of the key pair");
    verified.keep(text, { keyPair, token }, clock.now());
    return { keyPair, token };
  };
}

// Checked on every request, so that a key pair that was deleted or made inactive is refused at once.
async function findActive(
  { findKeyOwner, store }: Pick<AuthenticateParts, "findKeyOwner" | "store">,
  kid: string,
): Promise<KeyPairRecord> {
  const keyPair = await store.findKeyPair(kid);
  if (keyPair === undefined) {
    const owner = await findKeyOwner(kid).catch(() => undefined);
    const where = owner === undefined ? "" : `, but ${owner} has one`;
    throw rejected(`No key pair here has the thumbprint of the token${where}`);
  }
  if (!keyPair.active) throw rejected(`The key pair ${keyPair.id} is not active`);
  return keyPair;
}

function isSame(a: KeyPairRecord, b: KeyPairRecord): boolean {
  return a.id === b.id && a.publicKey === b.publicKey;
}
