import { isCount, type Note, openNote } from "../files/note.ts";
import { checkPlace } from "../files/replace.ts";
import { isRecord } from "../values/record.ts";
import type { Page } from "./api.ts";

/** The last finished page of a list. */
interface Checkpoint {
  /** Where the list continues. */
  readonly cursor: string;
  /** Rows that have been written. */
  readonly count: number;
}

/** What identifies a list. */
interface ListIdentity {
  readonly operation: string;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly scopes: readonly string[];
  /** Where the list started. */
  readonly cursor: string | undefined;
  readonly narrowedBy: unknown;
}

/** Throws UsageError if the file is damaged, belongs to another list, or can't be used. */
export async function openCheckpoint(file: string, list: ListIdentity): Promise<Note<Checkpoint>> {
  const { operation, query, scopes, cursor, narrowedBy } = list;
  const filters = Object.entries(query).filter(([, value]) => value !== undefined);
  return openNote(await checkPlace(file, "--checkpoint"), {
    name: `the checkpoint file ${file}`,
    work: [
      operation,
      filters.sort(([a], [b]) => (a < b ? -1 : 1)),
      [...scopes].sort(),
      cursor ?? null,
      narrowedBy,
    ],
    hint: `use the flags of the first run or another file, or start over: rm -f '${file}'`,
    isValid: isCheckpoint,
  });
}

function isCheckpoint(value: unknown): value is Checkpoint {
  if (!isRecord(value)) return false;
  const { cursor, count } = value;
  return typeof cursor === "string" && cursor !== "" && isCount(count);
}

/** Passes pages through; a page counts as finished when the next one is requested. */
export async function* recordPages(
  pages: AsyncIterable<Page>,
  { earlier, save, remove }: Note<Checkpoint>,
): AsyncGenerator<Page> {
  let count = earlier?.count ?? 0;
  let isComplete = false;
  for await (const page of pages) {
    yield page;
    count += page.items.length;
    if (page.nextCursor !== null) await save({ cursor: page.nextCursor, count });
    isComplete = true;
  }
  if (isComplete) await remove();
}
