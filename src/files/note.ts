import { createHash } from "node:crypto";
import { codeInBrackets, PayctlError, systemCode, UsageError } from "../errors.ts";
import { isRecord } from "../values/record.ts";
import { disk } from "./disk.ts";
import { openInput, type Patient } from "./input.ts";
import type { HeldLock } from "./lock.ts";
import { replaceFile, writing } from "./replace.ts";

/** A small file that says how far long work got, so that another run continues there. */
export interface Note<Value> {
  /** What an earlier run saved; undefined if there was none. */
  readonly earlier: Value | undefined;
  save(value: Value): Promise<void>;
  remove(): Promise<void>;
  /** For something that does not go with what the note says. */
  refusal(message: string, cause?: unknown): UsageError;
}

interface NoteParts<Value> {
  /** What distinguishes the work from any other; only its digest is stored, because filters can be personal data. */
  readonly work: unknown;
  /** How to go on without the note. */
  readonly hint: string;
  /** How long a pipe in its place is waited for. */
  readonly patient: Patient;
  /** Confirmed before each change. */
  readonly held: HeldLock;
  isValid(value: unknown): value is Value;
}

/** Throws UsageError for a note that can't be read, is damaged, or is about other work. */
export async function openNote<Value extends object>(
  path: string,
  { work, hint, patient, held, isValid }: NoteParts<Value>,
): Promise<Note<Value>> {
  const mark = createHash("sha256").update(JSON.stringify(work)).digest("base64url");
  const refusal = (message: string, cause?: unknown) => new UsageError(message, { cause, hint });
  const text = await readText(path, patient).catch((cause: unknown) => {
    if (cause instanceof PayctlError) throw cause;
    throw refusal(`${path} can't be read${codeInBrackets(cause)}`, cause);
  });
  const earlier = text === undefined ? undefined : parse(text);
  const fingerprint = isRecord(earlier) ? earlier["fingerprint"] : undefined;
  const isWhole = isValid(earlier) && typeof fingerprint === "string";
  if (text !== undefined && !isWhole) throw refusal(`${path} is damaged`);
  if (isWhole && fingerprint !== mark) {
    throw refusal(`${path} belongs to a run with other flags, or for another service`);
  }
  // A temporary path that is always the same leaves no litter after a kill; the lock keeps it ours.
  const temporary = `${path}.tmp`;
  return {
    earlier: isWhole ? earlier : undefined,
    async save(value) {
      held.confirm();
      const changed = `${JSON.stringify({ fingerprint: mark, ...value }, undefined, 2)}\n`;
      await writing(path, replaceFile(path, changed, { temporary }), wayOut);
    },
    async remove() {
      held.confirm();
      for (const each of [path, temporary]) await writing(path, disk.rm(each, { force: true }), wayOut);
    },
    refusal,
  };
}

const wayOut = "free some space; the same command then continues after what it recorded";

/** Undefined if there is no such file. */
async function readText(path: string, patient: Patient): Promise<string | undefined> {
  try {
    const file = await openInput(path);
    return Buffer.from(await file.read(patient)).toString("utf8");
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a value of a note is a number of things or of bytes. */
export function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

/** Notes are synced to disk; four a second cost next to nothing, one a page would dominate the cost. */
const millisecondsBetweenSaves = 250;

interface Saving<Place> {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly save: (place: Place) => Promise<void>;
}

/**
 * Does work that calls back with each place it has reached, which is saved from time to time; undefined stands for a
 * place where nothing could continue.
 */
export async function savingPlaces<Place, Value>(
  { now, save }: Saving<Place>,
  work: (reached: (place: Place | undefined) => Promise<void>) => Promise<Value>,
): Promise<Value> {
  let unsaved: Place | undefined;
  let savedAt = now();
  const flush = async (): Promise<void> => {
    if (unsaved !== undefined) await save(unsaved);
    unsaved = undefined;
    savedAt = now();
  };
  try {
    return await work(async (place) => {
      unsaved = place;
      if (now() - savedAt >= millisecondsBetweenSaves) await flush();
    });
  } catch (error) {
    // What ended the work is reported, whether or not its place could still be saved.
    await flush().catch(() => undefined);
    throw error;
  }
}
