import { readFile } from "node:fs/promises";

/** A row of a results file, with the fields that only some commands write. */
interface KeptRow {
  readonly id: string;
  readonly result: string;
  readonly [field: string]: unknown;
}

/** The first line of the results of a command at the service of the tests. */
export function headOf(command: string, merchant_account: string | null = null): string {
  return `${JSON.stringify({ command, base_url: "http://localhost:4010", merchant_account })}\n`;
}

/** The last row of each id of a results file, in the order in which the items were sent. */
export async function lastRows(path: string): Promise<readonly KeptRow[]> {
  const [, ...lines] = (await readFile(path, "utf8")).trimEnd().split("\n");
  const rows: KeptRow[] = lines.map((line) => JSON.parse(line));
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}
