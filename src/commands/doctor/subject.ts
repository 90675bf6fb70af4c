import { findProxy } from "../../client/proxy.ts";
import { connectApi, getClientCertificate, getCredential } from "../../connect-api.ts";
import type { Context } from "../../context.ts";
import { allows } from "../../credentials/ceiling.ts";
import { resolveSettings } from "../../credentials/resolve-settings.ts";
import { requireBaseUrl } from "../../credentials/settings.ts";
import type { Advice } from "../../errors.ts";
import { once } from "../../values/once.ts";
import { probeScopes, refusableScopes, type TriedScope } from "../auth/probe-scope.ts";

/** What a check found: a sentence, and what to do about it. */
export interface Finding {
  readonly result: "ok" | "warning" | "failure" | "skipped";
  readonly message: string;
  readonly hint?: Advice | undefined;
}

/** Thrown by what is not tried, which is no failure. */
export class NotTriedError extends Error {}

export const ok = (message: string): Finding => ({ result: "ok", message });
export const warning = (message: string, hint: Advice): Finding => ({ result: "warning", message, hint });
export const failed = (message: string, hint: Advice | undefined): Finding => ({
  result: "failure",
  message,
  hint,
});

export type Subject = Awaited<ReturnType<typeof openSubject>>;

/** What the checks look at, each made when the first of them asks for it. */
export async function openSubject(context: Context) {
  const { globals, host, withDeadline } = context;
  const [store, keyFiles, probes] = await Promise.all([
    context.profiles(),
    context.keyFiles(),
    host.probes(),
  ]);
  const resolve = async (baseUrl: string | undefined) =>
    resolveSettings({
      globals: { ...globals, baseUrl },
      env: host.env,
      profiles: await store.contents(),
      keyPath: keyFiles.pathOf,
    });
  // A valid address stands in for one that may be wrong, which has a check of its own.
  const settings = once(() => resolve("https://localhost"));
  const baseUrl = once(async () => requireBaseUrl(await resolve(globals.baseUrl)));
  const url = once(async () => new URL((await baseUrl()).value));
  const proxy = once(async () => findProxy(await url(), host.env));
  const credential = once(() => getCredential({ ...context, settings }));
  const clientCertificate = once(() => getClientCertificate({ ...context, settings }));
  const limits = async () => ({ timeout: (await settings()).timeout.value, signal: host.signal });
  // A pipe can be read only once.
  const readCaFile = once(async () => host.readFile((await settings()).caFile?.value ?? "", withDeadline));
  const trust = async () => ({
    caFile: (await settings()).caFile?.value,
    readFile: readCaFile,
    clientCertificate: await clientCertificate(),
    env: host.env,
  });
  const exchange = once(async () => {
    const { timeout } = await limits();
    return host.connect({ baseUrl: (await baseUrl()).value, timeout, ...(await trust()) });
  });
  const api = once(async () => {
    const { retries, ...others } = await settings();
    // One attempt shows what is wrong; more only if requested.
    const attempts = retries.source.kind === "default" ? { ...retries, value: 0 } : retries;
    const whole = { ...others, retries: attempts, baseUrl: await baseUrl() };
    return connectApi({
      ...context,
      // Not every call takes the account, and that is not worth a note here.
      globals: { ...globals, merchantAccount: undefined },
      host: { ...host, connect: exchange },
      settings: async () => whole,
      credential,
      clientCertificate,
    });
  });
  const scopes = once(async () => {
    const { ceilings, merchantAccount } = await settings();
    const isAllowed = (scope: TriedScope) => allows(ceilings, scope);
    if (refusableScopes.some(isAllowed)) {
      return probeScopes(await api(), merchantAccount?.value ?? "default", isAllowed);
    }
    throw new NotTriedError("payctl may sign for no scope that reads");
  });
  const own = { ...context, settings, credential, api };
  return { ...own, store, probes, baseUrl, url, proxy, clientCertificate, limits, trust, exchange, scopes };
}

/** Days before the end of a certificate: whoever issues them by hand needs longer than one that renews itself. */
export const due = { client: 30, service: 14 };

/** How long a certificate is valid: whole days, and `2026-12-24 (29 days)`. */
export function remaining(expires: number, now: number): { readonly days: number; readonly text: string } {
  const days = Math.floor((expires - now) / 86_400_000);
  const date = new Date(expires).toISOString().slice(0, 10);
  return { days, text: `${date} (${days} ${days === 1 ? "day" : "days"})` };
}
