import type { Host } from "../../src/context.ts";
import type { Exchange } from "../../src/contract/exchange.ts";
import { exitCodes } from "../../src/errors.ts";
import type { OutputStream } from "../../src/terminal/streams.ts";
import { run } from "../../test/helpers/run.ts";
import { startReference } from "../../test/helpers/server.ts";

export const columns = 100;

/** When everything happens: the demo data lie before it, and a deterministic server counts from here. */
const instant = Date.parse("2026-01-01T00:00:00.000Z");

/** What `payctl serve -- COMMAND` tells the command, besides the service and the key. */
const env = { PAYCTL_MERCHANT_ACCOUNT: "default" } as const;

/** A mistake may be shown, but never a broken program or service. */
const broken: ReadonlySet<number> = new Set([exitCodes.bug, exitCodes.service]);

/** Files that commands may read, by name. */
export type Files = Readonly<Record<string, string>>;

/** A terminal in front of a reference server that began anew. */
export interface World {
  /** Everything that the command line writes on the terminal, in order. */
  show(line: string): Promise<string>;
  close(): Promise<void>;
}

/** The server is what `payctl serve --seed demo --deterministic 1` starts, without a port. */
export async function openWorld(files: Files = {}): Promise<World> {
  const reference = await startReference({ now: () => new Date(instant), deterministic: 1 });
  return {
    show: async (line) => {
      const written: string[] = [];
      const alter = (host: Host) => onOneTerminal(host, written);
      const exchange = withFixedIds(reference.exchange);
      const options = { reference, exchange, files, env, terminal: columns, alter };
      const { code } = await run(withoutProgram(line), options);
      if (broken.has(code)) throw new Error(`${line} ended with ${code}: ${written.join("")}`);
      return written.join("");
    },
    close: () => reference.close(),
  };
}

/** The id of every request: a deterministic server makes up only these at random. */
export const requestId = "7f6e5d4c-3b2a-4190-8f7e-6d5c4b3a2910";

function withFixedIds(exchange: Exchange): Exchange {
  return async (request) => {
    const response = await exchange(request);
    return { ...response, headers: { ...response.headers, "x-request-id": requestId } };
  };
}

function withoutProgram(line: string): string {
  if (!line.startsWith("payctl ")) throw new Error(`the tour runs payctl alone, not: ${line}`);
  return line.slice("payctl ".length);
}

/** Both streams end up on the same screen, as they do before a person. */
function onOneTerminal(host: Host, written: string[]): Host {
  const stream: OutputStream = {
    isTTY: true,
    columns,
    write(text, done) {
      written.push(text);
      done();
      return true;
    },
  };
  return { ...host, stdout: stream, stderr: stream, now: () => instant };
}
