import type { AnyOperation, OperationName } from "../contract/operations.ts";
import { covers, embedScope } from "../contract/scopes.ts";
import type { Credentials } from "./authentication/authenticate.ts";
import { failure } from "./failure.ts";
import type { Caller } from "./handler.ts";

/** What a token with `embed` may call without the operation's own scope. */
const embedOperations: readonly OperationName[] = ["fetchGiftCardBalances"];

/** What only a key pair that is bound to no merchant accounts may call. */
const unrestrictedOperations: readonly OperationName[] = ["createMerchantAccount", "deleteApiKeyPair"];

/**
 * Makes a caller of a token: its scopes, cut down to what the roles of its key pair allow. A Failure 403 where the
 * caller may not make the call says what is lacking.
 */
export function authorise(operation: AnyOperation, credentials: Credentials): Caller {
  const { keyPair } = credentials;
  const { scopes } = credentials.token.claims;
  const caller: Caller = { keyPair, may: (scope) => covers(scopes, scope) && covers(keyPair.allow, scope) };
  if (!mayCall(operation, caller)) throw failure(403, { message: lack(operation, credentials) });
  if (unrestrictedOperations.includes(operation.name) && keyPair.merchantAccountIds !== undefined) {
    throw failure(403, { message: "A key pair that is bound to merchant accounts may not make this call" });
  }
  return caller;
}

function mayCall({ name, scope }: AnyOperation, caller: Caller): boolean {
  return caller.may(scope) || (embedOperations.includes(name) && caller.may(embedScope));
}

function lack({ scope }: AnyOperation, { token }: Credentials): string {
  if (covers(token.claims.scopes, scope)) return `The roles of the key pair do not allow the scope ${scope}`;
  return `The token lacks the scope ${scope}`;
}
