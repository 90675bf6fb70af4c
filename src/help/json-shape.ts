import type { Command } from "../commands/command.ts";
import answers from "./answers.json" with { type: "json" };

/** The dotted names of all fields of each operation's answer, or of its items if it answers a list. */
const answerOf: Readonly<Record<string, { readonly list: boolean; readonly fields: readonly string[] }>> =
  answers;

/** `explain` shows the rest. */
const mostFields = 14;

/** What a command prints as JSON, in one line; undefined if it prints nothing. */
export function jsonShape({ shape, operation }: Command): string | undefined {
  if (shape !== undefined) return shape === null ? undefined : withoutTypes(shape);
  const answer = operation && answerOf[operation.name];
  if (operation === undefined || answer === undefined) return undefined;
  const object = `{${listed(answer.fields.filter((name) => !name.includes("."))).join(", ")}}`;
  if (!answer.list) return object;
  return `{"items": [${object}]${operation.paged ? ', "limit", "next_cursor"' : ""}}`;
}

/** What only the JSON Schema of a result says: `error?` and `done:boolean`. */
function withoutTypes(shape: string): string {
  return shape.replace(/(?<=[\w"])\?{0,2}:[a-z]+|(?<=[\w"])\?+/g, "");
}

function listed(fields: readonly string[]): readonly string[] {
  return fields.length <= mostFields ? fields : [...fields.slice(0, mostFields), "..."];
}

/** The dotted names of a command's fields, as `--fields` takes them; none if they are not known. */
export function fieldsOf({ shape, operation }: Command): readonly string[] {
  const answer = operation && answerOf[operation.name];
  // Rows that are printed one per line are the operation's own.
  if (answer !== undefined && (shape === undefined || shape?.endsWith(", one per line")))
    return answer.fields;
  // A plain object, or a list of such.
  return (
    /^(?:\{"items": \[)?\{([a-z_, ]+)\}(?:\]\})?$/.exec(withoutTypes(shape ?? ""))?.[1]?.split(", ") ?? []
  );
}
