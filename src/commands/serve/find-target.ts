import { TransportError } from "../../client/transport-error.ts";
import type { Context } from "../../context.ts";
import type { Settings } from "../../credentials/settings.ts";
import { ConfigurationError, PayctlError, UnreachableError, UsageError } from "../../errors.ts";
import type { KnownServer } from "../../server/running/registry.ts";
import { healthPath, instanceHeader, rootOf } from "../../server/world.ts";
import { inMemory } from "../../values/database-address.ts";
import { isInClear, isLoopback } from "../../values/loopback.ts";
import { parseUrl, withoutEndSlashes } from "../../values/url.ts";
import { namedDatabase, shownDatabase } from "./database-place.ts";
import { findByDatabase, findKnown } from "./known-servers.ts";

/** Which running server a command talks to. */
export interface Target {
  readonly url?: string | undefined;
  readonly database?: string | undefined;
  readonly controlTokenFile?: string | undefined;
  /** A world of it; null for the whole server, even if its address is that of a world. */
  readonly world?: string | null | undefined;
}

/** A server that answers; one without a process id may be on another machine. */
export type FoundServer = Pick<KnownServer, "url" | "keyFile" | "caFile"> &
  Partial<Pick<KnownServer, "answers" | "pid">>;

/**
 * The server of `--url`, of `--database`, of the profile in use, or the only one that runs; it has answered, and may be
 * sent the token, if there is one.
 */
export async function findTarget(
  context: Context,
  flags: Target,
  token: string | undefined,
): Promise<FoundServer> {
  const found = await chooseServer(context, flags, token);
  // What did not answer is asked once more, and the error says how that ended.
  if (found.answers === false) await meetServer(context, found);
  return found;
}

async function chooseServer(
  context: Context,
  flags: Target,
  token: string | undefined,
): Promise<FoundServer> {
  const { database, url } = flags;
  if (url !== undefined && database !== undefined)
    throw new UsageError("--url and --database each name a server");
  const { host } = context;
  const knownAt = async (address: string) => (await findKnown(host, (server) => server.url === address))[0];
  const at = async (address: string) => {
    const known = await knownAt(address);
    if (known !== undefined) return known;
    if (token !== undefined) refusePlain(address);
    const stranger = await strangerAt(context, address);
    await meetServer(context, stranger);
    return stranger;
  };
  if (url !== undefined) return at(checkUrl(url));
  if (database !== undefined) return ofDatabase(context, database);
  const { baseUrl, profile } = context.globals;
  const inUse = await addressInUse(context);
  // A target that was named on this command line is meant, whatever else runs.
  if (inUse !== undefined && (baseUrl ?? profile) !== undefined) return at(inUse);
  if (inUse !== undefined && isOnThisMachine(inUse)) {
    const meant = (await knownAt(inUse)) ?? (await strangerAt(context, inUse));
    if (await answersAt(context, meant)) return meant;
  }
  return theOnly(await findKnown(host), "start one: payctl serve --detach");
}

/** An address as `--url` names it, without a slash at its end. */
export function checkUrl(text: string): string {
  const url = parseUrl(text);
  if (url !== undefined) return withoutEndSlashes(url.href);
  throw new UsageError(`--url ${text}: must be an address, as in http://127.0.0.1:4010`);
}

/** Whoever reads the token on its way can do with the server what they like. */
function refusePlain(url: string): void {
  if (!isInClear(url)) return;
  throw new ConfigurationError(`the control token would be sent to ${url} unencrypted`, {
    hint: "use https; plain http is only for this machine, as through ssh -L 4010:127.0.0.1:4010 HOST",
  });
}

async function ofDatabase({ host }: Context, name: string): Promise<KnownServer> {
  const database = namedDatabase(name, host);
  const servers = await findByDatabase(database, host);
  const hint = `start one: payctl serve --detach --database ${shownDatabase(database)}`;
  // Those of PostgreSQL act as one, but in memory each has a database of its own.
  return theOnly(database === inMemory ? servers : servers.slice(0, 1), hint);
}

function theOnly(servers: readonly KnownServer[], hint: string): KnownServer {
  const [first, ...others] = servers;
  if (first === undefined) throw new ConfigurationError("no reference server is running", { hint });
  if (others.length === 0) return first;
  const urls = servers.map(({ url }) => url).join(", ");
  throw new UsageError(`more than one reference server is running: ${urls}`, { hint: "name one: --url URL" });
}

/** The address that commands would call now, if it is one on this machine. */
export async function urlInUse(context: Context): Promise<string | undefined> {
  const url = await addressInUse(context);
  return url !== undefined && isOnThisMachine(url) ? url : undefined;
}

async function addressInUse(context: Context): Promise<string | undefined> {
  const baseUrl = (await settingsInUse(context))?.baseUrl;
  return baseUrl && withoutEndSlashes(baseUrl.value);
}

async function settingsInUse(context: Context): Promise<Settings | undefined> {
  try {
    return await context.settings();
  } catch (error) {
    // A profile that can't be used names no server.
    if (error instanceof PayctlError) return undefined;
    throw error;
  }
}

/** A server that was not started here: nothing but the settings says how to recognise it. */
async function strangerAt(context: Context, url: string): Promise<FoundServer> {
  return { url, caFile: (await settingsInUse(context))?.caFile?.value };
}

function isOnThisMachine(url: string): boolean {
  return isLoopback(new URL(url).hostname);
}

/** Whether a reference server is at an address, or the one that was found. */
export async function answersAt(context: Context, place: string | FoundServer): Promise<boolean> {
  try {
    await meetServer(context, typeof place === "string" ? await strangerAt(context, place) : place);
    return true;
  } catch {
    return false;
  }
}

/** How long a server may take to say that it is one. */
const patience = 5000;

/**
 * Makes sure that a reference server answers at an address, which may be that of one of its worlds. Any program may
 * listen there: it must get neither a control token nor a request that changes something.
 */
async function meetServer(context: Context, { caFile, url }: FoundServer): Promise<void> {
  const { connect, env, signal } = context.host;
  const exchange = await connect({ baseUrl: rootOf(url), timeout: patience, caFile, env });
  const call = { method: "HEAD", path: healthPath, attempts: 1 };
  const asked = exchange({ method: "HEAD", target: healthPath, headers: {}, signal });
  const answer = await asked.catch((cause: unknown) => {
    if (!(cause instanceof TransportError)) throw cause;
    if (cause.kind === "cut" || cause.kind === "malformed") return undefined;
    const message = `no reference server answers at ${url}: ${cause.message}`;
    const isUntrusted = cause.kind === "unusable";
    throw new UnreachableError(message, { call, cause, hint: isUntrusted ? untrusted : elsewhere });
  });
  if (answer?.headers[instanceHeader] !== undefined) return;
  throw new ConfigurationError(`what answers at ${url} is not a reference server`, { hint: elsewhere });
}

const untrusted = "name the authority of its certificate, --ca-file FILE, or the address that it is for";

const elsewhere = "see which servers run: payctl serve status --all; or start one: payctl serve --detach";
