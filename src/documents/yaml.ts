import {
  type Document,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  type Scalar,
  stringify,
} from "yaml";
import { type FieldProblem, UsageError } from "../errors.ts";

/** The value of one YAML or JSON text; every syntax error is named with its line. */
export function parseYaml(text: string, fileName: string): unknown {
  return parseYamlLines(text, fileName).value;
}

/** A value as YAML, without lines that are wrapped. */
export function writeYaml(value: unknown): string {
  return stringify(value, { lineWidth: 0, aliasDuplicateObjects: false });
}

interface YamlLines {
  readonly value: unknown;
  /** The line of the value at a path, or of the nearest one around it. */
  lineOf(path: readonly PropertyKey[]): number | undefined;
}

/** The same, with the line of every part. */
export function parseYamlLines(text: string, fileName: string): YamlLines {
  const lineCounter = new LineCounter();
  // The parser compares each key with all others of its map, which takes minutes for a map of thousands.
  const document = parseDocument(text, { lineCounter, prettyErrors: true, uniqueKeys: false });
  const repeated = document.errors.length === 0 ? repeatedKeys(document) : [];
  if (repeated.length > 0) {
    const lines = repeated.map(({ range }) => lineCounter.linePos(range?.[0] ?? 0).line);
    throw refusal(
      fileName,
      lines.toSorted((a, b) => a - b).map((line) => ({ line, message: "a key is given twice" })),
    );
  }
  if (document.errors.length === 0) {
    return {
      value: resolveAliases(document, fileName),
      lineOf: (path) => lineOf(path, document, lineCounter),
    };
  }
  throw refusal(
    fileName,
    document.errors.map(({ code, linePos, message }) => ({
      line: linePos?.[0].line,
      message: plainWords(code, message),
    })),
  );
}

/** The parser's words, but where they are for programmers. */
function plainWords(code: string, message: string): string {
  if (code === "MULTIPLE_DOCS") return "a second document begins here: give it a file of its own";
  if (message.startsWith("Sequence item without - indicator"))
    return "the line belongs to no entry: check how far it is indented";
  return withoutQuote(message);
}

/** The first line without its place; after a colon, some messages quote the text, which may be a secret. */
function withoutQuote(message: string): string {
  const [line = ""] = message.split("\n", 1);
  const [said = "", place] = line.split(" at line ");
  return place === undefined ? line : (said.split(": ", 1)[0] ?? said);
}

function refusal(
  fileName: string,
  problems: readonly { line: number | undefined; message: string }[],
): UsageError {
  return new UsageError(`${fileName} is not valid YAML or JSON`, {
    fields: problems.map(
      ({ line, message }): FieldProblem => ({ field: `line ${line ?? "?"}`, line, message }),
    ),
  });
}

/** The keys that a map has already. */
function repeatedKeys({ contents }: Document): readonly Scalar[] {
  const repeated: Scalar[][] = [];
  const open: unknown[] = [contents];
  while (open.length > 0) {
    const node = open.pop();
    if (isSeq(node)) for (const item of node.items) open.push(item);
    if (!isMap(node)) continue;
    for (const { key, value } of node.items) open.push(key, value);
    const seen = new Set<unknown>();
    const keys = node.items.map(({ key }) => key).filter((key) => isScalar(key));
    repeated.push(keys.filter(({ value }) => seen.size === seen.add(value).size));
  }
  return repeated.flat();
}

function lineOf(path: readonly PropertyKey[], document: Document, counter: LineCounter): number | undefined {
  const node: unknown = document.getIn(path, true);
  if (isNode(node) && node.range) return counter.linePos(node.range[0]).line;
  return path.length === 0 ? undefined : lineOf(path.slice(0, -1), document, counter);
}

/** An alias without its anchor, too many of them, or a cycle, which JSON can't express. */
function resolveAliases(document: Document, fileName: string): unknown {
  try {
    const value: unknown = document.toJS({ maxAliasCount: 100 });
    JSON.stringify(value);
    return value;
  } catch (cause) {
    throw new UsageError(`${fileName} contains a YAML alias that can't be resolved`, {
      cause,
      hint: "put quotes around a value that starts with *",
    });
  }
}
