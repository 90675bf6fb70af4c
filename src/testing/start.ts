import { generateKeyPair, randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { resolve } from "node:path";
import { promisify } from "node:util";
import type { ApiRequest, ApiResponse } from "../contract/exchange.ts";
import { PayctlError } from "../errors.ts";
import { TransportFault } from "../server/faults/simulate.ts";
import { type RunningServer, type ServeOptions, startServer } from "../server/running/serve.ts";
import { inMemory } from "../values/database-address.ts";
import { isLoopbackAddress } from "../values/loopback.ts";
import { once as onlyOnce } from "../values/once.ts";
import { clearInterval, nextTurn, setInterval } from "../values/timers.ts";
import type { ReferenceServer, ReferenceServerOptions } from "./api.ts";
import { createServer } from "./create-world.ts";
import { createFetch } from "./fetch.ts";
import { checkOptions } from "./options.ts";
import { readSeedFile } from "./seed-file.ts";

export async function createReferenceServer(options: ReferenceServerOptions): Promise<ReferenceServer> {
  checkOptions(options);
  const { host = "127.0.0.1" } = options;
  const { privateKey, publicKey } = await promisify(generateKeyPair)("ec", {
    namedCurve: "P-521",
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  // If others can reach the server, its control interface is only for whoever has the token, which is this process
  // alone.
  const controlToken = isLoopbackAddress(host) ? undefined : randomBytes(32).toString("hex");
  const plan = await planServer(options, publicKey);
  const stopWanted = () => void end();
  const running = await startServer({ ...plan, host, controlToken, stopWanted }).catch(explain);
  const { end, exchange } = createInProcessExchange(running);
  const { trust, url } = running;
  try {
    const server = await createServer({
      url,
      trust,
      exchange,
      controlToken,
      privateKey,
      fetch: (prefix) => createFetch(exchange, url, prefix),
      createdWorlds: new Set(),
      close: end,
    });
    if (options.faults !== undefined) await server.faults(options.faults);
    if (options.frozen) await server.clock.freeze(options.clock);
    return server;
  } catch (error) {
    await end();
    throw error;
  }
}

async function planServer(
  options: ReferenceServerOptions,
  administrator: string,
): Promise<Omit<ServeOptions, "controlToken" | "host" | "stopWanted">> {
  const { clock, cors, database = inMemory, deterministic, embedLimit = 50, log = "off", port = 0 } = options;
  return {
    port,
    certificate: await readTls(options),
    database: database === inMemory ? database : resolve(database),
    data: {
      seed: await readSeed(options),
      reset: false,
      administrator,
      administratorLeaves: true,
      mustBeNew: deterministic !== undefined,
    },
    embedLimit,
    cors,
    clock: clock === undefined ? undefined : new Date(clock),
    deterministic,
    log,
    now: () => new Date(),
    newId: () => randomUUID(),
    // With the log off, this is a bug of the server: anyone who sees the 500 needs its reason.
    write: (lines) => void process.stderr.write(lines),
  };
}

async function readTls({ tls }: ReferenceServerOptions): Promise<ServeOptions["certificate"]> {
  if (tls === undefined) return undefined;
  const { readCertificate } = await import("../server/running/certificate.ts");
  return readCertificate(tls);
}

async function readSeed({ seed }: ReferenceServerOptions): Promise<ServeOptions["data"]["seed"]> {
  if (seed === undefined || seed === "demo") return seed;
  if (seed === "empty") return {};
  const isPath = typeof seed === "string";
  const document = isPath ? await readSeedFile(seed).catch(explain) : seed;
  const { parseSeed } = await import("../server/seed/parse.ts");
  return parseSeed(JSON.stringify(document), isPath ? seed : "given").catch(explain);
}

/** The fields belong in the message, because a test runner prints nothing else; a hint is about flags. */
function explain(error: unknown): never {
  if (!(error instanceof PayctlError)) throw error;
  const fields = error.fields.map(({ field, message }) => `\n  ${field}: ${message}`);
  throw new Error(`${error.message}${fields.join("")}`, { cause: error });
}

/** Milliseconds; as long as any timer may be. */
const forever = 2_147_483_647;

/** The server as a function, whose end drops waiting clients, finishes running requests and stops the server. */
function createInProcessExchange({ exchange, stop }: RunningServer) {
  const controller = new AbortController();
  const pending = new Set<Promise<unknown>>();
  let alive: NodeJS.Timeout | undefined;

  /** Without a socket nothing else would keep the process alive while a test waits for an answer. */
  function keepAlive(work: Promise<unknown>): void {
    pending.add(work);
    alive ??= setInterval(() => {}, forever);
    const release = () => {
      pending.delete(work);
      if (pending.size > 0) return;
      clearInterval(alive);
      alive = undefined;
    };
    work.then(release, release);
  }

  return {
    exchange(request: ApiRequest): Promise<ApiResponse> {
      if (controller.signal.aborted) return Promise.reject(new Error("the reference server is closed"));
      const signal = AbortSignal.any([controller.signal, ...(request.signal ? [request.signal] : [])]);
      // As a network would: a loop that polls until something has come must not keep it from coming.
      const work = nextTurn()
        .then(() => exchange({ ...request, signal }))
        .catch((error: unknown) => hang(error, signal));
      keepAlive(work);
      return work;
    },
    end: onlyOnce(async () => {
      controller.abort();
      await Promise.allSettled(pending);
      await stop();
    }),
  };
}

/** A connection held by a `hang` fault stays until the client gives up, or the fault lets go of it. */
async function hang(error: unknown, signal: AbortSignal): Promise<never> {
  if (error instanceof TransportFault && error.released !== undefined) {
    const end = AbortSignal.any([signal, error.released]);
    if (!end.aborted) await once(end, "abort");
  }
  throw error;
}
