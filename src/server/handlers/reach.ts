import type { Caller } from "../handler.ts";

/** Whether the caller's key pair may use an account. */
export function reaches(caller: Caller, merchantAccountId: string): boolean {
  return caller.keyPair.merchantAccountIds?.includes(merchantAccountId) ?? true;
}
