import type { KeyObject } from "node:crypto";
import { errors, jwtVerify } from "jose";
import { readPublicKey } from "../../contract/public-key.ts";
import { sleep } from "../../values/timers.ts";
import { createQueue } from "../../values/turns.ts";
import { failure } from "../failure.ts";
import { skew } from "./token.ts";

/** Checks whether a public key (PEM, SPKI) signed a token that is otherwise valid at this instant. */
export type VerifySignature = (publicKey: string, token: string, now: Date) => Promise<boolean>;

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

  return async (publicKey, token, now) => {
    // A key pair may be RSA, which can't sign ES512.
    const key = readPublicKey(publicKey)?.key;
    if (key === undefined) return false;
    if (waiting >= longestQueue) throw failure(429, { headers: { "retry-after": "1" } });
    waiting += 1;
    try {
      return await inTurn(
        () => isSignedBy(key, token, now),
        (isRight) => (isRight ? undefined : sleep(rest)),
      );
    } finally {
      waiting -= 1;
    }
  };
}

async function isSignedBy(key: KeyObject, token: string, now: Date): Promise<boolean> {
  try {
    // Times are whole seconds there, and have been checked before.
    await jwtVerify(token, key, { algorithms: ["ES512"], currentDate: now, clockTolerance: skew + 1 });
    return true;
  } catch (error) {
    if (error instanceof errors.JWSSignatureVerificationFailed) return false;
    throw error;
  }
}
