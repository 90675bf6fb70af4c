import type { Context } from "../context.ts";
import { grouped } from "../values/text.ts";
import { type LedgerFiles, resultsFile } from "./bulk-flags.ts";
import { type Ledger, noLedger, openLedger } from "./ledger.ts";
import { noPast, type Past, readPast } from "./past.ts";

/** What is left to do after earlier runs, and where to write what comes of it. */
export interface Remainder<Item> {
  readonly items: readonly Item[];
  /** Ids that need nothing more. */
  readonly settled: number;
  readonly past: Past;
  /** Opens the results file; nothing is written before. */
  openLedger(): Ledger;
}

export interface Settling<Item> {
  readonly items: readonly Item[];
  readonly files: LedgerFiles;
  /** Results after which an item is not tried again. */
  readonly final: readonly string[];
  idOf(item: Item): string;
}

/** Leaves out the items that an earlier run settled. */
export async function goOn<Item>(context: Context, parts: Settling<Item>): Promise<Remainder<Item>> {
  const { items, files, final, idOf } = parts;
  const past = files.resume === undefined ? noPast : readPast(files.resume);
  const left = items.filter((item) => !final.includes(past.rows.get(idOf(item))?.result ?? ""));
  const settled = items.length - left.length;
  if (settled > 0) {
    await context.output.note(
      `${grouped(settled)} of ${grouped(items.length)} ${settled === 1 ? "is" : "are"} settled in ${files.resume} and left out`,
    );
  }
  const file = resultsFile(files);
  return {
    items: left,
    settled,
    past,
    openLedger: () => (file === undefined ? noLedger : openLedger(file, without(past, left.map(idOf)))),
  };
}

/** How a run is gone on with: `run it again with --resume r.ndjson`. */
export function goOnHint(file: string | undefined): string {
  return `run it again${file === undefined ? "" : ` with --resume ${file}`}`;
}

/** A row that is about to be written anew is taken out, so that the file holds one per item. */
function without(past: Past, ids: readonly string[]): Past {
  const rows = new Map(past.rows);
  for (const id of ids) rows.delete(id);
  return { ...past, rows };
}
