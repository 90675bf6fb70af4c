import { rmSync } from "node:fs";
import { openAppendFile } from "../files/append.ts";
import { type Past, sendingFile } from "./past.ts";
import { formatRows, type ResultRow } from "./result-row.ts";

/** Remembers what becomes of each item, so that a run can be gone on with after whatever ended it. */
export interface Ledger {
  /** Where the results stand; undefined where nobody keeps them. */
  readonly file: string | undefined;
  /** Called before anything of these items is sent. */
  begin(ids: readonly string[]): void;
  add(rows: readonly ResultRow[]): void;
  close(): void;
}

export const noLedger: Ledger = { file: undefined, begin: () => {}, add: () => {}, close: () => {} };

/** A ledger in a file, a row per item; it starts with what earlier runs know. */
export function openLedger(file: string, past: Past): Ledger {
  const results = openAppendFile(file, formatRows([...past.rows.values()]));
  const sending = openAppendFile(sendingFile(file), formatIds([...past.inDoubt]));
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
    close() {
      results.close();
      sending.close();
      if (open.size === 0) rmSync(sendingFile(file), { force: true });
    },
  };
}

function formatIds(ids: readonly string[]): string {
  return ids.map((id) => `${id}\n`).join("");
}
