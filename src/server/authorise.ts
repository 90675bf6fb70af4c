import { type AnyOperation, merchantAccountHeader, type OperationName } from "../contract/operations.ts";
import { covers, embedScope } from "../contract/scopes.ts";
import type { Credentials } from "./authentication/authenticate.ts";
import { failure } from "./failure.ts";
import type { Caller } from "./handler.ts";
import type { Clock } from "./sources.ts";
import { defaultAccountId } from "./store/built-in.ts";
import type { KeyPairRecord } from "./store/records.ts";
import type { Counts, Store } from "./store/store.ts";

/** Operations that only a key pair bound to no merchant accounts may call. */
const unrestrictedOperations: readonly OperationName[] = ["createMerchantAccount", "deleteApiKeyPair"];

/**
 * Makes a caller of a token: its scopes, reduced to what the roles of its key pair allow. If the caller may not make
 * the call, a Failure 403 says what is lacking.
 */
export function authorise(operation: AnyOperation, credentials: Credentials): Caller {
  const { keyPair } = credentials;
  const { scopes } = credentials.token.claims;
  const caller: Caller = {
    keyPair,
    may: (scope) => covers(scopes, scope) && covers(keyPair.allow, scope),
    mayUse: (merchantAccountId) => keyPair.merchantAccountIds?.includes(merchantAccountId) ?? true,
  };
  if (!mayCall(operation, caller)) throw failure(403, { message: missingScope(operation, credentials) });
  if (unrestrictedOperations.includes(operation.name) && keyPair.merchantAccountIds !== undefined) {
    throw failure(403, { message: "A key pair that is bound to merchant accounts may not make this call" });
  }
  return caller;
}

function mayCall({ limitedScope, scope }: AnyOperation, caller: Caller): boolean {
  return caller.may(scope) || (limitedScope !== undefined && caller.may(limitedScope));
}

function missingScope({ scope }: AnyOperation, { token }: Credentials): string {
  if (covers(token.claims.scopes, scope)) return `The roles of the key pair do not allow the scope ${scope}`;
  return `The token lacks the scope ${scope}`;
}

/** The account that a call acts on: 403 for one that the key pair may not use, 404 for one that does not exist. */
export async function resolveMerchantAccount(
  { merchantHeader }: AnyOperation,
  header: string | undefined,
  { merchantAccountIds: own }: KeyPairRecord,
  store: Store,
): Promise<string> {
  if (!merchantHeader || header === undefined) return own?.[0] ?? defaultAccountId;
  if (own?.includes(header)) return header;
  // Before the look-up: a restricted key pair must not learn which other accounts exist.
  if (own !== undefined) throw refused(403, "The key pair may not use this merchant account");
  const exists = await store.read(({ merchantAccounts }) => merchantAccounts.exists(header));
  if (!exists) throw refused(404, "No merchant account has this id");
  return header;
}

function refused(status: 403 | 404, message: string) {
  const type = status === 403 ? "forbidden" : "not_found";
  return failure(status, {
    details: [{ location: "header", pointer: merchantAccountHeader, message, type }],
  });
}

/** The operations that would let an embed token try out numbers (specification, section 8). */
const guarded: readonly OperationName[] = ["fetchGiftCardBalances"];

const window = 60_000;

interface LimitParts {
  /** Calls in any 60 seconds. */
  readonly embedLimit: number;
  readonly clock: Clock;
  readonly counts: Counts;
}

/** Counts a call; a Failure 429 if its token, or its key pair from its address, has made too many. */
export function createLimitEnumeration({ clock, counts, embedLimit: most }: LimitParts) {
  return async (
    operation: OperationName,
    { keyPair, token }: Credentials,
    address: string | undefined,
  ): Promise<void> => {
    if (!guarded.includes(operation) || !token.claims.scopes.includes(embedScope)) return;
    const keys = [`token ${token.id}`, `key pair ${keyPair.id} at ${address ?? "unknown"}`];
    const { now, oldest } = await counts.addCall({ keys, most, window, clock });
    if (oldest !== undefined) throw tooMany(oldest + window, now, most);
  };
}

/** The call may be made again when the oldest counted one of every full list is a minute old. */
function tooMany(freeAt: number, now: number, limit: number) {
  return failure(429, {
    headers: { "retry-after": String(Math.ceil((freeAt - now) / 1000)) },
    reason: `${limit} calls of an embed token in 60 seconds are the limit; the next is free at ${new Date(freeAt).toISOString()}`,
  });
}
