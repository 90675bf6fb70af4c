import { stripVTControlCharacters } from "node:util";
import { type OutputStream, write } from "./streams.ts";

/** A program that shows text page by page. */
export interface Pager {
  /** Rejects with ClosedPipeError once the reader has closed it. */
  write(text: string): Promise<void>;
  /** Tells it that this was all; resolves when the reader has closed it. */
  end(): Promise<void>;
}

/** Starts the pager; resolves to undefined if there is none. */
export type OpenPager = () => Promise<Pager | undefined>;

interface PagingParts {
  readonly stdout: OutputStream;
  /** The size of the screen, in cells. */
  readonly size: () => { readonly lines: number; readonly columns: number };
  readonly open: OpenPager;
}

export type Paging = ReturnType<typeof createPaging>;

/** Holds text back until it is clear whether it fits the screen, and passes longer text to a pager. */
export function createPaging({ stdout, size, open }: PagingParts) {
  let held = "";
  let isDecided = false;
  let pager: Pager | undefined;
  const put = (text: string): Promise<void> =>
    pager === undefined ? write(stdout, text) : pager.write(text);
  const release = async (): Promise<void> => {
    isDecided = true;
    const text = held;
    held = "";
    if (text !== "") await put(text);
  };
  return {
    async write(text: string): Promise<void> {
      if (isDecided) return put(text);
      held += text;
      if (linesOn(held, size().columns) < size().lines) return;
      pager = await open();
      await release();
    },
    /** Whether a pager has the screen. */
    isShowing: () => pager !== undefined,
    /** Whether a pager has the screen, or some text is not there yet. */
    isBusy: () => held !== "" || pager !== undefined,
    async end(): Promise<void> {
      await release();
      const left = pager;
      pager = undefined;
      await left?.end();
    },
  };
}

/** Lines on a screen of this width, where longer ones wrap; a prompt needs one more. */
function linesOn(text: string, columns: number): number {
  const lines = stripVTControlCharacters(text).split("\n");
  return lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / columns)), 0);
}
