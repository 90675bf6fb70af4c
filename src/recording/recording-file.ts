import { constants } from "node:fs";
import { codeInBrackets, PartialError, systemCode, UsageError } from "../errors.ts";
import { disk } from "../files/disk.ts";
import { type HeldLock, openHeld } from "../files/lock.ts";
import { checkPlace, replaceFile, writing } from "../files/replace.ts";
import { findJson, isRecord } from "../values/record.ts";
import { shellWord } from "../values/text.ts";
import { version } from "../version.ts";
import { entryLine, type HarmlessEntry } from "./entry.ts";
import { recorder } from "./har.ts";

/** A recording that grows by an entry at a time, and is a HAR file in the end. */
export interface RecordingFile {
  /** A name for what is recorded now; the file may have earlier sittings. */
  readonly sitting: string;
  /** Entries of earlier sittings. */
  readonly earlier: number;
  /** Returns once the system has the entry, which then survives even if the process is killed. */
  append(entry: HarmlessEntry): void;
  /** Makes the HAR file of all entries. */
  close(): Promise<void>;
}

interface OpenOptions {
  readonly append: boolean;
}

/**
 * Opens a recording that no other run is using. Entries go to FILE.part first: one that a killed run has left is
 * continued. A UsageError if the file is there already and is not to be continued.
 */
export async function openRecording(file: string, options: OpenOptions): Promise<RecordingFile> {
  const place = await checkPlace(file, "--out");
  return openHeld(place, async (held) => {
    const lines = await readEarlier(place, options);
    const part = partOf(place);
    // What a kill has left of a last line goes with it.
    await writing(
      part,
      replaceFile(part, lines.map((line) => `${line}\n`).join(""), { temporary: `${part}.tmp` }),
    );
    return openPart(place, lines, held);
  });
}

function partOf(file: string): string {
  return `${file}.part`;
}

function openPart(file: string, lines: readonly string[], held: HeldLock): RecordingFile {
  const part = partOf(file);
  const flags = constants.O_WRONLY | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0);
  const descriptor = disk.openSync(part, flags);
  return {
    sitting: `sitting-${new Set(lines.map(sittingOf)).size + 1}`,
    earlier: lines.length,
    append(entry) {
      held.confirm();
      try {
        disk.appendFileSync(descriptor, `${entryLine(entry)}\n`);
      } catch (cause) {
        throw unwritten(file, cause);
      }
    },
    async close() {
      disk.closeSync(descriptor);
      held.confirm();
      const all = wholeLines(await disk.readFile(part, "utf8"));
      await writing(file, replaceFile(file, harText(all)), againHint);
      await disk.rm(part, { force: true });
    },
  };
}

async function readEarlier(file: string, { append }: OpenOptions): Promise<readonly string[]> {
  const part = await readIfThere(partOf(file));
  if (part !== undefined) return wholeLines(part);
  const text = await readIfThere(file);
  if (text === undefined) return [];
  if (append) return readOwn(file, text);
  throw new UsageError(`${file} is there already`, {
    hint: `record into another file, or add --append to continue it; to remove it: rm ${shellWord(file)}`,
  });
}

/** A recording of another program may contain anything. */
function readOwn(file: string, text: string): readonly string[] {
  const har = findJson(text);
  const log = isRecord(har) ? har["log"] : undefined;
  const { creator, entries } = isRecord(log) ? log : {};
  if (isRecord(creator) && creator["name"] === recorder && Array.isArray(entries))
    return entries.map((entry) => JSON.stringify(entry));
  throw new UsageError(`${file} is not a recording of ${recorder}, and can't be continued`, {
    hint: "record into another file: --out FILE.har",
  });
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await disk.readFile(path, "utf8");
  } catch (cause) {
    if (systemCode(cause) === "ENOENT") return undefined;
    throw new UsageError(`${path} can't be read${codeInBrackets(cause)}`, { cause });
  }
}

/** A line without its end was being written when the process was killed. */
function wholeLines(text: string): readonly string[] {
  return text
    .slice(0, text.lastIndexOf("\n") + 1)
    .split("\n")
    .filter((line) => findJson(line) !== undefined);
}

function sittingOf(line: string): string {
  const entry = findJson(line);
  return isRecord(entry) ? String(entry["pageref"]) : "";
}

export function harText(lines: readonly string[]): string {
  const starts = new Map<string, unknown>();
  for (const line of lines) {
    const entry = findJson(line);
    const sitting = sittingOf(line);
    if (isRecord(entry) && !starts.has(sitting)) starts.set(sitting, entry["startedDateTime"]);
  }
  const pages = [...starts].map(([id, startedDateTime]) => ({
    startedDateTime,
    id,
    title: id,
    pageTimings: {},
  }));
  const head = JSON.stringify({ version: "1.2", creator: { name: recorder, version }, pages });
  return `{"log":${head.slice(0, -1)},"entries":[\n${lines.join(",\n")}\n]}}\n`;
}

const againHint = "free some space, then run the same command again: it continues what was written";

function unwritten(file: string, cause: unknown): PartialError {
  return new PartialError(`the recording ${file} can't be written${codeInBrackets(cause)}`, {
    cause,
    hint: againHint,
  });
}
