import { TransportError } from "../../client/transport-error.ts";
import type { Context } from "../../context.ts";
import type { Setting } from "../../credentials/settings.ts";
import { ConfigurationError, UnreachableError, UsageError } from "../../errors.ts";
import { healthPath, instanceHeader, rootOf } from "../../server/world.ts";
import { isInClear } from "../../values/loopback.ts";
import { parseUrl, withoutEndSlashes } from "../../values/url.ts";

/** Which running server a command talks to. */
export interface Target {
  readonly url?: string | undefined;
  readonly controlTokenFile?: string | undefined;
  /** A world of it; null for the whole server, even if its address is that of a world. */
  readonly world?: string | null | undefined;
}

/** An address, who named it, and whom to trust there. */
export interface ServerAddress {
  readonly address: Setting<string>;
  readonly caFile: string | undefined;
}

/** Where `payctl serve` listens unless it is told otherwise. */
const usualAddress: Setting<string> = { value: "http://127.0.0.1:4010", source: { kind: "usual-address" } };

/** The address of `--url`, else the base URL in use, else that of a server that was started without options. */
export async function chooseServer(context: Context, url: string | undefined): Promise<ServerAddress> {
  const { baseUrl = usualAddress, caFile } = await context.settings();
  const address: Setting<string> =
    url === undefined ? baseUrl : { value: checkUrl(url), source: { kind: "flag", name: "--url" } };
  return { address: { ...address, value: withoutEndSlashes(address.value) }, caFile: caFile?.value };
}

/** An address as `--url` names it; whoever reads a control token on its way can do with the server what they like. */
export function checkUrl(text: string): string {
  const url = parseUrl(text);
  if (url === undefined) {
    throw new UsageError(`--url ${text}: must be an address, as in http://127.0.0.1:4010`);
  }
  const address = withoutEndSlashes(url.href);
  if (!isInClear(address)) return address;
  throw new ConfigurationError(`calls to ${address} would go there unencrypted`, {
    hint: "use https; plain http is only for this machine, as through ssh -L 4010:127.0.0.1:4010 HOST",
  });
}

/** How long a server may take to say that it is one. */
const longestWait = 5000;

/**
 * Which reference server answers at an address, which may be that of one of its worlds. Any program may listen there: it
 * must get neither a control token nor a request that changes something.
 */
export async function meetServer(context: Context, { address, caFile }: ServerAddress): Promise<string> {
  const url = address.value;
  const { connect, env } = context.host;
  const exchange = await connect({ baseUrl: rootOf(url), timeout: longestWait, caFile, env });
  const asked = context.withDeadline((signal) =>
    exchange({ method: "HEAD", target: healthPath, headers: {}, signal }),
  );
  const answer = await asked.catch((cause: unknown) => {
    if (!(cause instanceof TransportError)) throw cause;
    if (cause.kind === "cut" || cause.kind === "malformed") return undefined;
    throw new UnreachableError(`no reference server answers at ${url}: ${cause.message}`, {
      call: { method: "HEAD", path: healthPath, attempts: 1 },
      cause,
      hint: isUntrusted(cause) ? untrusted : elsewhere,
    });
  });
  const instance = answer?.headers[instanceHeader];
  if (instance !== undefined) return instance;
  throw new ConfigurationError(`what answers at ${url} is not a reference server`, { hint: elsewhere });
}

/** The same, but undefined where nothing answers; a server whose certificate is not trusted does answer. */
export async function findInstance(context: Context, server: ServerAddress): Promise<string | undefined> {
  return meetServer(context, server).catch((error: unknown) => {
    if (error instanceof UnreachableError && !isUntrusted(error.cause)) return undefined;
    throw error;
  });
}

function isUntrusted(cause: unknown): boolean {
  return cause instanceof TransportError && cause.kind === "unusable";
}

const untrusted = "name the authority of its certificate, --ca-file FILE, or the address that it is for";

const elsewhere = { text: "name its address with --url URL, or start one", command: "payctl serve --detach" };
