import { type Document, isNode, LineCounter, parseDocument } from "yaml";
import { type FieldProblem, UsageError } from "../errors.ts";

/** The value of one YAML or JSON text; every syntax error is named with its line. */
export function parseYaml(text: string, fileName: string): unknown {
  return parseYamlLines(text, fileName).value;
}

interface YamlLines {
  readonly value: unknown;
  /** The line of the value at a path, or of the nearest one around it. */
  lineOf(path: readonly PropertyKey[]): number | undefined;
}

/** The same, with the line of every part. */
export function parseYamlLines(text: string, fileName: string): YamlLines {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: true, uniqueKeys: true });
  if (document.errors.length === 0) {
    return {
      value: resolveAliases(document, fileName),
      lineOf: (path) => lineOf(path, document, lineCounter),
    };
  }
  throw new UsageError(`${fileName} is not valid YAML or JSON`, {
    fields: document.errors.map(
      (error): FieldProblem => ({
        field: `line ${error.linePos?.[0].line ?? "?"}`,
        line: error.linePos?.[0].line,
        // After a colon, some messages quote the text, which may be a secret.
        message: (error.message.split("\n")[0] ?? "").replace(/(?:: .*)? at line \d+, column \d+:?$/, ""),
      }),
    ),
  });
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
