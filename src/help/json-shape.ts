import type { Command } from "../commands/command.ts";
import answers from "./answers.json" with { type: "json" };

/** The outermost fields of what each operation answers, or of the items where it answers a list. */
const answerOf: Readonly<Record<string, { readonly list: boolean; readonly fields: readonly string[] }>> =
  answers;

/** More than these are for `explain` to show. */
const mostFields = 14;

/** What a command gives as JSON, in one line; undefined where it gives nothing. */
export function jsonShape({ shape, operation }: Command): string | undefined {
  if (shape !== undefined) return shape ?? undefined;
  const answer = operation && answerOf[operation.name];
  if (operation === undefined || answer === undefined) return undefined;
  const object = `{${listed(answer.fields).join(", ")}}`;
  if (!answer.list) return object;
  return `{"items": [${object}]${operation.paged ? ', "limit", "next_cursor"' : ""}}`;
}

function listed(fields: readonly string[]): readonly string[] {
  return fields.length <= mostFields ? fields : [...fields.slice(0, mostFields), "..."];
}
