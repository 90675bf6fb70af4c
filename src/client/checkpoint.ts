import { createHash } from "node:crypto";
import { PartialError, systemCode, UsageError } from "../errors.ts";
import { disk } from "../files/disk.ts";
import { checkPlace, replaceFile } from "../files/replace.ts";
import { isRecord } from "../values/record.ts";
import type { Page } from "./api.ts";

/** A file that records the last finished page of one list. */
interface Checkpoint {
  /** Where to continue; undefined at the start. */
  readonly cursor: string | undefined;
  /** Rows that were written before. */
  readonly count: number;
  save(cursor: string, count: number): Promise<void>;
  /** Removes the record of a list that is complete. */
  finish(): Promise<void>;
}

/** Throws UsageError if the file is damaged, belongs to another list, or can't be used. */
export async function openCheckpoint(file: string, identity: ListIdentity): Promise<Checkpoint> {
  const mark = fingerprint(identity);
  const place = await checkPlace(file, "--checkpoint");
  const text = await readCheckpoint(file);
  const record = text === undefined ? undefined : parseRecord(text, { file, fingerprint: mark });
  return {
    cursor: record?.cursor,
    count: record?.count ?? 0,
    save: (cursor, count) =>
      recording(file, replaceFile(place, formatRecord({ fingerprint: mark, cursor, count }))),
    finish: () => recording(file, disk.rm(place, { force: true })),
  };
}

/** Passes pages through; a page counts as finished when the next one is requested. */
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
    return await disk.readFile(file, "utf8");
  } catch (cause) {
    if (systemCode(cause) === "ENOENT") return undefined;
    throw new UsageError(`the checkpoint file ${file} can't be used`, {
      cause,
      hint: "choose a file in a folder that you can write to: --checkpoint FILE",
    });
  }
}

async function recording(file: string, work: Promise<void>): Promise<void> {
  await work.catch((cause: unknown) => {
    throw new PartialError(`the checkpoint file ${file} could no longer be written`, {
      cause,
      hint: "free some space; the same command then continues after the last page it recorded",
    });
  });
}

/** How far a list got. Filters are not stored in clear, because they can be personal data. */
interface CheckpointRecord {
  readonly fingerprint: string;
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

function fingerprint({ operation, query, scopes, cursor, narrowedBy }: ListIdentity): string {
  const filters = Object.entries(query).filter(([, value]) => value !== undefined);
  const parts = [
    operation,
    filters.sort(([a], [b]) => (a < b ? -1 : 1)),
    [...scopes].sort(),
    cursor ?? null,
    narrowedBy,
  ];
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
}

function formatRecord(record: CheckpointRecord): string {
  return `${JSON.stringify(record)}\n`;
}

/** Reads the text of a checkpoint file; a damaged one, or one of another list, is a UsageError. */
function parseRecord(text: string, expected: { file: string; fingerprint: string }): CheckpointRecord {
  const { file } = expected;
  const record = readRecord(text);
  if (record === undefined) {
    throw new UsageError(`the checkpoint file ${file} is damaged`, {
      hint: `to start the list over, delete ${file} or use another file`,
    });
  }
  if (record.fingerprint !== expected.fingerprint) {
    throw new UsageError(`the checkpoint file ${file} belongs to another list or filter`, {
      hint: "use the same filter, or another file: --checkpoint FILE",
    });
  }
  return record;
}

function readRecord(text: string): CheckpointRecord | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isCheckpointRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isCheckpointRecord(value: unknown): value is CheckpointRecord {
  if (!isRecord(value)) return false;
  const { fingerprint, cursor, count } = value;
  if (typeof fingerprint !== "string" || typeof cursor !== "string" || cursor === "") return false;
  return typeof count === "number" && Number.isSafeInteger(count) && count >= 0;
}
