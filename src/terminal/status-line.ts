import { type OutputStream, writeAside } from "./streams.ts";

/** One line at the bottom of a terminal that is drawn again and again; nothing anywhere else. */
export interface StatusLine {
  draw(text: string): Promise<void>;
  /** Makes room for other output. */
  clear(): Promise<void>;
}

const toStartAndErase = "\r\u001b[K";

export function createStatusLine(stream: OutputStream): StatusLine {
  let isDrawn = false;
  return {
    async draw(text) {
      isDrawn = true;
      await writeAside(stream, toStartAndErase + text);
    },
    async clear() {
      if (!isDrawn) return;
      isDrawn = false;
      await writeAside(stream, toStartAndErase);
    },
  };
}
