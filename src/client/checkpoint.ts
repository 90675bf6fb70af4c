import { access, constants, readFile, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { PartialError, UsageError } from "../errors.ts";
import { replaceFile } from "../replace-file.ts";
import { systemCode } from "../system-code.ts";
import { fingerprint, formatRecord, type ListIdentity, parseRecord } from "./checkpoint-record.ts";
import type { Page } from "./page.ts";

/** A file that remembers the last finished page of one list. */
export interface Checkpoint {
  /** Where to go on; undefined at the start. */
  readonly cursor: string | undefined;
  /** Rows that have been written before. */
  readonly count: number;
  save(cursor: string, count: number): Promise<void>;
  /** Forgets the list, which is complete. */
  finish(): Promise<void>;
}

/** Throws UsageError when the file is damaged, of another list, or can't be used. */
export async function openCheckpoint(file: string, identity: ListIdentity): Promise<Checkpoint> {
  const mark = fingerprint(identity);
  const text = await readCheckpoint(file);
  const record = text === undefined ? undefined : parseRecord(text, { file, fingerprint: mark });
  return {
    cursor: record?.cursor,
    count: record?.count ?? 0,
    save: (cursor, count) => writeCheckpoint(file, formatRecord({ fingerprint: mark, cursor, count })),
    finish: () => rm(file, { force: true }),
  };
}

/** Passes pages on; a page counts as finished when the next one is asked for. */
export async function* recordPages(pages: AsyncIterable<Page>, checkpoint: Checkpoint): AsyncGenerator<Page> {
  let { count } = checkpoint;
  let isComplete = false;
  for await (const page of pages) {
    yield page;
    count += page.items.length;
    if (page.nextCursor !== null) await checkpoint.save(page.nextCursor, count);
    isComplete = true;
  }
  if (isComplete) await checkpoint.finish();
}

async function readCheckpoint(file: string): Promise<string | undefined> {
  try {
    await access(dirname(file), constants.W_OK);
    return await readFile(file, "utf8").catch(undefinedIfMissing);
  } catch (cause) {
    throw new UsageError(`the checkpoint file ${file} can't be used`, {
      cause,
      hint: "name a file in a folder that you may write to: --checkpoint FILE",
    });
  }
}

function undefinedIfMissing(error: unknown): undefined {
  if (systemCode(error) === "ENOENT") return undefined;
  throw error;
}

async function writeCheckpoint(file: string, text: string): Promise<void> {
  await replaceFile(file, text).catch((cause: unknown) => {
    throw new PartialError(`the checkpoint file ${file} can't be written any more`, {
      cause,
      hint: "make room for it; the same command then goes on behind the last page that it records",
    });
  });
}
