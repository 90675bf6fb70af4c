import { type KeyObject, sign } from "node:crypto";
import { promisify } from "node:util";
import { thumbprint } from "../contract/thumbprint.ts";
import { version } from "../version.ts";
import { allowedSkew, longestLifetime } from "./inspect-token.ts";

/** Default lifetime of a token in milliseconds (decisions, client default). */
export const defaultLifetime = 5 * 60_000;

interface TokenRequest {
  /** On P-521. */
  readonly key: KeyObject;
  readonly scopes: readonly string[];
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Milliseconds from now until the token expires, `longestLifetime` at most. */
  readonly ttl: number;
  /** Never the same twice. */
  readonly id: string;
  /** Further claims, such as `embed`. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** Signs a token with ES512 under the name of its key pair (specification, section 5). */
export async function signToken({ key, scopes, now, ttl, id, extra }: TokenRequest): Promise<string> {
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
  const input = [{ alg: "ES512", typ: "JWT", kid: thumbprint(key) }, claims].map(encodePart).join(".");
  return `${input}.${(await signInput(input, key)).toString("base64url")}`;
}

function encodePart(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString("base64url");
}

/** The signature is r and s, 66 bytes each (RFC 7518, section 3.4). */
function signInput(input: string, key: KeyObject): Promise<Buffer> {
  return promisify(sign)("sha512", Buffer.from(input), { key, dsaEncoding: "ieee-p1363" });
}
