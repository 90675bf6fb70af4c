import { constants, type Stats } from "node:fs";
import { exitCodes, PayctlError } from "../errors.ts";
import { disk } from "./disk.ts";

/** Does work for as long as the command may wait: its signal aborts at the deadline, and when it is interrupted. */
export type WithDeadline = <Value>(work: (signal: AbortSignal) => Promise<Value>) => Promise<Value>;

/** Waits for as long as it takes. */
export const endless: WithDeadline = (work) => work(new AbortController().signal);

/** A stream of bytes; it has to be destroyable, or waiting for it might never end. */
interface Source extends AsyncIterable<Uint8Array | string> {
  destroy?(error: Error): unknown;
}

/** The most that an input may have, in MiB, unless its reader says otherwise. */
export const usualLargest = 32;

/**
 * Everything that a stream gives, whose writer may never come. A device may never end, so more than the largest is an
 * error with the code EFBIG.
 */
export function readBounded(
  stream: Source,
  name: string,
  withDeadline: WithDeadline,
  largest = usualLargest,
): Promise<Uint8Array> {
  return withDeadline(async (signal) => {
    const giveUp = (): void => void stream.destroy?.(late(name));
    if (signal.aborted) giveUp();
    signal.addEventListener("abort", giveUp);
    try {
      const chunks: Buffer[] = [];
      let size = 0;
      for await (const chunk of stream) {
        const bytes = Buffer.from(chunk);
        chunks.push(bytes);
        size += bytes.length;
        refuseLarge(size, largest);
      }
      return Buffer.concat(chunks);
    } finally {
      signal.removeEventListener("abort", giveUp);
    }
  });
}

function refuseLarge(size: number, largest: number): void {
  if (size <= largest * 1024 * 1024) return;
  throw Object.assign(new Error(`larger than ${largest} MiB`), { code: "EFBIG" });
}

function late(name: string): PayctlError {
  return new PayctlError(exitCodes.unreachable, `the deadline passed before all of ${name} was read`, {
    hint: { text: "check what writes to it, or allow more time", command: "--deadline 10m" },
  });
}

/** Opens any file without waiting: a pipe may not have a writer yet. */
export async function openInput(path: string) {
  const isPipe = disk.statSync(path).isFIFO();
  // Opening a pipe without a writer would block a thread for ever; a terminal would not wait for what is typed.
  const waiting = isPipe ? (constants.O_NONBLOCK ?? 0) : 0;
  const file = disk.openSync(path, constants.O_RDONLY | waiting);
  const stats = disk.fstatSync(file);
  return {
    stats,
    /** Reads everything and closes the file. */
    read: async (withDeadline: WithDeadline, largest = usualLargest): Promise<Uint8Array> =>
      stats.isFile()
        ? readWhole(file, stats, largest)
        : readBounded(await openStream(file, stats), path, withDeadline, largest),
  };
}

/**
 * The content of a file is already there; a stream of it, and the threads for one, would take most of the time of a
 * small one.
 */
function readWhole(file: number, { size }: Stats, largest: number): Uint8Array {
  try {
    refuseLarge(size, largest);
    return disk.readFileSync(file);
  } finally {
    disk.closeSync(file);
  }
}

/** Of a pipe, a socket also ends a read that nothing answers, which a stream of a file leaves to its thread. */
async function openStream(file: number, stats: Stats): Promise<Source> {
  if (!stats.isFIFO()) return disk.createReadStream("", { fd: file });
  const { Socket } = await import("node:net");
  return new Socket({ fd: file, readable: true, writable: false });
}
