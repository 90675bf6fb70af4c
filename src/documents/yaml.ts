import { type Document, parseDocument } from "yaml";
import { type FieldProblem, UsageError } from "../errors.ts";

/** The value of one YAML or JSON text; every syntax error is named with its line. */
export function parseYaml(text: string, fileName: string): unknown {
  const document = parseDocument(text, { prettyErrors: true, uniqueKeys: true });
  if (document.errors.length === 0) return resolveAliases(document, fileName);
  throw new UsageError(`${fileName} is not valid YAML or JSON`, {
    fields: document.errors.map(
      (error): FieldProblem => ({
        field: `line ${error.linePos?.[0].line ?? "?"}`,
        // After a colon, some messages quote the text, which may be a secret.
        message: (error.message.split("\n")[0] ?? "").replace(/(?:: .*)? at line \d+, column \d+:?$/, ""),
      }),
    ),
  });
}

/** An alias without its anchor, too many of them, or a ring, which no JSON can hold. */
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
