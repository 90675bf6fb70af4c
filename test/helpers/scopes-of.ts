import type { Ran } from "./run.ts";

/** The scopes of the token that the first request carried. */
export function scopesOf({ requests }: Ran): unknown {
  const claims = requests[0]?.headers["authorization"]?.split(".")[1] ?? "";
  return JSON.parse(Buffer.from(claims, "base64url").toString()).scopes;
}
