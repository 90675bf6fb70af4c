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
  const problems = document.errors.map(({ linePos, message }) => ({
    line: linePos?.[0].line,
    message: inPlainWords(message),
  }));
  throw refusal(fileName, problems.filter(isFirstOfItsKind));
}

/** The parser may find one mistake in several ways. */
function isFirstOfItsKind(problem: Problem, place: number, all: readonly Problem[]): boolean {
  return all.findIndex(({ line, message }) => line === problem.line && message === problem.message) === place;
}

const misplaced =
  "the line does not go with the one above: check how far it is indented, and for a missing colon";

/** How the parser's words for programmers begin, and what they mean. */
const plainWords: readonly (readonly [string, string])[] = [
  ["Source contains multiple documents", "a second document begins here: give it a file of its own"],
  ["Sequence item without - indicator", "the line belongs to no entry: check how far it is indented"],
  ["Nested mappings are not allowed in compact mappings", "a value in which a colon stands needs quotes"],
  ["Implicit keys need", misplaced],
  ["Implicit map keys need", misplaced],
  ["Unexpected block-seq-ind", misplaced],
  ["A block sequence may not be used as an implicit map key", misplaced],
];

function inPlainWords(message: string): string {
  const found = plainWords.find(([beginning]) => message.startsWith(beginning));
  return found?.[1] ?? withoutQuote(message);
}

/** The first line without its place; after a colon, some messages quote the text, which may be a secret. */
function withoutQuote(message: string): string {
  const [line = ""] = message.split("\n", 1);
  const [said = "", place] = line.split(" at line ");
  return place === undefined ? line : (said.split(": ", 1)[0] ?? said);
}

interface Problem {
  readonly line: number | undefined;
  readonly message: string;
}

function refusal(fileName: string, problems: readonly Problem[]): UsageError {
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
