import type { Api } from "./client/api.ts";
import { createApi } from "./client/client.ts";
import { createDebug } from "./client/debug.ts";
import { inspectToken } from "./client/inspect-token.ts";
import type { ShownRequest } from "./client/plan.ts";
import { defaultLifetime, signToken, type TokenRequest } from "./client/token.ts";
import type { Context } from "./context.ts";
import type { Exchange } from "./contract/exchange.ts";
import { type Ceiling, refuseAbove, refuseUnreadable } from "./credentials/ceiling.ts";
import type { ClientCertificate } from "./credentials/client-certificate.ts";
import { storedKeyPath } from "./credentials/key-files.ts";
import { type LoadedCredential, loadCredential } from "./credentials/load-credential.ts";
import { chooseProfileName, resolveSettings } from "./credentials/resolve-settings.ts";
import {
  findNumber,
  findText,
  type Level,
  optionLevel,
  profileLevel,
  variableLevel,
} from "./credentials/setting-sources.ts";
import {
  authorisedBy,
  isExternal,
  requireBaseUrl,
  requireCredential,
  type Setting,
  type Settings,
} from "./credentials/settings.ts";
import { getPassphrase } from "./passphrase.ts";
import type { Format } from "./terminal/output.ts";
import { writeAside } from "./terminal/streams.ts";
import { stringifyJson } from "./values/json.ts";
import { once } from "./values/once.ts";
import { isZone, openZone, type Zone } from "./values/zone.ts";
import { version } from "./version.ts";

/** The settings of this command; anything odd about them is noted. */
export async function getSettings(context: Context, directory: string): Promise<Settings> {
  const { globals, host, output } = context;
  const profiles = await (await context.profiles()).contents();
  const keyPath = (name: string): string => storedKeyPath(directory, name);
  const settings = resolveSettings({ globals, env: host.env, profiles, keyPath });
  for (const note of settings.notes) await output.note(note);
  return settings;
}

/** How long this command may take, known before its other settings are. */
export function getDeadline({ globals, host }: Context): Setting<number> | undefined {
  return findNumber("deadline", [optionLevel(globals), variableLevel(host.env)]);
}

/**
 * The time zone of times given and shown: flag, environment, profile; undefined, which means UTC, if none of them is
 * set.
 */
export async function getZone(context: Context): Promise<Zone | undefined> {
  const name = (await getZoneName(context))?.value;
  if (name === undefined) return undefined;
  return name === "local" ? ownZone(context) : openZone(name);
}

async function ownZone({ host, output }: Context): Promise<Zone> {
  const own = host.timeZone();
  if (isZone(own)) return openZone(own);
  await output.note({
    text: "this machine's time zone is not known, so UTC is used; to name one",
    command: "--tz Europe/Berlin",
  });
  return openZone("UTC");
}

/** How that zone was named, and where. */
export async function getZoneName(context: Context): Promise<Setting<string> | undefined> {
  const { globals, host } = context;
  return (
    findText("tz", [optionLevel(globals), variableLevel(host.env)]) ??
    findText("tz", await savedLevel(context))
  );
}

/** A file that is damaged or has no such profile is reported by whatever needs more of it than this. */
async function savedLevel({ globals, host, profiles }: Context): Promise<readonly Level[]> {
  try {
    const contents = await (await profiles()).contents();
    const name = chooseProfileName(globals.profile, host.env, contents.current)?.value ?? "";
    const profile = contents.profiles.get(name);
    return profile === undefined ? [] : [profileLevel({ name, profile })];
  } catch {
    return [];
  }
}

/** The credential of this command, read and ready; a person is asked for the passphrase of an encrypted key. */
export async function getCredential(context: Context): Promise<LoadedCredential> {
  return loadCredential(requireCredential(await context.settings()), {
    keyFiles: await context.keyFiles(),
    platform: context.host.platform,
    withDeadline: context.withDeadline,
    passphrase: () => getPassphrase(context),
    standardInput: () => context.standardInput("the private key from standard input"),
    external: async (key) => {
      const { loadExternalKey } = await import("./credentials/external-keys.ts");
      const { host, output } = context;
      const profiles = await context.profiles();
      return loadExternalKey(key, {
        env: host.env,
        platform: host.platform,
        signal: host.signal,
        hasTerminal: host.stdin.isTTY === true,
        profilesPath: profiles.path,
        later: host.later,
        readFile: (path) => host.readFile(path, context.withDeadline),
        passphrase: () => getPassphrase(context),
        handOver: output.handOver,
      });
    },
  });
}

/** The certificate that the service sees; undefined if none is named, or there is no TLS to show it in. */
export async function getClientCertificate(context: Context): Promise<ClientCertificate | undefined> {
  const { baseUrl, clientCertificate } = await context.settings();
  if (clientCertificate === undefined || baseUrl?.value.startsWith("http:")) return undefined;
  const { loadClientCertificate } = await import("./credentials/client-certificate.ts");
  const { host, withDeadline } = context;
  return loadClientCertificate(clientCertificate.value, {
    platform: host.platform,
    withDeadline,
    now: host.now,
    passphrase: () => getPassphrase(context, "the client key"),
  });
}

/** Makes every token that payctl sends or prints; above a ceiling, no key is touched. */
export async function makeToken(
  context: Context,
  {
    scopes,
    ttl = defaultLifetime,
    extra = {},
  }: Pick<TokenRequest, "scopes"> & Partial<Pick<TokenRequest, "extra" | "ttl">>,
): Promise<string> {
  const { host } = context;
  const { ceilings } = await context.settings();
  refuseAbove(ceilings, scopes, `${context.command} needs`);
  const credential = await context.credential();
  if (credential.kind === "token") {
    refuseToken(ceilings, findScopes(credential.token, host.now()));
    return credential.token;
  }
  return signToken({ signer: credential, scopes, now: host.now(), ttl, id: host.randomUuid(), extra });
}

/** A ready-made token may do everything that it says, whatever it is used for. */
function refuseToken(ceilings: readonly Ceiling[], scopes: readonly string[] | undefined): void {
  if (scopes === undefined) refuseUnreadable(ceilings);
  else refuseAbove(ceilings, scopes, "the token in use has");
}

function findScopes(token: string, now: number): readonly string[] | undefined {
  try {
    const { scopes } = inspectToken(token, now).claims;
    return Array.isArray(scopes) && scopes.every((scope) => typeof scope === "string") ? scopes : undefined;
  } catch {
    return undefined;
  }
}

/** Ties settings, credential and transport together into the service as commands see it. */
export async function connectApi(context: Context): Promise<Api> {
  const { host, globals, output, debug } = context;
  const settings = await context.settings();
  const { deadline, retries, merchantAccount } = settings;
  const exchange = await (globals.dryRun ? rehearse(context, settings) : prepare(context, settings));
  return createApi({
    exchange,
    sign: (scopes) => makeToken(context, { scopes }),
    merchantAccount: merchantAccount?.value,
    merchantAccountAsked: globals.merchantAccount !== undefined,
    userAgent: `payctl/${version}`,
    credential: settings.credential && authorisedBy(settings.credential),
    retries: retries.value,
    areRetriesAsked: retries.source.kind !== "default",
    deadline: deadline === undefined ? undefined : host.now() + deadline.value,
    clock: host,
    signal: host.signal,
    show: globals.dryRun
      ? (request, isOneOfMany) => output.text(requestText(request, output.format, isOneOfMany))
      : undefined,
    note: output.note,
    debug: debug && createDebug(debug, (line) => writeAside(host.stderr, `${line}\n`)),
  });
}

/** Connecting sends nothing yet but loads a lot, and meanwhile the keys are read. */
async function prepare(context: Context, settings: Settings): Promise<Exchange> {
  // Below a ceiling, the keys wait until it is known that something may be signed.
  const load = settings.ceilings.length === 0 ? loadKeys : () => undefined;
  const [exchange] = await Promise.all([connect(context, settings), load(context)]);
  return exchange;
}

/** One after the other: a person may have to type a passphrase for each. */
async function loadKeys({ clientCertificate, credential }: Context): Promise<void> {
  await clientCertificate();
  await credential();
}

/** A request as `--dry-run` shows it; one of many is a single line for people. */
function requestText(request: ShownRequest, format: Format, isOneOfMany: boolean): string {
  if (format === "ndjson") return stringifyJson(request);
  if (format !== "table" || !isOneOfMany) return stringifyJson(request, 2);
  const { method, path, body } = request;
  return [method, path, ...(body === undefined ? [] : [stringifyJson(body)])].join(" ");
}

async function connect(context: Context, settings: Settings): Promise<Exchange> {
  const { host, output, withDeadline } = context;
  const baseUrl = requireBaseUrl(settings).value;
  const { timeout, caFile, ceilings } = settings;
  const { env } = host;
  const readFile = (path: string) => host.readFile(path, withDeadline);
  const open = once(async () => {
    const clientCertificate = await context.clientCertificate();
    const options = { baseUrl, timeout: timeout.value, caFile: caFile?.value, readFile, env };
    return host.connect({ ...options, clientCertificate });
  });
  // Below a ceiling, the client's key waits as well.
  if (settings.clientCertificate === undefined || ceilings.length === 0) await open();
  const text = `waiting for ${new URL(baseUrl).host}`;
  return async (request) => {
    const exchange = await open();
    return output.waiting(text, () => exchange(request));
  };
}

/**
 * A dry run needs no key, so that a file can be checked on a machine without secrets; a key in a file or a variable
 * must be valid. It opens no connection, and fails rather than send.
 */
async function rehearse(context: Context, { credential }: Settings): Promise<Exchange> {
  if (credential !== undefined && !isExternal(credential.value)) await context.credential();
  return async () => {
    throw new Error("a dry run sends nothing");
  };
}
