import type { Context } from "../../context.ts";
import type { Method } from "../../contract/operation.ts";
import { ConfigurationError, UsageError } from "../../errors.ts";
import { textFlag } from "../../terminal/flags.ts";
import { isLoopback } from "../../values/loopback.ts";
import { namedDatabase, notesPlace, serversFolder } from "./database-place.ts";

/** Which running server a verb is for; without any of them, that of the profile or the only one. */
export const serverFlags = {
  url: textFlag("the server at this address", { placeholder: "URL" }),
  database: textFlag("the server of this database; :memory: for a detached one in memory", {
    placeholder: "FILE",
    completes: "file",
  }),
} as const;

/** For verbs that speak to its control interface. */
export const controlFlags = {
  ...serverFlags,
  controlTokenFile: textFlag("the control interface's token is in this file", {
    placeholder: "FILE",
    completes: "file",
  }),
} as const;

/** For verbs that a world has, too. */
export const worldFlags = {
  ...controlFlags,
  world: textFlag("a world of that server", { placeholder: "NAME" }),
} as const;

export interface ServerChoice {
  readonly url?: string | undefined;
  readonly database?: string | undefined;
}

/** A server that answers. */
export interface FoundServer {
  /** Without the path of a world. */
  readonly url: string;
  /** The world that the address named. */
  readonly world: string | undefined;
  /** Undefined where only its address is known. */
  readonly database: string | undefined;
  readonly pid: number | undefined;
}

/** Finds the server that the words mean; undefined where none runs, a ConfigurationError where several might be meant. */
export async function findRunning(context: Context, choice: ServerChoice): Promise<FoundServer | undefined> {
  if (choice.url !== undefined && choice.database !== undefined) {
    throw new UsageError("--url and --database can't be used together", {
      hint: "name the server by one of them",
    });
  }
  if (choice.url !== undefined) return findAt(context, parseUrl(choice.url));
  if (choice.database !== undefined) return findByDatabase(context, choice.database);
  return (await findByProfile(context)) ?? (await findByDatabase(context, undefined)) ?? findOnly(context);
}

/** As `findRunning`; a ConfigurationError where none runs. */
async function getRunning(context: Context, choice: ServerChoice): Promise<FoundServer> {
  const found = await findRunning(context, choice);
  if (found !== undefined) return found;
  const place = choice.url ?? choice.database;
  throw new ConfigurationError(`no reference server is running${place === undefined ? "" : ` at ${place}`}`, {
    hint: "start one: payctl serve --detach; or name it: --url URL",
  });
}

function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === "http:" || url?.protocol === "https:") return url;
  throw new UsageError(`--url ${text}: must be the address of a server, as in http://127.0.0.1:4010`);
}

async function findAt(context: Context, address: URL): Promise<FoundServer | undefined> {
  const { url, world } = splitWorld(address);
  const known = await registered(context);
  const owner = known.find((server) => server.url === url);
  if (owner !== undefined) return { ...owner, world };
  const { isReference, processAt } = await import("../../server/running/find-server.ts");
  // Whether a server elsewhere is one shows when it is asked.
  if (isLoopback(address.hostname) && !(await isReference(url))) return undefined;
  return { url, world, database: undefined, pid: await processAt(url) };
}

/** A world's address is that of its server and its name. */
function splitWorld({ origin, pathname }: URL): { readonly url: string; readonly world: string | undefined } {
  const [, before = "", world] = /^(.*?)(?:\/_worlds\/([^/]+))?\/*$/.exec(pathname) ?? [];
  return { url: `${origin}${before}`, world };
}

async function findByDatabase({ host }: Context, name: string | undefined): Promise<FoundServer | undefined> {
  const database = namedDatabase(name, host);
  const { findServer } = await import("../../server/running/find-server.ts");
  const owner = await findServer(notesPlace(database, host));
  return owner && { url: owner.url, pid: owner.pid, world: undefined, database };
}

/** The profile in use, or what stands for one; one that leads to a service elsewhere is never asked. */
async function findByProfile(context: Context): Promise<FoundServer | undefined> {
  const { baseUrl } = await context.settings();
  const address = baseUrl === undefined ? undefined : new URL(baseUrl.value);
  const isNamed = context.globals.profile !== undefined || context.globals.baseUrl !== undefined;
  const found =
    address === undefined || !isLoopback(address.hostname) ? undefined : await findAt(context, address);
  if (found !== undefined || !isNamed) return found;
  throw new ConfigurationError(
    `no reference server is running at ${address?.href ?? "the profile's address"}`,
    {
      hint: "name another profile, or the server: --url URL",
    },
  );
}

async function findOnly(context: Context): Promise<FoundServer | undefined> {
  const servers = await registered(context);
  if (servers.length > 1) {
    throw new ConfigurationError(`${servers.length} reference servers are running`, {
      hint: `name one of them: ${servers.map(({ url }) => `--url ${url}`).join(", or ")}`,
    });
  }
  const [only] = servers;
  return only && { ...only, world: undefined };
}

async function registered({ host }: Context) {
  const { registeredServers } = await import("../../server/running/registry.ts");
  return registeredServers(serversFolder(host));
}

export interface ControlChoice extends ServerChoice {
  readonly controlTokenFile?: string | undefined;
  readonly world?: string | undefined;
}

/** The control interface of a running server, or of one of its worlds. */
export interface Control {
  readonly server: FoundServer;
  /** Resolves to the value that was answered; rejects with an ApiError. */
  call(method: Method, path: string, body?: unknown): Promise<unknown>;
}

/** Milliseconds; a copy of a large database takes a while. */
const patience = 120_000;

/** Opens the control interface that the words mean: that of a world where they name one. */
export async function openControl(context: Context, choice: ControlChoice): Promise<Control> {
  const server = await getRunning(context, choice);
  return controlOf(context, { ...choice, server, world: choice.world ?? server.world });
}

/** Opens the control interface of a whole server, also where its address is that of a world. */
export async function openServerControl(context: Context, choice: ControlChoice): Promise<Control> {
  return controlOf(context, { ...choice, server: await getRunning(context, choice), world: undefined });
}

interface Reached extends ControlChoice {
  readonly server: FoundServer;
}

async function controlOf(context: Context, { controlTokenFile, server, world }: Reached): Promise<Control> {
  const prefix = world === undefined ? "" : `/_worlds/${encodeURIComponent(world)}`;
  const headers = await readHeaders(context, controlTokenFile);
  const exchange = await context.host.connect({
    baseUrl: server.url,
    timeout: patience,
    caFile: undefined,
    // What is on this machine is reached without a proxy.
    env: isLoopback(new URL(server.url).hostname) ? {} : context.host.env,
  });
  return {
    server,
    async call(method, path, body) {
      const target = `${prefix}/_reference/${path}`;
      const content = body === undefined ? {} : { body: Buffer.from(JSON.stringify(body)) };
      const answer = await exchange({
        method,
        target,
        headers: { accept: "application/json", ...headers, ...(body === undefined ? {} : jsonContent) },
        ...content,
        signal: context.host.signal,
      });
      const { readControlAnswer } = await import("./control-answer.ts");
      return readControlAnswer(answer, { method, path: target });
    },
  };
}

const jsonContent = { "content-type": "application/json" };

async function readHeaders({ host }: Context, file: string | undefined): Promise<Record<string, string>> {
  if (file === undefined) return {};
  const { readPrivateFile } = await import("../../files/private.ts");
  return { authorization: `Bearer ${(await readPrivateFile(file, host.platform)).trim()}` };
}
