import { digest } from "../digest.ts";
import { type Claims, readClaims } from "./token-claims.ts";
import { readKeyId } from "./token-header.ts";
import { readParts, type Signed } from "./token-parts.ts";

/** A token whose form is right; whether anyone vouches for it is another question. */
export interface Token extends Signed {
  /** The thumbprint of the key pair that is said to have signed it. */
  readonly kid: string;
  readonly claims: Claims;
  /** The same for every spelling of the signature: one token has one. */
  readonly id: string;
}

/** Reads a token; a Failure 401 for one that could not be valid whoever signed it. */
export function readToken(text: string): Token {
  const parts = readParts(text);
  const { signature, signed } = parts;
  return { kid: readKeyId(parts), claims: readClaims(parts), id: digest(signed), signature, signed };
}
