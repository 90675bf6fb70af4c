import { UsageError } from "../errors.ts";

/** One entry of a file, and where it stands there: `line 3` or `item 2`. */
export interface InputRecord {
  readonly place: string;
  readonly value: unknown;
}

/** The entries of a text in NDJSON, JSON, YAML or CSV; the file's ending decides, else its first character. */
export async function readRecords(text: string, fileName: string): Promise<readonly InputRecord[]> {
  switch (formatOf(text, fileName)) {
    case "csv":
      return (await import("./csv.ts")).readCsv(text, fileName);
    case "ndjson":
      return readNdjson(text, fileName);
    case "list":
      return readList((await import("./yaml.ts")).parseYaml(text, fileName), fileName);
  }
}

/** How a text is written; the ending of its name decides, else its first character. */
export function formatOf(text: string, fileName: string): "csv" | "ndjson" | "list" {
  const ending = /\.([a-z]+)$/i.exec(fileName)?.[1]?.toLowerCase();
  if (ending === "csv") return "csv";
  if (ending === "ndjson" || ending === "jsonl") return "ndjson";
  if (ending === "yaml" || ending === "yml") return "list";
  const start = text.trimStart();
  if (start.startsWith("{")) return "ndjson";
  return start.startsWith("[") || start.startsWith("-") ? "list" : "csv";
}

function readNdjson(text: string, fileName: string): readonly InputRecord[] {
  const records: InputRecord[] = [];
  const wrong: string[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const place = `line ${index + 1}`;
    try {
      records.push({ place, value: JSON.parse(line) });
    } catch {
      wrong.push(place);
    }
  }
  if (wrong.length === 0) return records;
  if (isJson(text)) throw noList(fileName);
  throw new UsageError(`${fileName} is not valid NDJSON`, {
    fields: wrong.map((field) => ({ field, message: "is not one JSON object" })),
  });
}

/** One object over several lines, instead of a list of objects or one object per line. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function readList(value: unknown, fileName: string): readonly InputRecord[] {
  if (!Array.isArray(value)) throw noList(fileName);
  return value.map((item, index) => ({ place: `item ${index + 1}`, value: item }));
}

function noList(fileName: string): UsageError {
  return new UsageError(`${fileName} must contain a list`, {
    hint: "start each entry with - in YAML, or put the entries between [ and ] in JSON",
  });
}
