import type { Report } from "./answer.ts";
import type { KeyPairRecord } from "./store/records.ts";
import type { Store } from "./store/store.ts";

/** Records that a key pair was used, behind the answer of the request that used it. */
export type KeepLastUse = (keyPair: KeyPairRecord, requestId: string) => Promise<void>;

interface LastUseParts {
  readonly store: Store;
  now(): Date;
  readonly report: Report;
}

const minute = 60_000;

/** At most once a minute for each key pair, so that reading costs no commit. */
export function createKeepLastUse({ now, report, store }: LastUseParts): KeepLastUse {
  const kept = new Map<string, number>();
  return async ({ id }, requestId) => {
    const at = now();
    if (Math.abs(at.getTime() - (kept.get(id) ?? 0)) < minute) return;
    kept.set(id, at.getTime());
    try {
      await store.write(({ apiKeyPairs }) => apiKeyPairs.touch(id, at));
    } catch (error) {
      // The request itself has been carried out, and its answer must not say otherwise.
      report(error, requestId);
    }
  };
}
