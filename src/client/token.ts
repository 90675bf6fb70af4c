import { type KeyObject, sign } from "node:crypto";
import { thumbprint } from "../contract/thumbprint.ts";
import { version } from "../version.ts";
import { allowedSkew, longestLifetime } from "./inspect-token.ts";

/** Default lifetime of a token in milliseconds (decisions, client default). */
export const defaultLifetime = 5 * 60_000;

/** What signs, on P-521. */
interface Signer {
  /** Only the public half, if the private half signs elsewhere. */
  readonly key: KeyObject;
  /** Resolves to r and s, in the form that ES512 uses. */
  readonly sign?: (input: Uint8Array) => Promise<Uint8Array>;
}

interface TokenRequest {
  readonly signer: Signer;
  readonly scopes: readonly string[];
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Milliseconds from now until the token expires, `longestLifetime` at most. */
  readonly ttl: number;
  /** Different for each token. */
  readonly id: string;
  /** Further claims, such as `embed`. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** Signs a token with ES512 under the name of its key pair (specification, section 5). */
export async function signToken({ signer, scopes, now, ttl, id, extra }: TokenRequest): Promise<string> {
  const expires = Math.floor((now + ttl) / 1000);
  // A token for the full 24 hours leaves no room for the clock allowance.
  const begins = Math.max(Math.floor(now / 1000) - allowedSkew, expires - longestLifetime / 1000);
  const claims = {
    ...extra,
    iss: `payctl/${version}`,
    iat: begins,
    nbf: begins,
    exp: expires,
    jti: id,
    scopes,
  };
  const { key } = signer;
  const input = [{ alg: "ES512", typ: "JWT", kid: thumbprint(key) }, claims].map(encodePart).join(".");
  const bytes = Buffer.from(input);
  const signature = await (signer.sign?.(bytes) ?? signWith(key, bytes));
  return `${input}.${Buffer.from(signature).toString("base64url")}`;
}

function encodePart(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString("base64url");
}

/**
 * The signature is r and s, 66 bytes each (RFC 7518, section 3.4). Making it takes less time than handing it to a
 * thread.
 */
function signWith(key: KeyObject, input: Uint8Array): Buffer {
  return sign("sha512", input, { key, dsaEncoding: "ieee-p1363" });
}
