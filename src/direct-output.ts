import { fstatSync, writeSync } from "node:fs";
import { systemCode } from "./system-code.ts";
import type { OutputStream } from "./terminal/streams.ts";

/** What a stream of Node takes besides text. */
interface ByteStream extends OutputStream {
  write(part: string | Uint8Array, done: (error?: Error | null) => void): boolean;
}

/**
 * An output that goes without Node's stream, whose code takes 2 ms to load, where it leads to a file, a pipe or a
 * socket: to these Node itself writes at once. The stream takes over when one can't take any more at once.
 */
export function openOutput(descriptor: number, openStream: () => ByteStream): OutputStream {
  if (!isDirect(descriptor)) return openStream();
  let stream: ByteStream | undefined;
  return {
    write(text, done) {
      if (stream !== undefined) return stream.write(text, done);
      const bytes = Buffer.from(text);
      let written = 0;
      try {
        while (written < bytes.length) written += writeSync(descriptor, bytes, written);
      } catch (error) {
        if (systemCode(error) === "EAGAIN") stream = openStream();
        if (stream !== undefined) return stream.write(bytes.subarray(written), done);
        done(error instanceof Error ? error : new Error(String(error)));
        return false;
      }
      done();
      return true;
    },
  };
}

/** Terminals have a width, and other devices ways of their own. */
function isDirect(descriptor: number): boolean {
  try {
    const kind = fstatSync(descriptor);
    return kind.isFile() || kind.isFIFO() || kind.isSocket();
  } catch {
    return false;
  }
}
