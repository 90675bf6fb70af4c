import { createBoundedMap } from "../bounded-map.ts";
import { digest } from "../digest.ts";

/** Remembers for a while what is known of a token, by its digest, so that no token is kept. */
export interface TokenCache<Value> {
  find(token: string, now: Date): Value | undefined;
  keep(token: string, value: Value, now: Date): void;
}

/** Milliseconds. */
const longest = 5 * 60 * 1000;
const most = 1000;

/** Whoever finds a value re-checks what may have changed since; this only bounds time and memory. */
export function createTokenCache<Value>(): TokenCache<Value> {
  const entries = createBoundedMap<{ readonly value: Value; readonly since: number }>(most);
  return {
    find(token, now) {
      const name = digest(token);
      const entry = entries.get(name);
      if (entry === undefined) return undefined;
      const age = now.getTime() - entry.since;
      if (age >= 0 && age < longest) return entry.value;
      entries.delete(name);
      return undefined;
    },
    keep(token, value, now) {
      entries.set(digest(token), { value, since: now.getTime() });
    },
  };
}
