import { codeInBrackets, PartialError, systemCode, UsageError } from "../../errors.ts";
import { openAppendFile } from "../../files/append.ts";
import { disk } from "../../files/disk.ts";
import type { HeldLock } from "../../files/lock.ts";
import { formatRows, parseRows, type ResultRow } from "./result-row.ts";

/** Records the result of each item, so that any run can be resumed. */
export interface Ledger {
  /** Where the results are; undefined if they are not stored. */
  readonly file: string | undefined;
  /** Called before anything of these items is sent. */
  begin(ids: readonly string[]): void;
  add(rows: readonly ResultRow[]): void;
  /** Rows of items whose answer did not come: they stay begun. */
  leave(rows: readonly ResultRow[]): void;
  close(): void;
}

export const noLedger: Ledger = {
  file: undefined,
  begin: () => {},
  add: () => {},
  leave: () => {},
  close: () => {},
};

/** A ledger in a file, a row per item; it starts with the rows of earlier runs. */
export async function openLedger(file: string, past: Past, held: HeldLock): Promise<Ledger> {
  const results = await openAppendFile(file, formatRows([...past.rows.values()]), { held });
  const sending = await openAppendFile(sendingFile(file), formatIds([...past.inDoubt]), { held });
  const open = new Set(past.inDoubt);
  return {
    file,
    begin(ids) {
      sending.append(formatIds(ids));
      for (const id of ids) open.add(id);
    },
    add(rows) {
      results.append(formatRows(rows));
      for (const { id } of rows) open.delete(id);
    },
    leave: () => {},
    close() {
      results.close();
      sending.close();
      if (open.size === 0) removeSending(file, held);
    },
  };
}

/** A run that has taken over writes a file of that name itself. */
function removeSending(file: string, held: HeldLock): void {
  held.confirm();
  try {
    disk.rmSync(sendingFile(file), { force: true });
  } catch (cause) {
    throw new PartialError(`${sendingFile(file)} can't be removed${codeInBrackets(cause)}`, {
      cause,
      hint: "nothing was in progress any more: remove it yourself",
    });
  }
}

function formatIds(ids: readonly string[]): string {
  return ids.map((id) => `${id}\n`).join("");
}

/** What is known from earlier runs over the same items. */
export interface Past {
  readonly rows: ReadonlyMap<string, ResultRow>;
  /** Items that were started and have no result: the run was killed while they were in progress. */
  readonly inDoubt: ReadonlySet<string>;
}

export const noPast: Past = { rows: new Map(), inDoubt: new Set() };

/** Where a run with a results file records what is in progress; absent when nothing is. */
function sendingFile(resultsFile: string): string {
  return `${resultsFile}.sending`;
}

/** Reads the results file of an earlier run; a file that does not exist means there was none. */
export function readPast(file: string): Past {
  const rows = parseRows(read(file) ?? "", file);
  // An id on a torn line was not sent: the line is complete before anything is sent.
  const begun = (read(sendingFile(file)) ?? "").split("\n").slice(0, -1);
  return { rows, inDoubt: new Set(begun.filter((id) => !rows.has(id))) };
}

/** Whether a run over this results file was ended from outside. */
export function isUnfinished(file: string): boolean {
  return read(sendingFile(file)) !== undefined;
}

function read(file: string): string | undefined {
  try {
    if (!disk.statSync(file).isFile()) throw new UsageError(`${file} is not a plain file`);
    return disk.readFileSync(file, "utf8");
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
    if (systemCode(cause) === "ENOENT") return undefined;
    throw new UsageError(`the results file ${file} can't be read`, {
      cause,
      hint: "check the path and its permissions",
    });
  }
}
