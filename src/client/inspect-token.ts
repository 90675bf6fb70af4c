import { isScope, knownScopes } from "../contract/scopes.ts";
import { UsageError } from "../errors.ts";
import { withoutScheme } from "../values/text.ts";
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
  return { header, claims, problems: [...problemsOf(header, claims, now / 1000), ...scopeProblems(claims)] };
}

function problemsOf({ alg, typ, kid, crit }: Fields, claims: Fields, now: number): string[] {
  const { iss, jti, nbf, exp, iat } = claims;
  // Comparisons with what is no number are false.
  const [from, until, issued] = [timeOf(nbf), timeOf(exp), timeOf(iat)];
  const checks: readonly (readonly [boolean, string])[] = [
    [alg !== "ES512", `alg is ${JSON.stringify(alg) ?? "missing"}; it must be ES512`],
    [typ !== undefined && typ !== "JWT", `typ is ${JSON.stringify(typ)}; it must be JWT`],
    [!/^[\w-]{43}$/.test(String(kid)), "kid is not the thumbprint of a key pair"],
    [crit !== undefined, "crit is present; the service refuses it"],
    [typeof iss !== "string" || iss === "", "iss is missing"],
    [typeof jti !== "string" || jti === "", "jti is missing"],
    [typeof nbf !== "number", "nbf is missing"],
    [typeof exp !== "number", "exp is missing"],
    [until + allowedSkew <= now, `it expired at ${instant(until)}`],
    [from > now + allowedSkew, `it is not valid before ${instant(from)}`],
    [issued > now + allowedSkew, "it was issued in the future"],
    [until <= from, "it expires before it is valid"],
    [until - from > longestLifetime / 1000, "it is valid for more than 24 hours"],
  ];
  return checks.filter(([isWrong]) => isWrong).map(([, problem]) => problem);
}

function timeOf(claim: unknown): number {
  return typeof claim === "number" ? claim : Number.NaN;
}

function scopeProblems({ scopes }: Fields): string[] {
  if (!Array.isArray(scopes)) return ["scopes is not a list"];
  if (scopes.length === 0) return ["scopes is empty: the token permits nothing"];
  return scopes.flatMap((scope) => {
    if (typeof scope !== "string" || !isScope(scope)) return [`${JSON.stringify(scope)} is not a scope`];
    return knownScopes.includes(scope) ? [] : [`${JSON.stringify(scope)} is not a scope that payctl knows`];
  });
}

/** RFC 3339; a number that is not an instant stays a number. */
function instant(seconds: number): string {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? String(seconds) : date.toISOString();
}
