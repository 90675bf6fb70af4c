import { createPublicKey, type KeyObject, verify } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { createQueue } from "../../values/turns.ts";
import { digest } from "../digest.ts";
import { failure } from "../failure.ts";
import type { Signed } from "./token.ts";

const verifyAside = promisify(verify);

/** Checks whether a public key (PEM, SPKI) signed the token. */
export type VerifySignature = (publicKey: string, token: Signed) => Promise<boolean>;

/** Milliseconds of rest after a wrong signature, so that someone who forges tokens can't occupy a processor. */
const rest = 4;

/** A server has one queue for all its worlds. */
const mostWaiting = 1024;

/**
 * Checks ES512 signatures off the main thread, one at a time. `longestQueue` bounds how many may wait; beyond it a
 * call is answered 429, so that a flood of forged tokens costs no memory.
 */
export function createVerifySignature(longestQueue = mostWaiting): VerifySignature {
  let waiting = 0;
  const inTurn = createQueue();

  return async (publicKey, { signature, signed }) => {
    const key = readKey(publicKey);
    if (key === undefined) return false;
    if (waiting >= longestQueue) throw failure(429, { headers: { "retry-after": "1" } });
    waiting += 1;
    try {
      const options = { key, dsaEncoding: "ieee-p1363" } as const;
      return await inTurn(
        () => verifyAside("sha512", Buffer.from(signed), options, signature),
        (isRight) => (isRight ? undefined : sleep(rest)),
      );
    } finally {
      waiting -= 1;
    }
  };
}

/** Undefined for a key that can't sign ES512: a key pair may be RSA, and any other curve would verify SHA-512 too. */
function readKey(publicKey: string): KeyObject | undefined {
  try {
    const key = createPublicKey(publicKey);
    const { namedCurve } = key.asymmetricKeyDetails ?? {};
    return key.asymmetricKeyType === "ec" && namedCurve === "secp521r1" ? key : undefined;
  } catch {
    return undefined;
  }
}

/** Remembers for a while what is known about a token, by its digest, so that no token is stored. */
export interface TokenCache<Value> {
  find(token: string, now: Date): Value | undefined;
  keep(token: string, value: Value, now: Date): void;
}

/** Milliseconds. */
const longestMemory = 5 * 60 * 1000;

const mostTokens = 1000;

/** Callers re-check what may have changed since; this only bounds time and memory. */
export function createTokenCache<Value>(): TokenCache<Value> {
  const entries = new Map<string, { readonly value: Value; readonly since: number }>();

  function forgetOldest(): void {
    // A map lists its keys in insertion order.
    const [oldest] = entries.keys();
    if (oldest !== undefined) entries.delete(oldest);
  }

  return {
    find(token, now) {
      const name = digest(token);
      const entry = entries.get(name);
      if (entry === undefined) return undefined;
      const age = now.getTime() - entry.since;
      if (age >= 0 && age < longestMemory) return entry.value;
      entries.delete(name);
      return undefined;
    },
    keep(token, value, now) {
      const name = digest(token);
      if (entries.size >= mostTokens && !entries.has(name)) forgetOldest();
      entries.set(name, { value, since: now.getTime() });
    },
  };
}
