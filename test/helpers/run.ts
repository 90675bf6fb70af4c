import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Host, Probes } from "../../src/context.ts";
import type { ApiRequest, Exchange } from "../../src/contract/exchange.ts";
import { main } from "../../src/main.ts";
import { checkResult } from "./check-result.ts";
import { createHost } from "./host.ts";
import type { Reference } from "./server.ts";
import { startSmallCompany } from "./small-company.ts";
import { splitWords } from "./words.ts";

export interface RunOptions {
  /** The service to call; a fresh one with the small company unless given. */
  readonly reference?: Reference;
  /** Answers instead of the reference server. */
  readonly exchange?: Exchange;
  /** Added to an environment that names the service and the key. */
  readonly env?: Readonly<Record<string, string>>;
  /** Leaves the environment without a service and a key. */
  readonly signedOut?: true;
  /** What standard input holds; nothing unless given. */
  readonly stdin?: string;
  /** The streams are a terminal of this many columns. */
  readonly terminal?: number;
  /** What `doctor` sees of files and the network, if that differs from what is there. */
  readonly probes?: Partial<Probes>;
  /** Files that commands may read, by path. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** Where profiles and keys are kept; an empty folder unless given. */
  readonly configDirectory?: string;
  /** Changes the world before the command starts. */
  readonly alter?: (host: Host) => Host;
}

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** What was sent to the service, in order. */
  readonly requests: readonly ApiRequest[];
}

/** Runs one command line in process, on a host that provides nothing by default; off a terminal it asks for JSON. */
export async function run(line: string, options: RunOptions = {}): Promise<Ran> {
  const reference = options.reference ?? (await startSmallCompany());
  const directory = options.configDirectory ?? (await mkdtemp(join(tmpdir(), "payctl-test-")));
  const requests: ApiRequest[] = [];
  const exchange = options.exchange ?? reference.exchange;
  const { host, written } = createHost({
    env: {
      PAYCTL_CONFIG_DIR: directory,
      // Errors as data, for tests to read; on a terminal they are still words.
      ...(options.terminal === undefined ? { PAYCTL_OUTPUT: "json" } : {}),
      ...(options.signedOut ? {} : signIn(reference)),
      ...options.env,
    },
    stdin: options.stdin ?? "",
    terminal: options.terminal,
    files: options.files ?? {},
    probes: options.probes ?? {},
    exchange: (request) => {
      requests.push(request);
      return exchange(request);
    },
  });
  try {
    const argv = splitWords(line);
    const code = await main(argv, options.alter?.(host) ?? host);
    // Answers of the reference server must fit the schema; those that a test made up need not.
    if (code === 0 && options.exchange === undefined) {
      await checkResult({ argv, usual: host.env["PAYCTL_OUTPUT"], stdout: written.stdout });
    }
    return { code, ...written, requests };
  } finally {
    if (options.reference === undefined) await reference.close();
    if (options.configDirectory === undefined) await rm(directory, { recursive: true });
  }
}

/** Interrupts a command, as Ctrl-C does, the first time it would wait. */
export function interruptedAtRest(): Required<Pick<RunOptions, "alter">> {
  const stopped = new AbortController();
  return {
    alter: (host) => ({
      ...host,
      signal: stopped.signal,
      async sleep() {
        stopped.abort("SIGINT");
        stopped.signal.throwIfAborted();
      },
    }),
  };
}

function signIn(reference: Reference): Record<string, string> {
  return {
    PAYCTL_BASE_URL: "http://localhost:4010",
    PAYCTL_PRIVATE_KEY: reference.administrator.privateKey,
  };
}
