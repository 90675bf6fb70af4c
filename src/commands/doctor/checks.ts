import { isIP } from "node:net";
import { dirname, join } from "node:path";
import { transportFailure } from "../../client/answer.ts";
import { spanText } from "../../client/failure.ts";
import { inspectToken } from "../../client/inspect-token.ts";
import { findProxy } from "../../client/proxy.ts";
import { allowedSkew } from "../../client/token.ts";
import { connectionError, TransportError } from "../../client/transport-error.ts";
import { connectApi, getClientCertificate, getCredential } from "../../connect-api.ts";
import type { Context } from "../../context.ts";
import { thumbprint } from "../../contract/thumbprint.ts";
import { allows } from "../../credentials/ceiling.ts";
import { resolveSettings } from "../../credentials/resolve-settings.ts";
import { describeLocation, isExternal, requireBaseUrl, sourceText } from "../../credentials/settings.ts";
import { type Advice, ApiError, ConfigurationError, PayctlError, systemCode } from "../../errors.ts";
import { isOpenToOthers, modeText } from "../../files/private.ts";
import { isLoopback } from "../../values/loopback.ts";
import { once } from "../../values/once.ts";
import { runtime } from "../../values/runtime.ts";
import { hostOf } from "../../values/url.ts";
import { version } from "../../version.ts";
import { probeScope, probeScopes, refusableScopes, type TriedScope } from "../auth/probe-scope.ts";
import { findOwnKeyPair } from "../keys/own-key-pair.ts";

/** What a check found: a sentence, and what to do about it. */
export interface Finding {
  readonly result: "ok" | "warning" | "failure" | "skipped";
  readonly message: string;
  readonly hint?: Advice | undefined;
}

/** Thrown by what is not tried, which is no failure. */
export class NotTriedError extends Error {}

type Subject = Awaited<ReturnType<typeof openSubject>>;

export interface Check {
  readonly name: string;
  /** The checks without which this one can't be made. */
  readonly after: readonly string[];
  /** A PayctlError that it throws is a failure. */
  run(subject: Subject): Promise<Finding>;
}

/** Every check, in the order that a call needs them: from the local files to the service's answer. */
export const checks: readonly Check[] = [
  { name: "program", after: [], run: checkProgram },
  { name: "configuration", after: [], run: checkConfiguration },
  { name: "profile", after: ["configuration"], run: checkProfile },
  { name: "key", after: ["profile"], run: checkKey },
  { name: "client-certificate", after: ["profile"], run: checkClientCertificate },
  { name: "base-url", after: ["profile"], run: checkBaseUrl },
  { name: "proxy", after: ["base-url"], run: checkProxy },
  { name: "dns", after: ["proxy"], run: checkName },
  { name: "connection", after: ["dns", "client-certificate"], run: checkConnection },
  { name: "clock", after: ["connection"], run: checkClock },
  { name: "token", after: ["clock", "key"], run: checkToken },
  { name: "scopes", after: ["token"], run: checkScopes },
  { name: "key-pair", after: ["token"], run: checkKeyPair },
  { name: "merchant-account", after: ["token"], run: checkMerchantAccount },
  // What a careful user asks before installing, and nothing could look up.
  {
    name: "telemetry",
    after: [],
    run: async () => ok("none, and no update check: payctl talks only to the service that you name"),
  },
];

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

const ok = (message: string): Finding => ({ result: "ok", message });
const warning = (message: string, hint: Advice): Finding => ({ result: "warning", message, hint });
const failed = (message: string, hint: Advice | undefined): Finding => ({ result: "failure", message, hint });

async function checkProgram({ host }: Subject): Promise<Finding> {
  return ok(`payctl ${version} on ${runtime}, ${host.platform}-${process.arch}`);
}

async function checkConfiguration({ host, probes, store }: Subject): Promise<Finding> {
  const directory = dirname(store.path);
  if ((await probes.mode(directory)) === undefined) return ok(`nothing is stored in ${directory} yet`);
  await store.contents();
  if (host.platform === "win32") return ok(`${directory} can be read`);
  const keys = join(directory, "keys");
  const keyFiles = (await probes.filesIn(keys)).map((name) => join(keys, name));
  const paths = [directory, keys, join(directory, "config.json"), ...keyFiles];
  const found = await Promise.all(
    paths.map(async (path) => ({ path, mode: (await probes.mode(path)) ?? 0 })),
  );
  const open = found.filter(({ mode }) => isOpenToOthers(mode));
  if (open.length === 0) return ok(`${directory} is accessible only to its owner`);
  const shown = open.map(({ mode, path }) => `${path} (mode ${modeText(mode)})`);
  const message = `accessible to others: ${shown.join(", ")}`;
  const command = open.map(({ path }) => `chmod go= '${path}'`).join(" && ");
  const hint = { text: "make it yours alone", command };
  // Anyone who can write here can replace our key or address.
  return open.some(({ mode }) => (mode & 0o022) !== 0) ? failed(message, hint) : warning(message, hint);
}

/** What was chosen, and by what. */
async function checkProfile({ settings }: Subject): Promise<Finding> {
  const { profile, protection, merchantAccount, ceilings, credential, notes } = await settings();
  const kind = credential?.value.kind.startsWith("token") ? "token" : "key";
  const parts = [
    profile === undefined ? "no profile" : `profile ${profile.value} (${sourceText(profile.source)})`,
    protection && `protected (${sourceText(protection.source)})`,
    merchantAccount === undefined
      ? "no merchant account"
      : `merchant account ${merchantAccount.value} (${sourceText(merchantAccount.source)})`,
    credential === undefined ? "no key" : `${kind} (${sourceText(credential.source)})`,
    ...ceilings.map(({ source, value }) => `signs only ${value.join(", ")} (${sourceText(source)})`),
    ...notes,
  ];
  return ok(parts.filter((part) => part !== undefined).join("; "));
}

async function checkKey(subject: Subject): Promise<Finding> {
  const { globals, host, credential, settings, probes } = subject;
  const setting = (await settings()).credential;
  const isElsewhere = setting !== undefined && isExternal(setting.value);
  if (globals.dryRun && isElsewhere) throw new NotTriedError("--dry-run runs nothing");
  const loaded = await credential();
  // Without a setting there is no credential.
  const where = setting === undefined ? "" : describeLocation(setting);
  if (loaded.kind === "token") return judgeToken(loaded.token, where, host.now());
  const name = `thumbprint ${await thumbprint(loaded.key)}`;
  if (!isElsewhere) {
    const isFile = setting?.value.kind === "key-file" && host.platform !== "win32";
    const mode = isFile ? ` (mode ${modeText((await probes.mode(where)) ?? 0)})` : "";
    return ok(`a P-521 key in ${where}${mode}; ${name}`);
  }
  // Something that is not a token.
  await loaded.sign?.(Buffer.from(`payctl doctor ${host.randomUuid()}`));
  const what = loaded.sign === undefined ? "that is fetched when it is needed" : "elsewhere, which signs";
  return ok(`a P-521 key ${what}: ${where}; ${name}`);
}

function judgeToken(token: string, where: string, now: number): Finding {
  const { claims, problems } = inspectToken(token, now);
  if (problems.length > 0) {
    return failed(`${where} contains a token that the service would refuse: ${problems.join("; ")}`, {
      text: "make another",
      command: "payctl auth token --scope SCOPE",
    });
  }
  const { exp } = claims;
  const until = typeof exp === "number" ? `, valid until ${new Date(exp * 1000).toISOString()}` : "";
  return ok(`${where} contains a ready-made token${until}`);
}

/** Days before the end of a certificate: whoever issues them by hand needs longer than one that renews itself. */
const due = { client: 30, service: 14 };

async function checkClientCertificate({ clientCertificate, host, settings }: Subject): Promise<Finding> {
  const files = (await settings()).clientCertificate;
  const shown = await clientCertificate();
  if (shown === undefined || files === undefined) return ok("none");
  const { days, text } = remaining(shown.expires, host.now());
  const from = `${files.value.cert} (${sourceText(files.source)})`;
  const message = `${shown.subject}, issued by ${shown.issuer}, valid until ${text}; from ${from}`;
  return days < due.client ? warning(message, "have it renewed soon") : ok(message);
}

/** How long a certificate is valid: whole days, and `2026-12-24 (29 days)`. */
function remaining(expires: number, now: number): { readonly days: number; readonly text: string } {
  const days = Math.floor((expires - now) / 86_400_000);
  const date = new Date(expires).toISOString().slice(0, 10);
  return { days, text: `${date} (${days} ${days === 1 ? "day" : "days"})` };
}

async function checkBaseUrl({ baseUrl }: Subject): Promise<Finding> {
  const { value, source } = await baseUrl();
  const plain = value.startsWith("http:") ? ", plain http on this machine only" : "";
  return ok(`${value} (${sourceText(source)})${plain}`);
}

async function checkProxy({ host: { env }, proxy, url }: Subject): Promise<Finding> {
  const found = await proxy();
  // Only the origin: what precedes the host may be a password.
  if (found !== undefined) return ok(`requests go through ${found.origin}`);
  const { hostname, protocol } = await url();
  if (isLoopback(hostname)) return ok("none: requests to this machine never go through one");
  if (!(env["all_proxy"] || env["ALL_PROXY"])) return ok("none: requests go straight to the service");
  const variable = protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY";
  return warning(
    "none: ALL_PROXY is set, but payctl does not use it",
    `if the service is behind it, put it into ${variable}`,
  );
}

async function checkName({ globals, limits, probes, ...subject }: Subject): Promise<Finding> {
  if (globals.dryRun) throw new NotTriedError("--dry-run sends nothing");
  const { hostname, href } = (await subject.proxy()) ?? (await subject.url());
  const name = hostOf(href);
  if (isIP(name) !== 0) return ok(`${hostname} is already an address`);
  try {
    return ok(`${name} resolves to ${(await probes.resolve(name, await limits())).join(", ")}`);
  } catch (cause) {
    const message = `the name ${name} can't be resolved (${systemCode(cause) ?? "unknown"})`;
    throw new ConfigurationError(message, { cause, hint: await addressHint(subject) });
  }
}

/** Where the address comes from that leads nowhere. */
async function addressHint({ baseUrl, proxy }: Pick<Subject, "baseUrl" | "proxy">): Promise<Advice> {
  if ((await proxy()) !== undefined) return "check HTTPS_PROXY, HTTP_PROXY and NO_PROXY";
  const { source } = await baseUrl();
  if (source.kind === "profile") return { text: "check the base URL", command: "payctl profile show" };
  return `check the address and the port in ${sourceText(source)}, and this machine's network`;
}

async function checkConnection(subject: Subject): Promise<Finding> {
  const { host, limits, probes, trust } = subject;
  const [url, proxy] = [await subject.url(), await subject.proxy()];
  const destination = { url, proxy, ...(await trust()) };
  const found = await probes.connect(destination, await limits()).catch(async (cause: unknown) => {
    if (cause instanceof PayctlError) throw cause;
    const { message, hint } = connectionError(cause, "connecting", (proxy ?? url).host);
    throw new ConfigurationError(message, { cause, hint: hint ?? (await addressHint(subject)) });
  });
  const place = proxy === undefined ? url.host : `${url.host} through ${proxy.host}`;
  if (found === undefined) return ok(`${place} answers; plain http has no certificate`);
  const { days, text } = remaining(found.expires, host.now());
  const message = `${place} answers with ${found.protocol}; certificate of ${found.issuer}, valid until ${text}`;
  return days < due.service ? warning(message, "its owner should renew it soon") : ok(message);
}

/** Seconds: a Date has whole ones, and an answer takes its time. */
const indistinct = 2;

/** Seconds: our tokens are valid from 30 s in the past and the service allows as much, so they are refused beyond this. */
const severeSkew = 2 * allowedSkew;

async function checkClock({ exchange, host }: Subject): Promise<Finding> {
  // A call without a token is refused, and the refusal carries the time.
  const call = { method: "GET", path: "/buyers", attempts: 1 };
  const request = { method: "GET", target: "/buyers?limit=1", headers: { accept: "application/json" } };
  const { headers } = await (await exchange())({ ...request, signal: host.signal }).catch(
    (error: unknown) => {
      throw error instanceof TransportError ? transportFailure(error, call) : error;
    },
  );
  const ahead = Math.round((host.now() - Date.parse(headers["date"] ?? "")) / 1000);
  if (Number.isNaN(ahead)) {
    return warning("the service's answers have no Date header to compare this machine's clock with", {
      text: "compare it yourself",
      command: "date -u",
    });
  }
  const by = Math.abs(ahead);
  if (by <= indistinct) return ok("this machine's clock agrees with the service's");
  const side = ahead > 0 ? "ahead of" : "behind";
  const message = `this machine's clock is ${spanText(by)} ${side} the service's`;
  const hint = "correct this machine's clock, or let NTP set it";
  if (by > severeSkew) return failed(message, hint);
  return by > allowedSkew ? warning(message, hint) : ok(message);
}

/** A missing scope (403) shows that the credential itself was accepted. */
async function checkToken({ credential, scopes }: Subject): Promise<Finding> {
  const { kind } = await credential();
  const { refusal } = await scopes();
  if (refusal?.status !== 401) {
    return ok(`the service accepts ${kind === "token" ? "the token" : "tokens signed with this key"}`);
  }
  const { message, call, code, isClockOff, status } = refusal;
  if (isClockOff) throw refusal;
  const hint =
    kind === "token"
      ? { text: "see what is wrong with the token", command: "payctl auth inspect" }
      : {
          text: "register the public key with the service, or check that its key pair is active",
          command: "payctl keys show",
        };
  throw new ApiError(status, message, { call, code, hint, cause: refusal });
}

/** A missing scope may be intended. */
async function checkScopes({ scopes }: Subject): Promise<Finding> {
  const { accepted, refused } = await scopes();
  const message = `accepted: ${accepted.join(", ") || "none of those that read"}`;
  if (refused.length === 0) return ok(message);
  return warning(
    `${message}; refused: ${refused.join(", ")}`,
    "to grant a scope, give the key pair a role that has it, and access to the merchant account",
  );
}

/** What the service has under the thumbprint of the key in use. */
async function checkKeyPair(subject: Subject): Promise<Finding> {
  const { accepted } = await subject.scopes();
  if (!accepted.includes("api-key-pairs.read")) {
    throw new NotTriedError("that takes api-key-pairs.read");
  }
  const found = await findOwnKeyPair(subject);
  if (found === undefined) {
    return warning("the service does not list the key pair that signs these calls", {
      text: "ask the administrator of the service, and compare the thumbprint",
      command: "payctl keys show",
    });
  }
  const { active, display_name: name, id } = found;
  if (active !== false) return ok(`the service has this public key as ${name} (${id})`);
  return failed(`the key pair ${name} (${id}) is not active`, "have it activated, or use another key");
}

/** The service checks the scope first, and then looks for the account. */
async function checkMerchantAccount(subject: Subject): Promise<Finding> {
  const setting = (await subject.settings()).merchantAccount;
  if (setting === undefined) return ok("none is set, so the service takes its default");
  const { accepted } = await subject.scopes();
  const scope = (["buyers.read", "audit-logs.read"] as const).find((one) => accepted.includes(one));
  if (scope === undefined) throw new NotTriedError("that takes buyers.read or audit-logs.read");
  const probed = await probeScope(scope, await subject.api(), setting.value);
  const named = `${setting.value} (${sourceText(setting.source)})`;
  if (probed.kind === "accepted") return ok(`this key can see ${named}`);
  return failed(`this key can't see ${named}`, { text: "choose another", command: "-m ID" });
}
