import type { KeyObject } from "node:crypto";
import { decodeJwt, decodeProtectedHeader, SignJWT } from "jose";
import { thumbprint } from "../contract/thumbprint.ts";
import { version } from "../version.ts";

/** Milliseconds; the service refuses a token that is valid for longer (decisions, clock). */
export const longestLifetime = 24 * 3_600_000;

/** Seconds that the two clocks may differ (decisions, clock). */
export const allowedSkew = 30;

/** Default lifetime of a token in milliseconds (decisions, client default). */
export const defaultLifetime = 5 * 60_000;

/** A key on P-521. */
interface Signer {
  /** Only the public half, if the private half signs elsewhere. */
  readonly key: KeyObject;
  /** Resolves to r and s, in the form that ES512 uses. */
  sign?(input: Uint8Array): Promise<Uint8Array>;
}

export interface TokenRequest {
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
  const header = { alg: "ES512", typ: "JWT", kid: await thumbprint(signer.key) };
  if (signer.sign !== undefined) return signElsewhere(header, claims, signer.sign);
  return new SignJWT(claims).setProtectedHeader(header).sign(signer.key);
}

/** A signer elsewhere takes the signing input itself (RFC 7515, section 5.1). */
async function signElsewhere(
  header: object,
  claims: object,
  sign: NonNullable<Signer["sign"]>,
): Promise<string> {
  const input = [header, claims].map(encodePart).join(".");
  const signature = await sign(Buffer.from(input));
  return `${input}.${Buffer.from(signature).toString("base64url")}`;
}

function encodePart(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString("base64url");
}

type Fields = Readonly<Record<string, unknown>>;

/** Header and claims of a token, whose signature is not checked; undefined for any other text. */
export function decodeToken(text: string): { readonly header: Fields; readonly claims: Fields } | undefined {
  // jose skips white space within the parts.
  if (/\s/.test(text)) return undefined;
  try {
    return { header: { ...decodeProtectedHeader(text) }, claims: decodeJwt(text) };
  } catch {
    return undefined;
  }
}
