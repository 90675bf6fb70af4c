import { Readable } from "node:stream";
import type { Host, Probes } from "../../src/context.ts";
import type { Exchange } from "../../src/contract/exchange.ts";
import { openProbes } from "../../src/open-probes.ts";
import type { OutputStream } from "../../src/terminal/streams.ts";

/** The instant at which every test happens. */
export const instant = Date.parse("2026-01-15T12:00:00.000Z");

export interface HostOptions {
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: string;
  readonly terminal: number | undefined;
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  readonly exchange: Exchange;
  /** Replaces probes of real files, and of a network with only this machine. */
  readonly probes?: Partial<Probes>;
}

/** What a command wrote to its two streams. */
export interface Written {
  stdout: string;
  stderr: string;
}

/** A host with a fixed clock, counted ids, no waiting, and only the files that a test names. */
export function createHost(options: HostOptions): { readonly host: Host; readonly written: Written } {
  const written: Written = { stdout: "", stderr: "" };
  const terminal = options.terminal === undefined ? {} : { isTTY: true, columns: options.terminal };
  const stream = (name: keyof Written): OutputStream => ({
    ...terminal,
    write(text, done) {
      written[name] += text;
      done();
      return true;
    },
  });
  let ids = 0;
  const host: Host = {
    env: options.env,
    stdin: Object.assign(keyboard(options.stdin), terminal),
    stdout: stream("stdout"),
    stderr: stream("stderr"),
    platform: "linux",
    homeDirectory: "/nowhere",
    signal: new AbortController().signal,
    now: () => instant,
    timeZone: () => "America/New_York",
    randomUuid: () => {
      ids += 1;
      return `00000000-0000-4000-8000-${String(ids).padStart(12, "0")}`;
    },
    random: () => 0.5,
    sleep: async () => {},
    later: () => () => {},
    readFile: async (path) => {
      const text = options.files[path];
      if (text === undefined) throw new Error(`unexpected read of ${path}`);
      return typeof text === "string" ? Buffer.from(text) : text;
    },
    openFile: async (path) => {
      throw new Error(`unexpected opening of ${path}`);
    },
    connect: async () => options.exchange,
    openPager: async () => undefined,
    probes: async () => ({ ...openProbes, ...lonelyNetwork, ...options.probes }),
  };
  return { host, written };
}

/** Only plain http on this machine answers. */
const lonelyNetwork: Pick<Probes, "resolve" | "connect"> = {
  resolve: async (name) => {
    if (name !== "localhost") throw new Error(`unexpected look-up of ${name}`);
    return ["127.0.0.1"];
  },
  connect: async ({ url }) => {
    if (url.protocol !== "http:") throw new Error(`unexpected connection to ${url.host}`);
    return undefined;
  },
};

/** A keyboard that types the next line when the next question is asked, or when all was read. */
function keyboard(text: string): Readable {
  const lines = text.split(/(?<=\n)/).filter((line) => line !== "");
  const type = (): unknown => stream.push(lines.shift() ?? null);
  const stream: Readable = new Readable({
    read() {
      if (stream.listenerCount("readable") > 0) type();
    },
  });
  // Anything typed before a question is on the screen is lost, and showing the question takes a turn.
  return stream.on("resume", () => setImmediate(() => setImmediate(type)));
}
