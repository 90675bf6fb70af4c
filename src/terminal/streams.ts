/** The part of a readable stream that payctl uses. */
export interface InputStream extends AsyncIterable<Uint8Array | string> {
  readonly isTTY?: boolean;
}

/** The part of a writable stream that payctl uses. */
export interface OutputStream {
  readonly isTTY?: boolean;
  /** Width of the terminal in cells. */
  readonly columns?: number;
  write(text: string, done: (error?: Error | null) => void): boolean;
}

/** The reader went away: there is nobody left to write for. */
export class ClosedPipeError extends Error {}

/** Writes and waits until the stream took it, so that a slow reader slows the work. */
export function write(stream: OutputStream, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => {
      if (error == null) resolve();
      else if ("code" in error && error.code === "EPIPE") reject(new ClosedPipeError());
      else reject(error);
    });
  });
}
