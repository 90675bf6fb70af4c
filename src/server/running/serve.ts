import { randomBytes, randomUUID } from "node:crypto";
import type { FaultRule } from "../../contract/control/schemas/faults.ts";
import type { Exchange } from "../../contract/exchange.ts";
import { isLoopbackAddress } from "../../values/loopback.ts";
import { sleep } from "../../values/timers.ts";
import { createVerifySignature } from "../authentication/verify.ts";
import { clockState } from "../control/simulation.ts";
import { outageOf } from "../failure.ts";
import { handlers } from "../handlers/table.ts";
import { type Listener, type ListenOptions, listen } from "../http/listen.ts";
import { createRequestLog, type LogFormat, type RequestLog } from "../request-log.ts";
import { prepareData, type StartData } from "../seed/start-data.ts";
import { openSources } from "../sources.ts";
import { openStorage } from "../store/open-storage.ts";
import type { ControlAccess, Shared } from "../world.ts";
import type { Trust } from "./ask-server.ts";
import { assembleServer } from "./assemble.ts";
import type { ServerCertificate } from "./certificate.ts";

export interface ServeOptions extends Omit<ListenOptions, "certificate" | "port"> {
  /** 0 means a free one; false means none, so that only the Exchange reaches the server. */
  readonly port: number | false;
  /** Makes it speak https. */
  readonly certificate?: ServerCertificate | undefined;
  /** An absolute path, or `:memory:`. */
  readonly database: string;
  readonly data: StartData;
  readonly embedLimit: number;
  readonly log: LogFormat;
  readonly faults?: readonly FaultRule[];
  /** The time at the start; the time of day unless given. */
  readonly clock?: Date | undefined;
  /** Makes ids, cryptograms and times the same for the same requests. */
  readonly deterministic?: number | undefined;
  /** Origins whose pages may call the API. */
  readonly cors?: readonly string[] | undefined;
  /** Opens the control interface to anyone who has it, from anywhere. */
  readonly controlToken?: string | undefined;
  /** What to type for payctl; its name unless given. */
  readonly command?: string | undefined;
  /** The file of the administrator's private key, once it exists. */
  keyFile?(): string | undefined;
  /** The file that its log goes to. */
  readonly logFile?: string | undefined;
  /** Called when a request asks for the end of the server. */
  stopWanted(): void;
  /** The time of day. */
  now(): Date;
  /** Takes whole lines of the log, each with its line break. */
  write(lines: string): void;
}

/** What a restart keeps besides the data. */
export interface ServerState {
  readonly faults: number;
  readonly clock: { readonly time: string; readonly frozen: boolean };
}

export interface RunningServer {
  readonly url: string;
  /** How its own programs recognise it. */
  readonly trust: Trust;
  /** The server as a function, for callers in this process. */
  readonly exchange: Exchange;
  /** Off if others than programs on this machine may reach the server. */
  readonly control: "off" | "on";
  state(): Promise<ServerState>;
  /** Finishes running requests, within 5 seconds, and leaves the database intact. */
  stop(): Promise<void>;
}

/** Milliseconds that running requests may take when the server stops. */
const stopTimeout = 5000;

/**
 * Starts the reference server; resolves once it answers. The port comes first and the data last, so that a failed start
 * has changed nothing. Rejects with a ConfigurationError or a UsageError.
 */
export async function startServer(options: ServeOptions): Promise<RunningServer> {
  const { app, open } = createGate();
  const answer: Exchange = async (request) => (await app)(request);
  const { port } = options;
  const listener = port === false ? withoutPort : await listen(answer, { ...options, port });
  const log = createRequestLog({ ...options, format: options.log });
  try {
    const shared = createShared(options, log, listener.url);
    const server = await openServer(options, { log, shared });
    open(server.exchange);
    const control = shared.access === undefined ? "off" : "on";
    const stop = async () => {
      await listener.close(stopTimeout);
      await server.close();
      log.flush();
    };
    return {
      url: listener.url,
      trust: { caFile: options.certificate?.caFile },
      exchange: answer,
      control,
      state: async () => ({
        faults: (await server.root.faults.list()).length,
        clock: clockState(server.root.sources.clock),
      }),
      stop,
    };
  } catch (error) {
    await listener.close(0);
    log.flush();
    // Why a database that was lost during the start can't be used.
    throw outageOf(error) ?? error;
  }
}

/** A server without a port has no address, and this name never leads to another one (RFC 2606). */
const withoutPort: Listener = { url: "http://payctl.invalid", close: async () => {} };

/** Requests that arrive before the data is ready wait for it. */
function createGate(): { readonly app: Promise<Exchange>; open(app: Exchange): void } {
  let open: (app: Exchange) => void = () => {};
  const app = new Promise<Exchange>((resolve) => {
    open = resolve;
  });
  return { app, open };
}

/** Opens the data and makes a server of it; if that fails, the data is closed again. */
async function openServer(
  options: ServeOptions,
  { log, shared }: { readonly log: RequestLog; readonly shared: Shared },
) {
  const { clock: time, data, database, faults = [], newId, now } = options;
  const sources = openSources({ ...options, randomBytes });
  const { clock, lastingBytes } = sources;
  const storage = await openStorage({
    database,
    now: clock.now,
    base: clock.base,
    newId: sources.newId,
    randomBytes: lastingBytes,
    outage: log.outage,
  });
  try {
    await storage.withStartLock(() => prepareData(storage, data));
    return await assembleServer({
      data,
      storage,
      embedLimit: options.embedLimit,
      faults,
      setsClock: time !== undefined || options.deterministic !== undefined,
      logging: log.logging,
      real: { newId, now, randomBytes },
      shared,
      sources,
    });
  } catch (error) {
    await storage.close();
    throw error;
  }
}

function createShared(options: ServeOptions, { report }: RequestLog, url: string) {
  const { certificate, command, cors = [], keyFile = () => undefined, newId } = options;
  return {
    identity: { pid: process.pid, instance: randomUUID() },
    info: { url, keyFile, command, caFile: certificate?.caFile, log: options.logFile },
    stop: options.stopWanted,
    handlers,
    cors,
    verifySignature: createVerifySignature(),
    // Waiting requests do not keep a server from stopping.
    sleep,
    access: accessOf(options),
    newControlId: newId,
    report,
  } satisfies Shared;
}

/** Who may control the server; if others than programs on this machine reach it, a token is required. */
function accessOf({ certificate, controlToken: token, host }: ServeOptions): ControlAccess | undefined {
  if (token !== undefined) return { token };
  return isLoopbackAddress(host) ? { speaksTls: certificate !== undefined } : undefined;
}
