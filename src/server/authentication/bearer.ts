import { unauthorized } from "./unauthorized.ts";

/** Longer tokens are refused before anything is computed. */
const longest = 8192;

/** The token of an `Authorization` header; the scheme's case does not matter (RFC 9110, section 11.1). */
export function readBearer(header: string | undefined): string {
  if (header === undefined) throw unauthorized("token_missing", "No Authorization header was sent");
  const token = /^Bearer +([\w.-]+)$/i.exec(header)?.[1];
  if (token === undefined || token.length > longest) {
    throw unauthorized("token_malformed", "The Authorization header must be Bearer and one token");
  }
  return token;
}
