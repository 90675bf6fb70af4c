import type { TokenParts } from "./token-parts.ts";
import { unauthorized } from "./unauthorized.ts";

/** An ES512 signature is two numbers of 66 bytes each (RFC 7518, section 3.4). */
const signatureBytes = 132;

/** Checks what the header promises and answers the key id; a Failure 401 for every other kind of token. */
export function readKeyId({ header, signature }: TokenParts): string {
  const { alg, crit, kid, typ } = header;
  if (alg !== "ES512") throw unauthorized("token_algorithm", "The token must be signed with ES512");
  if (typ !== undefined && typ !== "JWT") throw unauthorized("token_type", "The token's typ must be JWT");
  // An extension that must be understood is not understood here (RFC 7515, section 4.1.11).
  if (crit !== undefined) throw unauthorized("token_extension", "The token must not name crit");
  if (typeof kid !== "string" || kid === "") {
    throw unauthorized("token_key_id", "The token's kid must be the key pair's thumbprint");
  }
  if (signature.length !== signatureBytes) {
    throw unauthorized("token_signature", "The token's signature must be 132 bytes long");
  }
  return kid;
}
