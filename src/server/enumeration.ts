import type { OperationName } from "../contract/operations.ts";
import { embedScope } from "../contract/scopes.ts";
import type { Credentials } from "./authentication/authenticate.ts";
import { failure } from "./failure.ts";

/** The operations that would let an embed token try out numbers (specification, section 8). */
const guarded: readonly OperationName[] = ["fetchGiftCardBalances"];

const window = 60_000;

/** Counts a call; a Failure 429 when its token, or its key pair from its address, has made too many. */
export type LimitEnumeration = (
  operation: OperationName,
  credentials: Credentials,
  address: string | undefined,
) => void;

interface LimitParts {
  /** Calls in any 60 seconds. */
  readonly embedLimit: number;
  now(): Date;
}

export function createLimitEnumeration({ embedLimit, now }: LimitParts): LimitEnumeration {
  const calls = new Map<string, readonly number[]>();
  let swept = 0;

  function recent(key: string, instant: number): readonly number[] {
    return (calls.get(key) ?? []).filter((at) => isRecent(at, instant));
  }

  /** Forgets, once a minute, who has not called for one. */
  function sweep(instant: number): void {
    if (isRecent(swept, instant)) return;
    swept = instant;
    for (const [key, times] of calls) if (!isRecent(times.at(-1) ?? 0, instant)) calls.delete(key);
  }

  return (operation, { keyPair, token }, address) => {
    if (!guarded.includes(operation) || !token.claims.scopes.includes(embedScope)) return;
    const instant = now().getTime();
    sweep(instant);
    const keys = [`token ${token.id}`, `key pair ${keyPair.id} at ${address ?? "unknown"}`];
    const full = keys.map((key) => recent(key, instant)).filter((times) => times.length >= embedLimit);
    if (full.length > 0) throw tooMany(full, instant);
    for (const key of keys) calls.set(key, [...recent(key, instant), instant]);
  };
}

// A clock that was set back must not lock anyone out for longer than the window.
function isRecent(at: number, instant: number): boolean {
  return at <= instant && instant - at < window;
}

/** The call may be made again when the oldest counted one of every full list is a minute old. */
function tooMany(full: readonly (readonly number[])[], instant: number) {
  const freeAt = Math.max(...full.map(([oldest = instant]) => oldest + window));
  return failure(429, { headers: { "retry-after": String(Math.ceil((freeAt - instant) / 1000)) } });
}
