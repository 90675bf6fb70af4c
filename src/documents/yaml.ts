import {
  type Document,
  type ErrorCode,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
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
  const document = parseDocument(text, { lineCounter, uniqueKeys: false });
  const problems = document.errors.map(({ code, pos }): Problem => {
    return { line: lineCounter.linePos(pos[0]).line, message: plainWords[code] ?? "is not YAML" };
  });
  if (problems.length === 0) problems.push(...repeatedKeys(document, lineCounter));
  if (problems.length > 0) throw refusal(fileName, problems);
  return {
    value: resolveAliases(document, fileName),
    lineOf: (path) => lineOf(path, document, lineCounter),
  };
}

interface Problem {
  readonly line: number;
  readonly message: string;
}

const misplaced =
  "the line does not go with the one above: check how far it is indented, and for a missing colon";

/** The parser speaks to programmers, and quotes the text, which may be a secret. */
const plainWords: Readonly<Partial<Record<ErrorCode, string>>> = {
  BAD_DQ_ESCAPE: "a backslash in double quotes needs another one before it",
  BAD_INDENT: "a bracket is not closed, or the line is not indented as those around it",
  BAD_SCALAR_START: "a value that starts with this sign needs quotes",
  BLOCK_AS_IMPLICIT_KEY: "a value in which a colon stands needs quotes",
  MISSING_CHAR:
    "a quote, a bracket, or the - of an entry is missing: check also how far the line is indented",
  MULTILINE_IMPLICIT_KEY: misplaced,
  MULTIPLE_DOCS: "a second document begins here: give it a file of its own",
  TAB_AS_INDENT: "only spaces can indent a line",
  UNEXPECTED_TOKEN: misplaced,
};

/** The parser may find one mistake of a line in several ways. */
function refusal(fileName: string, problems: readonly Problem[]): UsageError {
  const first = new Map(problems.toReversed().map((problem) => [problem.line, problem]));
  const fields = [...first.values()]
    .toSorted((one, other) => one.line - other.line)
    .map(({ line, message }): FieldProblem => ({ field: `line ${line}`, line, message }));
  return new UsageError(`${fileName} is not valid YAML or JSON`, { fields });
}

/** The keys that a map has already. */
function repeatedKeys({ contents }: Document, counter: LineCounter): readonly Problem[] {
  const repeated: Problem[] = [];
  const open: unknown[] = [contents];
  while (open.length > 0) {
    const node = open.pop();
    if (isSeq(node)) for (const item of node.items) open.push(item);
    if (!isMap(node)) continue;
    for (const { key, value } of node.items) open.push(key, value);
    const seen = new Set<unknown>();
    const keys = node.items.map(({ key }) => key).filter((key) => isScalar(key));
    for (const { range } of keys.filter(({ value }) => seen.size === seen.add(value).size)) {
      repeated.push({ line: counter.linePos(range?.[0] ?? 0).line, message: "a key is given twice" });
    }
  }
  return repeated;
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
