import { type OutputStream, writeAside } from "./streams.ts";

/** One line at the bottom of a terminal that is drawn again and again; nothing anywhere else. */
export interface StatusLine {
  /** What it shows; empty where it is not drawn. */
  readonly text: string;
  draw(text: string): Promise<void>;
  /** Makes room for other output. */
  clear(): Promise<void>;
}

const toStartAndErase = "\r\u001b[K";

/** A line of so many cells. */
export function createStatusLine(stream: OutputStream, width: () => number): StatusLine {
  let shown = "";
  return {
    get text() {
      return shown;
    },
    async draw(text) {
      shown = text;
      // The last cell stays free: a full line would wrap.
      await writeAside(stream, toStartAndErase + text.slice(0, width() - 1));
    },
    async clear() {
      if (shown === "") return;
      shown = "";
      await writeAside(stream, toStartAndErase);
    },
  };
}
