import type { ListPage } from "../terminal/output.ts";
import type { ListRenderer } from "../terminal/render/renderer.ts";
import type { ExportFile } from "./export-file.ts";
import { windowOf } from "./export-state.ts";
import { within } from "./within.ts";

export interface ExportParts {
  readonly file: ExportFile;
  /** The list from a cursor on; undefined is its beginning. */
  readonly pages: (cursor: string | undefined) => AsyncIterable<ListPage>;
  readonly renderer: ListRenderer;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Is told of every page that was written. */
  readonly wrote: (count: number) => Promise<void>;
}

export interface Exported {
  readonly count: number;
  /** Of the whole file, in hex. */
  readonly sha256: string;
}

/** Notes are synced to the disk; four a second cost next to nothing, one a page would cost the most. */
const millisecondsBetweenNotes = 250;

/** Writes what a list holds of a window to a file, from wherever an earlier run was stopped. */
export async function exportList(parts: ExportParts): Promise<Exported> {
  const { file, renderer } = parts;
  // A file with rows has its head already: the renderer writes it here, into nothing.
  if (file.state.count > 0) renderer.page([{}]);
  const count = await writePages(parts);
  await file.append(renderer.end({ limit: undefined, nextCursor: undefined }));
  return { count, sha256: await file.finish() };
}

async function writePages({ file, pages, renderer, now, wrote }: ExportParts): Promise<number> {
  const { state } = file;
  let { count } = state;
  let unsaved: { readonly cursor: string; readonly count: number } | undefined;
  let savedAt = now();
  const save = async (): Promise<void> => {
    if (unsaved !== undefined) await file.save(unsaved.cursor, unsaved.count);
    unsaved = undefined;
    savedAt = now();
  };
  try {
    for await (const page of within(pages(state.cursor ?? undefined), windowOf(state))) {
      await file.append(renderer.page(page.items));
      count += page.items.length;
      unsaved = page.nextCursor == null ? undefined : { cursor: page.nextCursor, count };
      await wrote(page.items.length);
      if (now() - savedAt >= millisecondsBetweenNotes) await save();
    }
  } catch (error) {
    // What ended the export is what to tell of, whether or not the place could still be noted.
    await save().catch(() => undefined);
    throw error;
  }
  return count;
}
