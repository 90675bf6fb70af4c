import { isIP } from "node:net";
import { transportFailure } from "../../client/answer.ts";
import { findProxy } from "../../client/proxy.ts";
import { connectionError, TransportError } from "../../client/transport-error.ts";
import { readTrusted } from "../../client/trust.ts";
import { connectApi, getClientCertificate, getCredential } from "../../connect-api.ts";
import type { Context } from "../../context.ts";
import type { Exchange } from "../../contract/exchange.ts";
import { allows } from "../../credentials/ceiling.ts";
import { resolveSettings } from "../../credentials/resolve-settings.ts";
import { requireBaseUrl, type SettingSource, sourceText } from "../../credentials/settings.ts";
import { type Advice, ApiError, ConfigurationError, PayctlError, systemCode } from "../../errors.ts";
import { isLoopback } from "../../values/loopback.ts";
import { once } from "../../values/once.ts";
import { type ProbedScope, probeScope, refusableScopes, type TriedScope } from "../auth/probe-scope.ts";
import { findOwnKeyPair } from "../keys/own-key-pair.ts";

/** Why something was not tried, which is not a failure. */
export class NotTriedError extends Error {}

export type Parts = Awaited<ReturnType<typeof openParts>>;

/**
 * What a call needs, part by part, each made when it is first asked for, and once: every check that needs a part that
 * failed gets the same error object, which shows that there is nothing new to report.
 */
export async function openParts(context: Context) {
  const local = await openLocal(context);
  const parts = { ...local, ...openNetwork(local) };
  return { ...parts, ...openService(parts) };
}

async function openLocal(context: Context) {
  const { globals, host } = context;
  const [profiles, keyFiles, probes] = await Promise.all([
    context.profiles(),
    context.keyFiles(),
    host.probes(),
  ]);
  const contents = once(() => profiles.contents());
  const resolve = async (baseUrl: string | undefined) =>
    resolveSettings({
      globals: { ...globals, baseUrl },
      env: host.env,
      profiles: await contents(),
      keyPath: keyFiles.pathOf,
    });
  // A valid address stands in for one that may be wrong.
  const settings = once(() => resolve("https://localhost"));
  const baseUrl = once(async () => {
    await settings();
    return requireBaseUrl(await resolve(globals.baseUrl));
  });
  const credential = once(() => getCredential({ ...context, settings }));
  const clientCertificate = once(() => getClientCertificate({ ...context, settings }));
  return { context, profiles, probes, contents, settings, baseUrl, credential, clientCertificate };
}

/** The way to the service, step by step; each step takes the one before. */
function openNetwork(local: Awaited<ReturnType<typeof openLocal>>) {
  const { context, probes, settings, baseUrl, clientCertificate } = local;
  const { globals, host, withDeadline } = context;
  const url = once(async () => new URL((await baseUrl()).value));
  const proxy = once(async () => findProxy(await url(), host.env));
  const route = once(async () => ({
    url: await url(),
    proxy: await proxy(),
    source: (await baseUrl()).source,
  }));
  const limits = async () => ({ timeout: (await settings()).timeout.value, signal: host.signal });
  /** Of the service, or of the proxy before it; none for a host that is already an address. */
  const addresses = once(async () => {
    const way = await route();
    if (globals.dryRun) throw new NotTriedError("--dry-run sends nothing");
    const name = (way.proxy ?? way.url).hostname.replace(/^\[|\]$/g, "");
    if (isIP(name) !== 0) return [];
    return probes.resolve(name, await limits()).catch((error: unknown) => {
      throw nameProblem(error, name, way);
    });
  });
  // A pipe can be read only once.
  const caText = once(async () => host.readFile((await settings()).caFile?.value ?? "", withDeadline));
  const trusted = once(async () => readTrusted((await settings()).caFile?.value ?? "", caText));
  const terms = async () => {
    const { caFile } = await settings();
    // Its own check has reported a file that can't be used.
    if (caFile !== undefined) await trusted();
    const shown = await clientCertificate();
    return { caFile: caFile?.value, readFile: caText, clientCertificate: shown, env: host.env };
  };
  const handshake = once(async () => {
    await addresses();
    const way = await route();
    return probes.connect({ ...way, ...(await terms()) }, await limits()).catch((error: unknown) => {
      throw connectionProblem(error, way);
    });
  });
  const exchange = once(async () => {
    const { timeout } = await limits();
    return host.connect({ baseUrl: (await baseUrl()).value, timeout, ...(await terms()) });
  });
  /** Seconds by which this machine's clock is ahead; undefined if the service does not report the time. */
  const skew = once(async () => {
    await handshake();
    const date = await readDate(await exchange(), host.signal);
    const seconds = Math.round((host.now() - Date.parse(date ?? "")) / 1000);
    return Number.isNaN(seconds) ? undefined : seconds;
  });
  return { proxy, addresses, trusted, handshake, exchange, skew };
}

/** A call without a token is refused, and the refusal carries the time. */
async function readDate(exchange: Exchange, signal: AbortSignal): Promise<string | undefined> {
  const request = { method: "GET", target: "/buyers?limit=1", headers: { accept: "application/json" } };
  try {
    return (await exchange({ ...request, signal })).headers["date"];
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    throw transportFailure(error, { method: request.method, path: "/buyers", attempts: 1 });
  }
}

type Reached = Awaited<ReturnType<typeof openLocal>> & ReturnType<typeof openNetwork>;

/** What the service says to signed calls. */
function openService(parts: Reached) {
  const { context, settings, baseUrl, credential, clientCertificate, exchange, handshake, skew } = parts;
  const api = once(async () => {
    const { retries, ...rest } = await settings();
    // One attempt shows what is wrong; more only if requested.
    const attempts = retries.source.kind === "default" ? { ...retries, value: 0 } : retries;
    const whole = { ...rest, retries: attempts, baseUrl: await baseUrl() };
    return connectApi({
      ...context,
      // Not every call takes the account, and that is not worth a note here.
      globals: { ...context.globals, merchantAccount: undefined },
      host: { ...context.host, connect: exchange },
      settings: async () => whole,
      credential,
      clientCertificate,
    });
  });
  const probed = new Map<TriedScope, Promise<ProbedScope>>();
  const probe = async (scope: TriedScope): Promise<ProbedScope> => {
    const { ceilings, merchantAccount } = await settings();
    if (!allows(ceilings, scope)) throw new NotTriedError("it is not among the scopes that payctl may sign");
    const outcome = probed.get(scope) ?? probeScope(scope, await api(), merchantAccount?.value ?? "default");
    probed.set(scope, outcome);
    return outcome;
  };
  /** Throws if the service does not accept the credential. */
  const accepted = once(async () => {
    await handshake();
    const { kind } = await credential();
    await skew();
    const { ceilings } = await settings();
    const first = refusableScopes.find((scope) => allows(ceilings, scope)) ?? "api-key-pairs.read";
    const outcome = await probe(first);
    if (outcome.kind === "refused") refuseUnaccepted(outcome.error, kind);
  });
  /** The key pair that signs, as the service lists it. */
  const keyPair = once(async () => findOwnKeyPair({ ...context, settings, credential, api }));
  return { probe, accepted, keyPair };
}

/** Throws for a 401, with the most likely fix; a missing scope (403) shows that the credential was accepted. */
function refuseUnaccepted(error: ApiError, kind: "key" | "token"): void {
  const { message, call, code, status } = error;
  if (status !== 401) return;
  if (error.isClockOff) throw error;
  const hint =
    kind === "token"
      ? { text: "see what is wrong with the token", command: "payctl auth inspect" }
      : {
          text: "register the public key with the service, or check that its key pair is active",
          command: "payctl keys show",
        };
  throw new ApiError(status, message, { call, code, hint, cause: error });
}

/** How the service is reached, and what named it. */
interface Route {
  readonly url: URL;
  readonly proxy: URL | undefined;
  readonly source: SettingSource;
}

/** What to do about a name that has no address. */
function nameProblem(cause: unknown, name: string, { proxy, source }: Route): ConfigurationError {
  const code = systemCode(cause) ?? "unknown";
  if (code === "EAI_AGAIN" || code === "ETIMEDOUT") {
    const hint = "check this machine's network, and its name servers";
    return new ConfigurationError(`no name server answered for ${name} (${code})`, { cause, hint });
  }
  const hint = proxy === undefined ? checkAddress("check", source) : "check HTTPS_PROXY and HTTP_PROXY";
  return new ConfigurationError(`the name ${name} can't be resolved (${code})`, { cause, hint });
}

/** What to do about a connection that was not made. */
function connectionProblem(cause: unknown, { proxy, source, url }: Route): PayctlError {
  if (cause instanceof PayctlError) return cause;
  const code = systemCode(cause) ?? "unknown";
  const known = connectionError(cause, "connecting", (proxy ?? url).host);
  const message = code === "ETIMEDOUT" ? `${(proxy ?? url).host} did not answer in time` : known.message;
  const usual = proxy === undefined ? unreachable(source, url) : "check HTTPS_PROXY, HTTP_PROXY and NO_PROXY";
  const hint = certificateHint(code, source) ?? known.hint ?? usual;
  return new ConfigurationError(message, { cause, hint });
}

function unreachable(source: SettingSource, url: URL): Advice {
  const text = "check the address and the port";
  const where = `${text} in ${sourceText(source)}`;
  if (isLoopback(url.hostname)) return { text: `${where}, or start it`, command: "payctl serve" };
  return source.kind === "profile" ? { text, command: "payctl profile show" } : where;
}

/** Points to what named the service; a profile shows it. */
function checkAddress(what: string, source: SettingSource): Advice {
  if (source.kind === "profile") return { text: `${what} the base URL`, command: "payctl profile show" };
  return `${what} ${sourceText(source)}`;
}

const anotherIssuer = {
  text: "trust its issuer, by a PEM file with its certificate",
  command: "--ca-file FILE",
};

/** Node's and OpenSSL's codes for certificate problems. */
const certificateHints: Readonly<Record<string, Advice>> = {
  CERT_HAS_EXPIRED: {
    text: "its owner has to renew it, unless this machine's clock is wrong",
    command: "date",
  },
  CERT_NOT_YET_VALID: { text: "this machine's clock may be wrong", command: "date" },
  DEPTH_ZERO_SELF_SIGNED_CERT: anotherIssuer,
  SELF_SIGNED_CERT_IN_CHAIN: anotherIssuer,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: anotherIssuer,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: anotherIssuer,
};

function certificateHint(code: string, source: SettingSource): Advice | undefined {
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") return checkAddress("it is for another name: check", source);
  return certificateHints[code];
}
