import { connectApi } from "../connect-api.ts";
import { once } from "../values/once.ts";
import type { Examination } from "./examination.ts";
import { type ProbedScope, probeScope, type TriedScope } from "./probe-scope.ts";
import { refuseUnaccepted } from "./refuse-unaccepted.ts";

type Service = Pick<Examination, "probe" | "accepted">;
type Needed = Omit<Examination, keyof Service>;

/** What the service says to signed calls. */
export function createService(parts: Needed): Service {
  const { context, settings, baseUrl, credential, exchange, handshake, skew } = parts;
  const api = once(async () => {
    const { retries, ...rest } = await settings();
    // One attempt shows what is wrong; more are for those who ask for them.
    const attempts = retries.source === "default" ? { ...retries, value: 0 } : retries;
    const whole = { ...rest, retries: attempts, baseUrl: await baseUrl() };
    return connectApi({
      ...context,
      // Not every call takes the account, and that is no news here.
      globals: { ...context.globals, merchantAccount: undefined },
      host: { ...context.host, connect: exchange },
      settings: async () => whole,
      credential,
    });
  });
  const probed = new Map<TriedScope, Promise<ProbedScope>>();
  const probe = async (scope: TriedScope): Promise<ProbedScope> => {
    const account = (await settings()).merchantAccount?.value;
    const outcome = probed.get(scope) ?? probeScope(scope, await api(), account ?? "default");
    probed.set(scope, outcome);
    return outcome;
  };
  const accepted = once(async () => {
    await handshake();
    const signer = await credential();
    const ahead = await skew();
    refuseUnaccepted(await probe("api-key-pairs.read"), signer, ahead);
  });
  return { probe, accepted };
}
