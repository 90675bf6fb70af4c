import { type AnyOperation, merchantAccountHeader } from "../contract/operations.ts";
import { failure } from "./failure.ts";
import { defaultAccountId } from "./store/built-in.ts";
import type { KeyPairRecord } from "./store/records.ts";
import type { Store } from "./store/store.ts";

/** The header as sent, on an operation that listens to it. */
interface Selection {
  readonly operation: AnyOperation;
  readonly header: string | undefined;
}

/** The account that a call acts on: 403 for one that the key pair may not use, 404 for one that is not there. */
export async function resolveMerchantAccount(
  { header, operation }: Selection,
  { merchantAccountIds: own }: KeyPairRecord,
  store: Store,
): Promise<string> {
  if (!operation.merchantHeader || header === undefined) return own?.[0] ?? defaultAccountId;
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
