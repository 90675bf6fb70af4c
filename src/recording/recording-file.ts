import { codeInBrackets, systemCode, UsageError } from "../errors.ts";
import { type AppendKind, openAppendFile } from "../files/append.ts";
import { disk } from "../files/disk.ts";
import { openHeld } from "../files/lock.ts";
import { checkPlace, replaceFile, writing } from "../files/replace.ts";
import { findJson } from "../values/record.ts";
import { shellWord } from "../values/text.ts";
import { version } from "../version.ts";
import { membersOf } from "./bodies.ts";
import { entryLine, type HarmlessEntry, recorder } from "./entry.ts";

/** A recording that grows by an entry at a time, and is a HAR file in the end. */
export type RecordingFile = Awaited<ReturnType<typeof openRecording>>;

interface OpenOptions {
  readonly append: boolean;
}

const kind: AppendKind = {
  name: "recording",
  flag: "--out",
  goOn: () => "run the same command again: it continues what was written",
  mode: 0o600,
};

/**
 * Opens a recording that no other run is using. Entries go to FILE.part first: one that a killed run has left is
 * continued. A UsageError if the file is there already and is not to be continued.
 */
export async function openRecording(file: string, options: OpenOptions) {
  const place = await checkPlace(file, kind.flag);
  return openHeld(place, async (held) => {
    const lines = await readEarlier(place, options);
    // What a kill has left of a last line goes with it.
    const part = await openAppendFile(partOf(place), lines.map((line) => `${line}\n`).join(""), {
      held,
      kind,
    });
    let isEmpty = lines.length === 0;
    return {
      /** Where what is recorded now begins; the file may have earlier sittings. */
      sitting: lines.length + 1,
      /** Returns once the system has the entry, which then survives even if the process is killed. */
      append(entry: HarmlessEntry): void {
        part.append(`${entryLine(entry)}\n`);
        isEmpty = false;
      },
      /** Makes the HAR file of all entries; otherwise they can be continued. */
      async finish(): Promise<void> {
        held.confirm();
        const hint = `free some space, then ${kind.goOn(place)}`;
        const written = wholeLines(await writing(place, disk.readFile(partOf(place), "utf8")));
        await writing(place, replaceFile(place, harText(written)), hint);
        await writing(place, disk.rm(partOf(place), { force: true }), hint);
      },
      async close(): Promise<void> {
        part.close();
        if (isEmpty) await writing(place, disk.rm(partOf(place), { force: true }));
      },
    };
  });
}

function partOf(file: string): string {
  return `${file}.part`;
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
  const { creator, entries } = membersOf(membersOf(findJson(text))["log"]);
  if (membersOf(creator)["name"] === recorder && Array.isArray(entries))
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

/** A line that was being written when the process was killed is no JSON. */
function wholeLines(text: string): readonly string[] {
  return text.split("\n").filter((line) => findJson(line) !== undefined);
}

export function harText(lines: readonly string[]): string {
  const head = JSON.stringify({ version: "1.2", creator: { name: recorder, version } });
  return `{"log":${head.slice(0, -1)},"entries":[\n${lines.join(",\n")}\n]}}\n`;
}
