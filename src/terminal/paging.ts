import { stripVTControlCharacters } from "node:util";
import type { Environment } from "../values/environment.ts";
import { type OutputStream, terminalWidth, write } from "./streams.ts";

/** A program that shows text page by page. */
export interface Pager {
  /** Rejects with ClosedPipeError once the reader has closed it. */
  write(text: string): Promise<void>;
  /** Tells it that this was all; resolves when the reader has closed it. */
  end(): Promise<void>;
}

/** Starts the pager; resolves to undefined if there is none. */
export type OpenPager = () => Promise<Pager | undefined>;

interface PagesParts {
  readonly stdout: OutputStream;
  readonly env: Environment;
  readonly openPager?: OpenPager | undefined;
}

/** Cells above each other on a terminal that does not say how many it has. */
const usualHeight = 24;

/**
 * Holds text back until it is clear whether it fits the screen, passes longer text to a pager, and holds other output until
 * that has been read.
 */
export function createPages({ stdout, env, openPager }: PagesParts) {
  let buffered = "";
  let isDecided = openPager === undefined;
  let pager: Pager | undefined;
  const deferred: (() => Promise<void>)[] = [];
  const put = (text: string): Promise<void> => pager?.write(text) ?? write(stdout, text);
  const release = async (): Promise<void> => {
    isDecided = true;
    const text = buffered;
    buffered = "";
    if (text !== "") await put(text);
  };
  return {
    async write(text: string): Promise<void> {
      if (isDecided) return put(text);
      buffered += text;
      if (linesOn(buffered, terminalWidth(stdout, env)) < (stdout.rows || usualHeight)) return;
      pager = await openPager?.();
      await release();
    },
    /** Whether a pager has the screen. */
    isShowing: (): boolean => pager !== undefined,
    /** Postpones output that would come before text that is not on the screen yet; false if there is none. */
    defer(action: () => Promise<void>): boolean {
      if (buffered === "" && pager === undefined) return false;
      deferred.push(action);
      return true;
    },
    /** Shows what is held back, and waits until the pager is closed; what comes later starts anew. */
    async settle(): Promise<void> {
      try {
        await release();
        await pager?.end();
      } finally {
        pager = undefined;
        isDecided = openPager === undefined;
        for (const act of deferred.splice(0)) await act();
      }
    },
  };
}

/** Lines on a screen of this width, where longer ones wrap; a prompt needs one more. */
function linesOn(text: string, columns: number): number {
  const lines = stripVTControlCharacters(text).split("\n");
  return lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / columns)), 0);
}
