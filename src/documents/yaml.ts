import { parseDocument } from "yaml";
import { type FieldProblem, UsageError } from "../errors.ts";

/** The value of one YAML or JSON text; every syntax error is named with its line. */
export function parseYaml(text: string, fileName: string): unknown {
  const document = parseDocument(text, { prettyErrors: true, uniqueKeys: true });
  if (document.errors.length === 0) return document.toJS({ maxAliasCount: 100 });
  throw new UsageError(`${fileName} is not valid YAML or JSON`, {
    fields: document.errors.map(
      (error): FieldProblem => ({
        field: `line ${error.linePos?.[0].line ?? "?"}`,
        message: (error.message.split("\n")[0] ?? "").replace(/ at line \d+, column \d+:?$/, ""),
      }),
    ),
  });
}
