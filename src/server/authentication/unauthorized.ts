import { type Failure, failure } from "../failure.ts";

/**
 * A 401. The message never varies; the detail says what the sender can read from the token itself, and
 * `token_rejected` for everything that would tell which key pairs exist.
 */
export function unauthorized(type: string, message: string): Failure {
  return failure(401, {
    details: [{ location: "header", pointer: "authorization", message, type }],
    headers: { "www-authenticate": "Bearer" },
  });
}

export function rejected(): Failure {
  return unauthorized("token_rejected", "No active key pair vouches for the token");
}
