import type { Caller } from "../handler.ts";

/** Whether the caller's key pair is not bound to some accounts. */
export function isUnrestricted(caller: Caller): boolean {
  return caller.keyPair.merchantAccountIds === undefined;
}

/** Whether the caller's key pair may use an account. */
export function reaches(caller: Caller, merchantAccountId: string): boolean {
  return caller.keyPair.merchantAccountIds?.includes(merchantAccountId) ?? true;
}
