import type { z } from "zod";
import type { FieldProblem } from "../errors.ts";
import { unknownWord } from "../values/suggest.ts";

type Issue = z.core.$ZodIssue;

/** What is wrong with one field of a value. */
export interface Problem {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/**
 * What a schema found wrong, a line per field. The value may be a secret: only a wrong word among known ones is named,
 * and that only if the schema was asked to report its input.
 */
export function fieldProblems(issues: readonly Issue[], suggest?: Suggest): readonly FieldProblem[] {
  return problemsOf(issues, suggest).map(({ path, message }) => ({ field: path.join("."), message }));
}

/** The same with the path of each field, and the known name that an unknown one was probably meant to be. */
export function problemsOf(issues: readonly Issue[], suggest: Suggest = () => undefined): readonly Problem[] {
  return issues.flatMap((issue) => {
    const { path } = issue;
    if (issue.code !== "unrecognized_keys") return [{ path, message: worded(issue) }];
    return issue.keys.map((key) => unknownKey(path, key, suggest));
  });
}

/** The known name that a mistyped one was meant to be, in the object at a path. */
export type Suggest = (name: string, path: readonly PropertyKey[]) => string | undefined;

/** What the header of a CSV may name. */
export interface KnownFields {
  readonly fields: readonly string[];
  /** Sets of fields; a record needs every field of one of them. */
  readonly required: readonly (readonly string[])[];
  readonly suggest: Suggest;
}

function unknownKey(path: readonly PropertyKey[], key: string, suggest: Suggest): Problem {
  const meant = suggest(key, path);
  const advice = meant === undefined ? "" : `; did you mean ${meant}?`;
  return { path: [...path, nameOf(key)], message: `is not a known field${advice}` };
}

/** What is wrong with a name where only names of fields are allowed. */
export function unknownField(place: string, key: string, suggest: Suggest): FieldProblem {
  const { path, message } = unknownKey([place], key, suggest);
  return { field: path.join("."), message };
}

/** In a file without its header, or with keys and values swapped, a name may be a secret. */
function nameOf(key: string): string {
  return isName(key) ? key : "(not a field name)";
}

function isName(text: string): boolean {
  return /^[a-z][a-z0-9]*(?:[_-][a-z0-9]+)*$/i.test(text) && text.length <= 60;
}

/** What a schema found wrong, in words that follow the name of the field. */
export function worded(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return wrongType(issue);
    case "invalid_value":
      return wrongValue(issue);
    case "invalid_format":
      return wrongFormat(issue);
    case "too_small":
      return outOfBounds(issue, "at least", issue.minimum);
    case "too_big":
      return outOfBounds(issue, "at most", issue.maximum);
    default:
      return ownWords(issue);
  }
}

const types: Readonly<Record<string, string>> = {
  array: "a list",
  boolean: "true or false",
  int: "a whole number",
  number: "a number",
  object: "an object",
  string: "text",
};

function wrongType(issue: z.core.$ZodIssueInvalidType): string {
  if (issue.message.endsWith("received undefined")) return "is missing";
  const type = types[issue.expected];
  // A schema may say in its own words what it wants.
  return type === undefined || !issue.message.startsWith("Invalid ") ? issue.message : `must be ${type}`;
}

/** A schema may say in its own words what a word should be, too. */
function wrongValue({ input, message, values }: z.core.$ZodIssueInvalidValue): string {
  if (!message.startsWith("Invalid ")) return message;
  if (typeof input === "string" && isName(input)) return unknownWord(input, values.map(String));
  return `must be ${values.length === 1 ? "" : "one of "}${values.join(", ")}`;
}

const formats: Readonly<Record<string, string>> = {
  datetime: "a time as in 2026-01-31T12:00:00Z",
  guid: "a UUID",
  uuid: "a UUID",
};

/** A schema may say in its own words what a pattern wants, too. */
function wrongFormat({ format, pattern, message }: z.core.$ZodIssueInvalidStringFormat): string {
  const known = formats[format];
  if (known !== undefined) return `must be ${known}`;
  if (format !== "regex" || pattern === undefined || !message.startsWith("Invalid ")) return message;
  return `must match ${pattern.replace(/^\/(.*)\/[a-z]*$/, "$1")}`;
}

const units: Readonly<Record<string, string>> = { string: "character", array: "item" };

function outOfBounds(
  { origin, exact }: z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall,
  side: string,
  bound: number | bigint,
): string {
  const unit = units[origin];
  const limit = `${exact ? "exactly" : side} ${bound}`;
  return unit === undefined ? `must be ${limit}` : `must have ${limit} ${unit}${bound === 1 ? "" : "s"}`;
}

/** A rule whose message starts with the field's name would repeat it after the name. */
function ownWords({ message, path }: Issue): string {
  const name = `${String(path.at(-1))} `;
  return message.startsWith(name) ? message.slice(name.length) : message;
}
