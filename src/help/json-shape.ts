import type { Command } from "../commands/command.ts";
import type { Result } from "../commands/result.ts";
import { answerFields, findAnswer } from "../contract/answers.ts";
import { itemsOf, type JsonSchema, propertiesOf } from "../contract/json-schema.ts";
import { isRecord } from "../values/record.ts";

/** Characters of names; `explain` shows the rest. */
const mostText = 220;

/** What a command prints as JSON, in one line; undefined if it prints nothing. */
export function jsonShape(command: Command): string | undefined {
  const { result, otherwise } = command;
  if (result === null) return undefined;
  const usual = result === undefined || "answer" in result ? answerLine(command) : resultLine(result);
  const other = otherwise === undefined ? "" : `; ${otherwise.when} ${resultLine(otherwise.result)}`;
  return usual === undefined ? undefined : usual + other;
}

function answerLine({ adds = {}, control, operation, result }: Command): string | undefined {
  const { name, paged = false } = operation ?? { name: control?.name ?? "" };
  const answer = findAnswer(name);
  if (answer === undefined) return undefined;
  const names = [...answer.fields.filter((field) => !field.includes(".")), ...Object.keys(adds)];
  const object = `{${(control === undefined ? shortened(names) : names).join(", ")}}`;
  if (result != null) return "perLine" in result ? `${object}, one per line` : object;
  if (!answer.list) return object;
  return `{"items": [${object}]${paged ? ', "limit", "next_cursor"' : ""}}`;
}

function shortened(names: readonly string[]): readonly string[] {
  const fitting = names.filter((_, index) => names.slice(0, index + 1).join(", ").length <= mostText);
  return fitting.length === names.length ? names : [...fitting, "..."];
}

function resultLine({ listName, schema, summary }: Result): string {
  if (summary !== undefined) return summary;
  const text = innerText(schema);
  return listName === undefined ? text : text.replace(listName, JSON.stringify(listName));
}

/** The fields inside a value, as a person would sketch them; empty if nothing is said of them. */
function innerText(schema: JsonSchema): string {
  const items = itemsOf(schema);
  if (items !== undefined) return innerText(items).replace(/^.+$/, "[$&]");
  if (schema["properties"] === undefined) return "";
  const fields = Object.entries(propertiesOf(schema)).map(([name, field]) => {
    const inner = isRecord(field) ? innerText(field) : "";
    return inner === "" ? name : `${name}: ${inner}`;
  });
  return `{${[...fields, ...(schema["additionalProperties"] ? ["..."] : [])].join(", ")}}`;
}

/** The dotted names of a command's fields, as `--fields` takes them; none if they are not known. */
export function fieldsOf({ adds = {}, control, operation, result }: Command): readonly string[] {
  if (result === null) return [];
  if (result === undefined || "answer" in result) {
    return [...answerFields((operation ?? control)?.name ?? ""), ...Object.keys(adds)];
  }
  return result.names.filter((name) => !name.includes("*"));
}
