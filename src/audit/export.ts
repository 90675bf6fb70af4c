import type { ListPage } from "../terminal/output.ts";
import type { ListRenderer } from "../terminal/render/renderer.ts";
import type { ExportFile } from "./export-file.ts";

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

/** Notes are synced to the disk; one a second costs nothing, one a page would cost the most. */
const millisecondsBetweenNotes = 1000;

/** Writes a whole list to a file, from wherever an earlier run was stopped. */
export async function exportList({ file, pages, renderer, now, wrote }: ExportParts): Promise<Exported> {
  const { cursor, count: before } = file.state;
  // A file that goes on has its head already: the renderer writes it here, into nothing.
  if (cursor !== null) renderer.page([{}]);
  let count = before;
  let notedAt = now();
  for await (const page of pages(cursor ?? undefined)) {
    await file.append(renderer.page(page.items));
    count += page.items.length;
    await wrote(page.items.length);
    if (page.nextCursor == null || now() - notedAt < millisecondsBetweenNotes) continue;
    notedAt = now();
    await file.save(page.nextCursor, count);
  }
  await file.append(renderer.end({ limit: undefined, nextCursor: undefined }));
  return { count, sha256: await file.finish() };
}
