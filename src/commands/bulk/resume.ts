import type { Context } from "../../context.ts";
import { UsageError } from "../../errors.ts";
import { refuseOther } from "../../files/append.ts";
import { disk } from "../../files/disk.ts";
import { type HeldLock, holdFile } from "../../files/lock.ts";
import { grouped } from "../../values/text.ts";
import { type LedgerFiles, resultsFile } from "./bulk-flags.ts";
import { type Ledger, noLedger, noPast, openLedger, type Past, readPast } from "./ledger.ts";

/** What is left to do after earlier runs, and where to write the results. */
export interface Remainder<Item> {
  readonly items: readonly Item[];
  /** Ids that need no further work. */
  readonly settled: number;
  readonly past: Past;
  /** Opens the results file; nothing is written before. */
  openLedger(): Promise<Ledger>;
}

interface Settling<Item> {
  readonly items: readonly Item[];
  readonly files: LedgerFiles;
  readonly held: HeldLock;
  /** Results after which an item is not retried. */
  readonly final: readonly string[];
  idOf(item: Item): string;
}

/** Skips the items that an earlier run settled. */
export async function skipSettled<Item>(context: Context, parts: Settling<Item>): Promise<Remainder<Item>> {
  const { items, files, held, final, idOf } = parts;
  const past = files.resume === undefined ? noPast : readPast(files.resume);
  const left = items.filter((item) => !final.includes(past.rows.get(idOf(item))?.result ?? ""));
  const settled = items.length - left.length;
  if (settled > 0) {
    await context.output.note(
      `${grouped(settled)} of ${grouped(items.length)} ${settled === 1 ? "is" : "are"} already settled in ${files.resume} and skipped`,
    );
  }
  const file = resultsFile(files);
  return {
    items: left,
    settled,
    past,
    openLedger: async () =>
      file === undefined ? noLedger : openLedger(file, without(past, left.map(idOf)), held),
  };
}

/** How to resume a run: `run it again with --resume r.ndjson`. */
export function resumeHint(file: string | undefined): string {
  return `run it again${file === undefined ? "" : ` with --resume ${file}`}`;
}

/** Removes rows that are about to be rewritten, so that the file has one per item. */
function without(past: Past, ids: readonly string[]): Past {
  const rows = new Map(past.rows);
  for (const id of ids) rows.delete(id);
  return { ...past, rows };
}

/** Does work that stores its results in a file, which no other run may read or write meanwhile. */
export async function holdResults<Value>(
  file: string | undefined,
  work: (held: HeldLock) => Promise<Value>,
): Promise<Value> {
  if (file === undefined) return work(unlocked);
  await refuseOther(file);
  const held = await holdFile(file);
  try {
    return await work(held);
  } finally {
    await held.release();
  }
}

/** What no other run can take over. */
const unlocked: HeldLock = { confirm: () => {} };

/** Refuses to write the results over the input file. */
export async function refuseInput(input: string | undefined, files: LedgerFiles): Promise<void> {
  if (input === undefined) return;
  for (const file of [files.results, files.resume]) {
    if (file === undefined || !(await isSame(input, file))) continue;
    throw new UsageError(`${file} is the input, so it can't take the results too`, {
      hint: "use another file for the results: --results results.ndjson",
    });
  }
}

/** One file has many names: `ids.txt`, `./ids.txt`, and every link to it. */
async function isSame(first: string, second: string): Promise<boolean> {
  if (first === second) return true;
  const [one, other] = await Promise.all([first, second].map(identity));
  return one !== undefined && one === other;
}

async function identity(path: string): Promise<string | undefined> {
  const found = await disk.stat(path, { bigint: true }).catch(() => undefined);
  return found && `${found.dev} ${found.ino}`;
}
