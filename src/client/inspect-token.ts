import { isScope, knownScopes } from "../contract/scopes.ts";
import { UsageError } from "../errors.ts";
import { withoutScheme } from "../values/token-text.ts";
import { allowedSkew, decodeToken, longestLifetime } from "./token.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What a token says about itself; its signature is not checked. */
export interface InspectedToken {
  readonly header: Fields;
  readonly claims: Fields;
  /** Why the service would refuse it at this instant, one sentence per reason. */
  readonly problems: readonly string[];
}

/** Decodes a token without verifying it; throws UsageError for anything else. `now` is in milliseconds. */
export function inspectToken(text: string, now: number): InspectedToken {
  const decoded = decodeToken(withoutScheme(text));
  if (decoded === undefined) {
    throw new UsageError("this is not a token", {
      hint: {
        text: "a token is three parts joined by dots; to read one from a file",
        command: "payctl auth inspect --token-file FILE",
      },
    });
  }
  const { header, claims } = decoded;
  const problems = [
    ...headerProblems(header),
    ...claimProblems(claims),
    ...clockProblems(claims, now / 1000),
  ];
  return { header, claims, problems };
}

function headerProblems({ alg, typ, kid, crit }: Fields): string[] {
  return [
    alg === "ES512" ? undefined : `alg is ${JSON.stringify(alg) ?? "missing"}; it must be ES512`,
    typ === undefined || typ === "JWT" ? undefined : `typ is ${JSON.stringify(typ)}; it must be JWT`,
    isThumbprint(kid) ? undefined : "kid is not the thumbprint of a key pair",
    crit === undefined ? undefined : "crit is present; the service refuses it",
  ].filter((problem) => problem !== undefined);
}

function isThumbprint(value: unknown): boolean {
  return typeof value === "string" && /^[\w-]{43}$/.test(value);
}

function claimProblems({ iss, jti, scopes }: Fields): string[] {
  return [
    isText(iss) ? undefined : "iss is missing",
    isText(jti) ? undefined : "jti is missing",
    ...scopeProblems(scopes),
  ].filter((problem) => problem !== undefined);
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

function scopeProblems(scopes: unknown): string[] {
  if (!Array.isArray(scopes)) return ["scopes is not a list"];
  if (scopes.length === 0) return ["scopes is empty: the token permits nothing"];
  return scopes.flatMap((scope) => {
    if (typeof scope !== "string" || !isScope(scope)) return [`${JSON.stringify(scope)} is not a scope`];
    return knownScopes.includes(scope) ? [] : [`${JSON.stringify(scope)} is not a scope that payctl knows`];
  });
}

function clockProblems({ nbf, exp, iat }: Fields, now: number): string[] {
  if (typeof nbf !== "number") return ["nbf is missing"];
  if (typeof exp !== "number") return ["exp is missing"];
  const isIssuedLater = typeof iat === "number" && iat > now + allowedSkew;
  return [
    exp + allowedSkew <= now ? `it expired at ${instant(exp)}` : undefined,
    nbf > now + allowedSkew ? `it is not valid before ${instant(nbf)}` : undefined,
    isIssuedLater ? "it was issued in the future" : undefined,
    exp <= nbf ? "it expires before it is valid" : undefined,
    exp - nbf > longestLifetime / 1000 ? "it is valid for more than 24 hours" : undefined,
  ].filter((problem) => problem !== undefined);
}

/** RFC 3339; a number that is not an instant stays a number. */
function instant(seconds: number): string {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? String(seconds) : date.toISOString();
}
