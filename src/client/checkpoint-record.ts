import { createHash } from "node:crypto";
import { isObject } from "../contract/json-schema.ts";
import { UsageError } from "../errors.ts";

/** How far a list came. It holds no filter in clear, since that can be personal data. */
export interface CheckpointRecord {
  readonly fingerprint: string;
  /** Where the list goes on. */
  readonly cursor: string;
  /** Rows that have been written. */
  readonly count: number;
}

/** What makes two lists the same. */
export interface ListIdentity {
  readonly operation: string;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly scopes: readonly string[];
  /** Where the list started. */
  readonly cursor: string | undefined;
}

export function fingerprint({ operation, query, scopes, cursor }: ListIdentity): string {
  const filters = Object.entries(query).filter(([, value]) => value !== undefined);
  const parts = [operation, filters.sort(([a], [b]) => (a < b ? -1 : 1)), [...scopes].sort(), cursor ?? null];
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
}

export function formatRecord(record: CheckpointRecord): string {
  return `${JSON.stringify(record)}\n`;
}

/** Reads the text of a checkpoint file; a damaged one, or one of another list, is a UsageError. */
export function parseRecord(text: string, expected: { file: string; fingerprint: string }): CheckpointRecord {
  const { file } = expected;
  const record = readRecord(text);
  if (record === undefined) {
    throw new UsageError(`the checkpoint file ${file} is damaged`, {
      hint: `start the list anew: delete ${file}, or name another file`,
    });
  }
  if (record.fingerprint !== expected.fingerprint) {
    throw new UsageError(`the checkpoint file ${file} belongs to another list or filter`, {
      hint: "use the same filter as before, or name another file: --checkpoint FILE",
    });
  }
  return record;
}

function readRecord(text: string): CheckpointRecord | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is CheckpointRecord {
  if (!isObject(value)) return false;
  const { fingerprint, cursor, count } = value;
  if (typeof fingerprint !== "string" || typeof cursor !== "string" || cursor === "") return false;
  return typeof count === "number" && Number.isSafeInteger(count) && count >= 0;
}
