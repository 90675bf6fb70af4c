import { isIP } from "node:net";
import { transportFailure } from "../../client/answer.ts";
import { findProxy } from "../../client/proxy.ts";
import { connectionError, TransportError } from "../../client/transport-error.ts";
import { readTrusted } from "../../client/trust.ts";
import { connectApi, getClientCertificate, getCredential } from "../../connect-api.ts";
import type { Context } from "../../context.ts";
import type { ApiResponse, Exchange } from "../../contract/exchange.ts";
import { allows } from "../../credentials/ceiling.ts";
import type { LoadedCredential } from "../../credentials/load-credential.ts";
import { resolveSettings } from "../../credentials/resolve-settings.ts";
import { requireBaseUrl, type SettingSource, type Settings, sourceText } from "../../credentials/settings.ts";
import { ApiError, ConfigurationError, PayctlError, systemCode } from "../../errors.ts";
import { isLoopback } from "../../values/loopback.ts";
import { once } from "../../values/once.ts";
import { type ProbedScope, probeScope, refusableScopes, type TriedScope } from "../auth/probe-scope.ts";
import { findOwnKeyPair } from "../keys/own-key-pair.ts";
import { type Examination, NotTriedError } from "./check.ts";
import { describeSkew, isSevere } from "./network-checks.ts";

/** Splits the set-up into parts that can be examined; nothing is done until a part is requested. */
export async function createExamination(context: Context): Promise<Examination> {
  const { globals, host } = context;
  const [profiles, keyFiles, probes] = await Promise.all([
    context.profiles(),
    context.keyFiles(),
    host.probes(),
  ]);
  const contents = once(() => profiles.contents());
  const resolve = async (baseUrl: string | undefined): Promise<Settings> =>
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
  const parts = { context, probes, contents, settings, baseUrl, credential, clientCertificate };
  const network = createNetwork(parts);
  return { ...parts, ...network, ...createService({ ...parts, ...network }) };
}

type Service = Pick<Examination, "probe" | "probeAny" | "accepted" | "keyPair">;
type Needed = Omit<Examination, keyof Service>;

/** What the service says to signed calls. */
function createService(parts: Needed): Service {
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
    const account = merchantAccount?.value;
    const outcome = probed.get(scope) ?? probeScope(scope, await api(), account ?? "default");
    probed.set(scope, outcome);
    return outcome;
  };
  const probeAny = async (): Promise<ProbedScope> => {
    const { ceilings } = await settings();
    return probe(refusableScopes.find((scope) => allows(ceilings, scope)) ?? "api-key-pairs.read");
  };
  const accepted = once(async () => {
    await handshake();
    const signer = await credential();
    const ahead = await skew();
    const probed = await probeAny();
    if (probed.kind === "refused") refuseUnaccepted(probed.error, signer, ahead);
  });
  const keyPair = once(async () => findOwnKeyPair({ ...context, settings, credential, api }));
  return { probe, probeAny, accepted, keyPair };
}

/** Throws for a 401, with the most likely fix; a missing scope (403) shows that the credential was accepted. */
function refuseUnaccepted(error: ApiError, { kind }: LoadedCredential, skew: number | undefined): void {
  if (error.status !== 401) return;
  if (error.isClockOff) throw error;
  const { message, call, code } = error;
  const usual =
    kind === "token"
      ? "see what is wrong with the token: payctl auth inspect"
      : "register the public key with the service, or check that its key pair is active: payctl keys show";
  const hint = isSevere(skew) ? `correct this machine's clock, which ${describeSkew(skew)}` : usual;
  throw new ApiError(401, message, { call, code, hint, cause: error });
}

type Network = Pick<Examination, "proxy" | "addresses" | "trusted" | "handshake" | "exchange" | "skew">;
type NetworkNeeds = Omit<Examination, keyof Network | keyof Service>;

/** The way to the service, step by step; each step takes the one before. */
function createNetwork(needs: NetworkNeeds): Network {
  const { context, probes, settings, baseUrl, clientCertificate } = needs;
  const { globals, host, patient } = context;
  const url = once(async () => new URL((await baseUrl()).value));
  const proxy = once(async () => findProxy(await url(), host.env));
  const findWay = once(async () => {
    const { source } = await baseUrl();
    return { url: await url(), proxy: await proxy(), source };
  });
  const patience = async () => ({ timeout: (await settings()).timeout.value, signal: host.signal });
  const addresses = once(async () => {
    const way = await findWay();
    if (globals.dryRun) throw new NotTriedError("--dry-run sends nothing");
    const name = (way.proxy ?? way.url).hostname.replace(/^\[|\]$/g, "");
    if (isIP(name) !== 0) return [];
    return probes.resolve(name, await patience()).catch((error: unknown) => {
      throw nameProblem(error, name, way);
    });
  });
  // A pipe can be read only once.
  const caText = once(async () => host.readFile((await settings()).caFile?.value ?? "", patient));
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
    const way = await findWay();
    return probes.connect({ ...way, ...(await terms()) }, await patience()).catch((error: unknown) => {
      throw connectionProblem(error, way);
    });
  });
  const exchange = once(async () => {
    const { timeout } = await settings();
    const place = { baseUrl: (await baseUrl()).value, timeout: timeout.value };
    return host.connect({ ...place, ...(await terms()) });
  });
  const skew = once(async () => {
    await handshake();
    const { headers } = await askUnsigned(await exchange(), host.signal);
    const seconds = Math.round((host.now() - Date.parse(headers["date"] ?? "")) / 1000);
    return Number.isNaN(seconds) ? undefined : seconds;
  });
  return { proxy, addresses, trusted, handshake, exchange, skew };
}

/** A call without a token is refused, and the refusal carries the time. */
async function askUnsigned(exchange: Exchange, signal: AbortSignal): Promise<ApiResponse> {
  const request = { method: "GET", target: "/buyers?limit=1", headers: { accept: "application/json" } };
  try {
    return await exchange({ ...request, signal });
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    throw transportFailure(error, { method: request.method, path: "/buyers", attempts: 1 });
  }
}

/** How the service is reached. */
interface Way {
  readonly url: URL;
  readonly proxy: URL | undefined;
  /** What named the service. */
  readonly source: SettingSource;
}

/** Used for an error without a code. */
const unnamed = "unknown";

/** What to do about a name that has no address. */
function nameProblem(error: unknown, name: string, { proxy, source }: Way): ConfigurationError {
  const code = systemCode(error) ?? unnamed;
  if (code === "EAI_AGAIN" || code === "ETIMEDOUT") {
    return new ConfigurationError(`no name server answered for ${name} (${code})`, {
      cause: error,
      hint: "check this machine's network, and its name servers",
    });
  }
  return new ConfigurationError(`the name ${name} can't be resolved (${code})`, {
    cause: error,
    hint: proxy === undefined ? checkSource(source) : "check HTTPS_PROXY and HTTP_PROXY",
  });
}

/** What to do about a connection that was not made. */
function connectionProblem(error: unknown, way: Way): PayctlError {
  const { proxy, source, url } = way;
  if (error instanceof PayctlError) return error;
  const code = systemCode(error) ?? unnamed;
  const known = connectionError(error, "connecting", (proxy ?? url).host);
  const usual = proxy === undefined ? unreachable(way) : "check HTTPS_PROXY, HTTP_PROXY and NO_PROXY";
  const message = code === "ETIMEDOUT" ? `${(proxy ?? url).host} did not answer in time` : known.message;
  return new ConfigurationError(message, {
    cause: error,
    hint: certificateHint(code, source) ?? known.hint ?? usual,
  });
}

function unreachable({ source, url }: Way): string {
  const start = isLoopback(url.hostname) ? "start it: payctl serve; or " : "";
  const place = source.kind === "profile" ? ": payctl profile show" : ` in ${sourceText(source)}`;
  return `${start}check the address and the port${place}`;
}

/** Points to what named the service; a profile shows it. */
function checkSource(source: SettingSource): string {
  return `check ${source.kind === "profile" ? "the base URL: payctl profile show" : sourceText(source)}`;
}

const anotherIssuer = "trust its issuer: --ca-file FILE, a PEM file with the issuer's certificate";

/** Node's and OpenSSL's codes for certificate problems. */
const certificateHints: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: "its owner has to renew it, unless this machine's clock is wrong: date",
  CERT_NOT_YET_VALID: "this machine's clock may be wrong: date",
  DEPTH_ZERO_SELF_SIGNED_CERT: anotherIssuer,
  SELF_SIGNED_CERT_IN_CHAIN: anotherIssuer,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: anotherIssuer,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: anotherIssuer,
};

function certificateHint(code: string, source: SettingSource): string | undefined {
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") return `it is for another name: ${checkSource(source)}`;
  return certificateHints[code];
}
