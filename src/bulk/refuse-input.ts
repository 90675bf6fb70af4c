import { stat } from "node:fs/promises";
import { UsageError } from "../errors.ts";
import type { LedgerFiles } from "./bulk-flags.ts";

/** Refuses results in the very file that says what is to be done: they would take its place. */
export async function refuseInput(input: string | undefined, files: LedgerFiles): Promise<void> {
  if (input === undefined) return;
  for (const file of [files.results, files.resume]) {
    if (file === undefined || !(await isSame(input, file))) continue;
    throw new UsageError(`${file} holds what is to be done and can't take the results too`, {
      hint: "name another file for the results: --results results.ndjson",
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
  const found = await stat(path, { bigint: true }).catch(() => undefined);
  return found && `${found.dev} ${found.ino}`;
}
