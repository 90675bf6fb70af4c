/** The formats of a file with many records, as `--format` names them. */
export const recordFormats = ["yaml", "json", "ndjson", "csv"] as const;

export type RecordFormat = (typeof recordFormats)[number];

/** What each ending of a file name means. */
const endings: ReadonlyMap<string, RecordFormat> = new Map([
  ["yaml", "yaml"],
  ["yml", "yaml"],
  ["json", "json"],
  ["ndjson", "ndjson"],
  ["jsonl", "ndjson"],
  ["csv", "csv"],
]);

/** The format that the ending of a file's name means; undefined for any other ending. */
export function formatOf(fileName: string): RecordFormat | undefined {
  return endings.get(/\.([a-z]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? "");
}
