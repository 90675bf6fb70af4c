import type { Context } from "../../context.ts";
import type { Exchange } from "../../contract/exchange.ts";
import { ConfigurationError, exitCodeForStatus, exitCodes, PayctlError, UsageError } from "../../errors.ts";
import type { Owner } from "../../server/running/owner.ts";
import { inMemory, isPostgresUrl } from "../../values/database-address.ts";
import { isLoopback } from "../../values/loopback.ts";
import { isRecord } from "../../values/record.ts";
import { invalidFields } from "../../values/text.ts";
import { namedDatabase, notesPlace, serversFolder, shownDatabase } from "./database-place.ts";
import { readControlToken } from "./plan.ts";

/** Which running server a command talks to. */
export interface Target {
  readonly url?: string | undefined;
  readonly database?: string | undefined;
  readonly controlTokenFile?: string | undefined;
  /** A world of it; null for the whole server, even if its address is that of a world. */
  readonly world?: string | null | undefined;
}

/** The control interface of a running server. */
export interface Control {
  readonly server: Pick<Owner, "url" | "keyFile">;
  /** The value of an answer, undefined for none; a refusal is a PayctlError. A text is sent unchanged. */
  call(method: string, path: string, body?: unknown): Promise<unknown>;
}

export async function openControl(context: Context, flags: Target): Promise<Control> {
  const token = await readControlToken(context, flags.controlTokenFile);
  const found = await findTarget(context, flags);
  const server = { ...found, url: addressOf(found.url, flags.world) };
  const exchange = await connectTo(context, server.url);
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const before = await startDeadline(context);
  return {
    server,
    async call(method, path, body) {
      const send = (signal: AbortSignal) =>
        exchange({
          method,
          target: `/_reference/${path}`,
          headers: {
            ...authorization,
            ...(body === undefined ? {} : { "content-type": "application/json" }),
          },
          ...(body === undefined
            ? {}
            : { body: Buffer.from(typeof body === "string" ? body : JSON.stringify(body)) }),
          signal,
        });
      const answer = await before(send);
      const value: unknown = answer.body === "" ? undefined : JSON.parse(answer.body);
      if (answer.status >= 400) throw refusal(answer.status, value);
      return value;
    },
  };
}

/** Does work until the deadline of the whole command, which starts now, or a signal. */
async function startDeadline(context: Context) {
  const { host } = context;
  const { getDeadline } = await import("../../connect-api.ts");
  const deadline = getDeadline(context);
  const end = deadline === undefined ? undefined : host.now() + deadline.value;
  return async <Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> => {
    if (end === undefined) return work(host.signal);
    const late = new AbortController();
    const cancel = host.later(Math.max(0, end - host.now()), () => late.abort(deadlinePassed()));
    try {
      return await work(AbortSignal.any([host.signal, late.signal]));
    } finally {
      cancel();
    }
  };
}

function deadlinePassed(): PayctlError {
  return new PayctlError(exitCodes.unreachable, "the deadline has passed", {
    hint: "allow more time: --deadline 10m",
  });
}

/** The address of a server, or of a world of it; undefined leaves it as it was found. */
function addressOf(url: string, world: Target["world"]): string {
  if (world === undefined) return url;
  const root = rootOf(url);
  return world === null ? root : `${root}/_worlds/${encodeURIComponent(world)}`;
}

/** The address of a server, from that of one of its worlds or its own. */
export function rootOf(url: string): string {
  return url.replace(/\/_worlds\/[^/]*$/, "");
}

/** A long poll of the journal takes half a minute. */
const patience = 90_000;

function connectTo({ host }: Context, url: string): Promise<Exchange> {
  return host.connect({ baseUrl: url, timeout: patience, caFile: undefined, env: host.env });
}

/** Why the server refused a call, with the fields that it names. */
function refusal(status: number, value: unknown): PayctlError {
  const { detail, message } = isRecord(value) ? value : {};
  const fields = (Array.isArray(detail) ? detail : []).map(({ loc, msg }) => {
    return { field: loc.join("."), message: String(msg) };
  });
  const said = fields.length === 0 ? String(message ?? `status ${status}`) : invalidFields(fields.length);
  return new PayctlError(exitCodeForStatus(status), `the reference server refused: ${said}`, { fields });
}

/** The server of `--url`, of `--database`, of the profile in use, or the only one that runs. */
async function findTarget(context: Context, flags: Target): Promise<Control["server"]> {
  const { database, url } = flags;
  if (url !== undefined && database !== undefined)
    throw new UsageError("--url and --database each name a server");
  const { listServers } = await import("../../server/running/registry.ts");
  const running = await listServers(serversFolder(context.host));
  const of = (address: string) => running.find((server) => server.url === address) ?? { url: address };
  if (url !== undefined) return of(checkUrl(url));
  if (database !== undefined) return findByDatabase(context, database, running);
  const inUse = await urlInUse(context);
  if (inUse !== undefined && (await answersAt(context, inUse))) return of(inUse);
  return theOnly(running, "start one: payctl serve --detach");
}

/** An address as `--url` names it, without a slash at its end. */
export function checkUrl(text: string): string {
  if (URL.canParse(text) && /^https?:/.test(text)) return text.replace(/\/+$/, "");
  throw new UsageError(`--url ${text}: must be an address, as in http://127.0.0.1:4010`);
}

async function findByDatabase({ host }: Context, name: string, running: readonly Owner[]): Promise<Owner> {
  const database = namedDatabase(name, host);
  const { findServer } = await import("../../server/running/find-server.ts");
  const noted = await findServer(notesPlace(database, host));
  const known = running.filter((server) => server.database === shownDatabase(database));
  if (isPostgresUrl(database) && known[0] !== undefined) return known[0];
  if (database !== inMemory && noted !== undefined) return known[0] ?? noted;
  return theOnly(known, `start one: payctl serve --detach --database ${shownDatabase(database)}`);
}

function theOnly(servers: readonly Owner[], hint: string): Owner {
  const [first, ...others] = servers;
  if (first === undefined) throw new ConfigurationError("no reference server is running", { hint });
  if (others.length === 0) return first;
  const urls = servers.map(({ url }) => url).join(", ");
  throw new UsageError(`more than one reference server is running: ${urls}`, { hint: "name one: --url URL" });
}

/** The address that commands would call now, if it is one on this machine. */
export async function urlInUse(context: Context): Promise<string | undefined> {
  try {
    const { baseUrl } = await context.settings();
    const url = baseUrl?.value;
    return url !== undefined && isLoopback(new URL(url).hostname) ? url.replace(/\/+$/, "") : undefined;
  } catch (error) {
    // A profile that can't be used names no server.
    if (error instanceof PayctlError) return undefined;
    throw error;
  }
}

/** Whether a reference server is there; each of its answers, even a refusal, carries an id. */
export async function answersAt(context: Context, url: string): Promise<boolean> {
  try {
    const exchange = await connectTo(context, rootOf(url));
    const { healthPath } = await import("../../server/world.ts");
    const { headers } = await exchange({ method: "HEAD", target: healthPath, headers: {} });
    return headers["x-request-id"] !== undefined;
  } catch {
    return false;
  }
}
