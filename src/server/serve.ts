import { randomBytes } from "node:crypto";
import type { Exchange } from "../contract/exchange.ts";
import { isLoopback } from "../loopback.ts";
import { createApp } from "./app.ts";
import { handlers } from "./handlers/table.ts";
import { type Listener, type ListenOptions, listen } from "./http.ts";
import { openOwned } from "./open-owned.ts";
import { removeOwner, writeOwner } from "./owner.ts";
import { clearData, prepareData, type StartData } from "./prepare-data.ts";
import { type LogFormat, logging } from "./request-log.ts";
import type { ReferenceStore } from "./store/open.ts";

export interface ServeOptions extends ListenOptions {
  /** An absolute path, or `:memory:`. */
  readonly database: string;
  readonly data: StartData;
  readonly embedLimit: number;
  readonly log: LogFormat;
  now(): Date;
  /** Takes a line of the log, without its end. */
  write(line: string): void;
}

export interface RunningServer {
  readonly url: string;
  /** Off where others than programs on this machine may reach the server. */
  readonly control: "off" | "on";
  /** Finishes what is running, for 5 seconds at most, and leaves the database whole. */
  stop(): Promise<void>;
}

const patience = 5000;

/**
 * Starts the reference server; resolves once it answers. The port comes first and the data last, so that a start that
 * fails has changed nothing. Rejects with a ConfigurationError or a UsageError.
 */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  const { app, open } = createGate();
  const listener = await listen(async (request) => (await app)(request), options);
  try {
    const store = await openData(options);
    await writeOwner(options.database, { pid: process.pid, url: listener.url });
    open(createLoggedApp(options, store));
    return { url: listener.url, control: controlOf(options), stop: () => stop(options, listener, store) };
  } catch (error) {
    await listener.close(0);
    throw error;
  }
}

/** Requests that arrive before the data is ready wait for it. */
function createGate(): { readonly app: Promise<Exchange>; open(app: Exchange): void } {
  let open: (app: Exchange) => void = () => {};
  const app = new Promise<Exchange>((resolve) => {
    open = resolve;
  });
  return { app, open };
}

async function openData({ data, database, newId, now }: ServeOptions): Promise<ReferenceStore> {
  const store = await openOwned({ path: database, now, newId, randomBytes });
  try {
    await prepareData(store, data);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

function createLoggedApp(options: ServeOptions, store: ReferenceStore): Exchange {
  const { embedLimit, log, newId, now, write } = options;
  const app = createApp({
    store,
    handlers,
    now,
    newId,
    randomBytes,
    embedLimit,
    control: controlOf(options),
    report: (error, requestId) => write(`request ${requestId} failed: ${describe(error)}`),
  });
  return logging(app, { format: log, now, write });
}

function controlOf({ host }: ServeOptions): "off" | "on" {
  return isLoopback(host.includes(":") ? `[${host}]` : host) ? "on" : "off";
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

async function stop(
  { data, database }: ServeOptions,
  listener: Listener,
  store: ReferenceStore,
): Promise<void> {
  await listener.close(patience);
  await clearData(store, data);
  await store.close();
  await removeOwner(database);
}
