import { isUtf8 } from "node:buffer";
import { findJson, isRecord } from "../../values/record.ts";
import { digest } from "../digest.ts";
import { type Failure, failure } from "../failure.ts";

/** The claims that the server acts on; times are seconds since the epoch. */
export interface Claims {
  readonly nbf: number;
  readonly exp: number;
  readonly iat: number | undefined;
  readonly scopes: readonly string[];
}

/** A well-formed token; whether its signature is valid is another question. */
export interface Token {
  /** The thumbprint of the key pair that is said to have signed it. */
  readonly kid: string;
  readonly claims: Claims;
  /** Of what is signed: the same for every spelling of the signature, so each token has only one. */
  readonly id: string;
}

/** Characters; longer tokens are refused before anything is computed. */
const longestToken = 8192;

/** The token of an `Authorization` header; the scheme's case does not matter (RFC 9110, section 11.1). */
export function readBearer(header: string | undefined): string {
  if (header === undefined) throw unauthorized("token_missing", "No Authorization header was sent");
  const token = /^Bearer +([\w.-]+)$/i.exec(header)?.[1];
  if (token === undefined || token.length > longestToken) {
    throw unauthorized("token_malformed", "The Authorization header must be Bearer followed by one token");
  }
  return token;
}

/** Parses a token; a Failure 401 for one that could not be valid whoever signed it. */
export function readToken(text: string): Token {
  const [header, payload, signature, ...rest] = text.split(".");
  if (!(header && payload) || signature === undefined || rest.length > 0) throw malformed();
  const [named, claimed] = [readObject(header), readObject(payload)];
  const signatureLength = readBytes(signature).length;
  return {
    kid: readKeyId(named, signatureLength),
    claims: readClaims(claimed),
    id: digest(`${header}.${payload}`),
  };
}

type Fields = Readonly<Record<string, unknown>>;

/** Seconds by which the clocks of both sides may differ. */
export const skew = 30;

/** Seconds that a token may be valid at most. */
export const longestLife = 24 * 60 * 60;

/** Refuses, with a Failure 401, a token that is not valid at this instant, valid for too long, or never. */
export function checkTimes({ exp, iat, nbf }: Claims, now: Date): void {
  const seconds = now.getTime() / 1000;
  if (exp - nbf > longestLife) {
    throw unauthorized("token_lifetime", "The token must not be valid for more than 24 hours");
  }
  if (exp + skew <= seconds) {
    throw unauthorized("token_expired", "The token has expired", `It expired at ${instant(exp)}`);
  }
  if (nbf - skew > seconds) {
    const reason = `It is valid from ${instant(nbf)} on`;
    throw unauthorized("token_not_yet_valid", "The token is not valid yet", reason);
  }
  // Within the skew on both sides, neither check shows that the token is never valid.
  if (exp <= nbf) throw unauthorized("token_never_valid", "The token expires before it is valid");
  if (iat !== undefined && iat - skew > seconds) {
    const reason = `It was issued at ${instant(iat)}`;
    throw unauthorized("token_not_yet_valid", "The token was issued in the future", reason);
  }
}

function readObject(part: string): Fields {
  const bytes = readBytes(part);
  const value = isUtf8(bytes) ? findJson(bytes.toString()) : undefined;
  if (!isRecord(value)) throw malformed();
  return value;
}

// Node skips characters that are not base64url and ignores spare bits; only the canonical spelling of the bytes is
// accepted.
function readBytes(part: string): Buffer {
  const bytes = Buffer.from(part, "base64url");
  if (bytes.toString("base64url") !== part) throw malformed();
  return bytes;
}

function malformed(): Failure {
  return unauthorized("token_malformed", "The token must be a JWT: three base64url parts, two of them JSON");
}

/** The names of algorithms are short (RFC 7518, section 3.1). */
const longestAlgorithm = 20;

/** An ES512 signature is two numbers of 66 bytes each (RFC 7518, section 3.4). */
const signatureBytes = 132;

/** Checks the header and returns the key id; a Failure 401 for any other kind of token. */
function readKeyId({ alg, crit, kid, typ }: Fields, signatureLength: number): string {
  if (alg !== "ES512") {
    const found = typeof alg === "string" && alg.length <= longestAlgorithm ? `, not with ${alg}` : "";
    throw unauthorized("token_algorithm", `The token must be signed with ES512${found}`);
  }
  if (typ !== undefined && typ !== "JWT") throw unauthorized("token_type", "The token's typ must be JWT");
  // An extension that must be understood is not understood here (RFC 7515, section 4.1.11).
  if (crit !== undefined) throw unauthorized("token_extension", "The token must not contain crit");
  if (typeof kid !== "string" || kid === "") {
    throw unauthorized("token_key_id", "The token's kid must be the key pair's thumbprint");
  }
  if (signatureLength !== signatureBytes) {
    throw unauthorized(
      "token_signature",
      `The token's signature must be 132 bytes long, not ${signatureLength}`,
    );
  }
  return kid;
}

/** Reads the claims, each of its type; a Failure 401 that says what is wrong with the first wrong one. */
function readClaims(payload: Fields): Claims {
  const { checkout_session_id: session, embed, exp, iat, iss, jti, nbf, scopes } = payload;
  if (!isText(iss)) throw wrong("iss", "text", iss);
  if (!isTime(nbf)) throw wrongTime("nbf", nbf);
  if (!isTime(exp)) throw wrongTime("exp", exp);
  if (!isText(jti)) throw wrong("jti", "text", jti);
  if (scopes === undefined && payload["scope"] !== undefined) {
    throw unauthorized("token_claim", "The claim scopes is missing: scope was sent for it");
  }
  if (!isTextList(scopes)) throw wrongScopes(scopes);
  if (iat !== undefined && !isTime(iat)) throw wrongTime("iat", iat);
  if (embed !== undefined && !isRecord(embed)) throw wrong("embed", "an object", embed);
  if (session !== undefined && !isText(session)) throw wrong("checkout_session_id", "text", session);
  return { nbf, exp, iat, scopes };
}

function wrong(name: string, wanted: string, found: unknown): Failure {
  const message = found === undefined ? "is missing" : `must be ${wanted}, not ${kindOf(found)}`;
  return unauthorized("token_claim", `The claim ${name} ${message}`);
}

function wrongTime(name: string, found: unknown): Failure {
  if (typeof found !== "number" || found < milliseconds) return wrong(name, "a time in seconds", found);
  return unauthorized("token_claim", `The claim ${name} must be a time in seconds, not in milliseconds`);
}

function wrongScopes(found: unknown): Failure {
  if (!Array.isArray(found)) return wrong("scopes", "a list of scopes", found);
  const odd = found.find((item) => typeof item !== "string");
  return unauthorized(
    "token_claim",
    `The claim scopes must be a list of scopes, and has ${kindOf(odd)} in it`,
  );
}

function kindOf(value: unknown): string {
  if (value === "") return "empty";
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return { boolean: "a boolean", number: "a number", string: "text" }[String(typeof value)] ?? "an object";
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

/** As seconds, the year 5138; as milliseconds, 1973. */
const milliseconds = 100_000_000_000;

function isTime(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value < milliseconds;
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

/**
 * A 401. The message never varies; the detail says what the sender can see in the token itself, and `token_rejected`
 * for everything that would reveal which key pairs exist. The reason is for the journal alone.
 */
function unauthorized(type: string, message: string, reason = message): Failure {
  return failure(401, {
    details: [{ location: "header", pointer: "authorization", message, type }],
    reason,
    headers: { "www-authenticate": "Bearer" },
  });
}

/** Seconds since 1970, of a claim that may be any number. */
function instant(seconds: number): string {
  const time = new Date(seconds * 1000);
  return Number.isNaN(time.getTime()) ? `${seconds} s after 1970` : time.toISOString();
}

/** For everything that only the server can know: no such key pair, an inactive one, a wrong signature. */
export function rejected(reason: string): Failure {
  return unauthorized("token_rejected", "No active key pair matches the token", reason);
}
