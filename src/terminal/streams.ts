import { PartialError, systemCode } from "../errors.ts";
import type { Environment } from "../values/environment.ts";

/** The part of a readable stream that payctl uses. */
export interface InputStream extends AsyncIterable<Uint8Array | string> {
  readonly isTTY?: boolean;
  /** Ends reading with this error. */
  destroy?(error: Error): unknown;
}

/** The part of a writable stream that payctl uses. */
export interface OutputStream {
  readonly isTTY?: boolean;
  /** Width of the terminal in cells. */
  readonly columns?: number;
  /** Height of the terminal in cells. */
  readonly rows?: number;
  write(text: string, done: (error?: Error | null) => void): boolean;
}

/** The reader closed the pipe. */
export class ClosedPipeError extends Error {}

/** Error codes of a write whose reader is gone; they differ by platform. */
const closedCodes: ReadonlySet<string | undefined> = new Set([
  "EPIPE",
  "EOF",
  "ECONNRESET",
  "ERR_STREAM_DESTROYED",
  "ERR_STREAM_WRITE_AFTER_END",
]);

/** Writes and waits until the stream has taken it, so that a slow reader slows down the work. */
export function write(stream: OutputStream, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => {
      if (error == null) resolve();
      else if (closedCodes.has(systemCode(error))) reject(new ClosedPipeError());
      else reject(new PartialError(`the output can't be written: ${error.message}`, { cause: error }));
    });
  });
}

/** Milliseconds that a reader has to take what is written once the command has been told to end. */
const lastChance = 250;

interface Ending {
  /** Aborts when the command has been told to end; not read for a write that is taken in time. */
  readonly signal: AbortSignal;
  /** Calls back after this many milliseconds, unless the returned function is called first. */
  later(milliseconds: number, action: () => void): () => void;
}

/** The same stream, except that a reader who takes nothing does not keep a command from ending. */
export function abandonable(stream: OutputStream, ending: Ending): OutputStream {
  const write: OutputStream["write"] = (text, done) => {
    const giveUp = (): void => done(new Error("nobody reads it"));
    let stop = ending.later(lastChance, () => {
      const { signal } = ending;
      if (signal.aborted) return giveUp();
      signal.addEventListener("abort", giveUp, { once: true });
      stop = () => signal.removeEventListener("abort", giveUp);
    });
    return stream.write(text, (error) => {
      stop();
      done(error);
    });
  };
  return Object.create(stream, { write: { value: write } });
}

/** Like `write`, for messages: losing their reader does not stop the work. */
export async function writeAside(stream: OutputStream, text: string): Promise<void> {
  await write(stream, text).catch(() => {});
}

/** Cells in a line: COLUMNS, the width that the terminal reports, or 80. */
export function terminalWidth(stream: OutputStream, env: Environment): number {
  return askedWidth(env) ?? (stream.columns || 80);
}

function askedWidth(env: Environment): number | undefined {
  const asked = env["COLUMNS"] ?? "";
  return /^[1-9]\d{0,4}$/.test(asked) ? Number(asked) : undefined;
}

/** Whether a table is for a screen: it goes to a terminal, or COLUMNS says how wide one is, as `watch` does. */
export function isForScreen(stream: OutputStream, env: Environment): boolean {
  return stream.isTTY === true || askedWidth(env) !== undefined;
}

/** Cells that a line may fill: a terminal's width, and no limit in a file. */
export function roomInLine(stream: OutputStream, env: Environment): number {
  return stream.isTTY ? terminalWidth(stream, env) : Number.POSITIVE_INFINITY;
}
