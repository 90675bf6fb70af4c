import type { Claims } from "./token-claims.ts";
import { unauthorized } from "./unauthorized.ts";

/** Seconds by which the clocks of both sides may differ. */
const skew = 30;

/** Seconds that a token may be valid at most. */
const longestLife = 24 * 60 * 60;

/** Refuses, with a Failure 401, a token that is not valid at this instant, valid for too long, or never. */
export function checkTimes({ exp, iat, nbf }: Claims, now: Date): void {
  const seconds = now.getTime() / 1000;
  if (exp - nbf > longestLife) {
    throw unauthorized("token_lifetime", "The token must not be valid for more than 24 hours");
  }
  if (exp + skew <= seconds) throw unauthorized("token_expired", "The token has expired");
  if (nbf - skew > seconds) throw unauthorized("token_not_yet_valid", "The token is not valid yet");
  // Within the skew on both sides neither of the two shows that the token has no time of its own.
  if (exp <= nbf) throw unauthorized("token_never_valid", "The token expires before it is valid");
  if (iat !== undefined && iat - skew > seconds) {
    throw unauthorized("token_not_yet_valid", "The token was issued in the future");
  }
}
