import type { Context } from "../../context.ts";
import type { Operation } from "../../contract/operation.ts";
import { type Advice, UsageError } from "../../errors.ts";
import { disk } from "../../files/disk.ts";
import { openProgress, type ProgressParts, readProgress } from "../../files/progress.ts";
import { checkWritable } from "../../files/replace.ts";
import { isRecord } from "../../values/record.ts";
import { grouped, shellWord } from "../../values/text.ts";
import { purposeOf } from "../purpose.ts";
import type { ResultRow } from "./result-row.ts";

/** A row of a results file: that an item is being sent, or what became of it. */
type KeptRow = Pick<ResultRow, "id" | "result"> & Partial<Pick<ResultRow, "error">>;

/** The file in which a run keeps its results; it has what earlier runs over the same items left. */
export interface ResultsFile {
  /** Undefined if results are not kept. */
  readonly file: string | undefined;
  /** The last row of each id. */
  readonly past: ReadonlyMap<string, KeptRow>;
  /** Opens the file, so that one that can't be written is refused before anything is sent. */
  start(): void;
  /** Called before anything of these items is sent. */
  sending(ids: readonly string[]): void;
  add(rows: readonly ResultRow[]): void;
}

export const noResultsFile: ResultsFile = {
  file: undefined,
  past: new Map(),
  start: () => {},
  sending: () => {},
  add: () => {},
};

/** Does work whose results are kept in a file, if one is named; no other run may use it meanwhile. */
export async function keepResults<Value>(
  context: Context,
  { file, operation }: { readonly file: string | undefined; readonly operation: Operation },
  work: (resultsFile: ResultsFile) => Promise<Value>,
): Promise<Value> {
  if (file === undefined) return work(noResultsFile);
  const parts: ProgressParts<KeptRow> = {
    purpose: await purposeOf(context, operation),
    kind: "a results file",
    mode: 0o666,
    hint: { text: "choose another file", command: "--results FILE" },
    isRow,
  };
  if (context.globals.dryRun) {
    return work({ ...noResultsFile, file, past: lastRows(readProgress(file, parts)) });
  }
  const progress = await openProgress(file, parts);
  try {
    const past = lastRows(progress.rows);
    const isInDoubt = ({ id, result }: KeptRow) => result === "skipped" && isSending(past, id);
    return await work({
      file,
      past,
      start: progress.start,
      sending: (ids) => progress.append(ids.map((id) => ({ id, result: "sending" }))),
      // What an earlier run sent is still in doubt where this one did not come to it.
      add: (rows) => progress.append(rows.filter((row) => !isInDoubt(row))),
    });
  } finally {
    await progress.close();
  }
}

function isRow(value: unknown): value is KeptRow {
  if (!isRecord(value)) return false;
  const { id, result, error } = value;
  return [id, result, error ?? ""].every((field) => typeof field === "string");
}

function lastRows(rows: readonly KeptRow[]): ReadonlyMap<string, KeptRow> {
  return new Map(rows.map((row) => [row.id, row]));
}

/** Whether an earlier run sent an item and did not learn what became of it. */
export function isSending(past: ResultsFile["past"], id: string): boolean {
  return past.get(id)?.result === "sending";
}

interface Remaining<Item> {
  readonly items: readonly Item[];
  readonly resultsFile: ResultsFile;
  /** Results after which an item needs nothing more. */
  readonly good: readonly string[];
  idOf(item: Item): string;
}

/** The items that no earlier run has done; says how many it leaves out. */
export async function leaveOutDone<Item>(
  { output }: Context,
  { items, resultsFile, good, idOf }: Remaining<Item>,
): Promise<readonly Item[]> {
  const left = items.filter((item) => !good.includes(resultsFile.past.get(idOf(item))?.result ?? ""));
  const count = items.length - left.length;
  if (count > 0) {
    const are = count === 1 ? "is" : "are";
    await output.note(
      `${grouped(count)} of ${grouped(items.length)} ${are} done in ${resultsFile.file} and not sent again`,
    );
  }
  return left;
}

/** How to continue a run: `run it again with --results r.ndjson`. */
export function againWith(file: string | undefined): string {
  return `run it again${file === undefined ? "" : ` with --results ${shellWord(file)}`}`;
}

/** What to do after a run of which not all was done; only a results file knows what was. */
export function againHint(file: string | undefined): Advice {
  const again = `once that is fixed, ${againWith(file)}`;
  return file === undefined
    ? { text: `${again}; to repeat only what is left the next time, add`, command: "--results FILE" }
    : `${again}; what is already done is not repeated`;
}

/** Refuses a place that can't take the results of a run, the input itself above all. */
export async function checkResultsFile(file: string | undefined, input: string | undefined): Promise<void> {
  if (file === undefined) return;
  if (file === "-") {
    throw new UsageError("results have to go to a file, not to -", {
      hint: { text: "for example", command: "--results results.ndjson" },
    });
  }
  if (input !== undefined && (await isSame(input, file))) {
    throw new UsageError(`${file} is the input, so it can't take the results too`, {
      hint: { text: "use another file for the results", command: "--results results.ndjson" },
    });
  }
  // Its name can be guessed, so it may be a link to somebody else's file.
  if ((await disk.lstat(file).catch(() => undefined))?.isSymbolicLink()) {
    throw new UsageError(`${file} is a link`, {
      hint: { text: "name the file itself", command: "--results FILE" },
    });
  }
  await checkWritable(file, "--results");
}

/** One file has many names: `ids.txt`, `./ids.txt`, and every link to it. */
async function isSame(first: string, second: string): Promise<boolean> {
  const [one, other] = await Promise.all(
    [first, second].map((path) => disk.stat(path, { bigint: true }).catch(() => undefined)),
  );
  return first === second || (one !== undefined && one.dev === other?.dev && one.ino === other.ino);
}
