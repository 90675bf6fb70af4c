import type { z } from "zod";
import type { FieldProblem } from "../errors.ts";
import { unknownWord } from "../values/suggest.ts";

type Issue = z.core.$ZodIssue;

/** What is wrong with one field of a value. */
export interface Problem {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** What a schema found wrong that was asked with `plainWords` or `namingWords`, a line per field. */
export function fieldProblems(issues: readonly Issue[], suggest: Suggest): readonly FieldProblem[] {
  return problemsOf(issues, suggest).map(({ path, message }) => ({ field: path.join("."), message }));
}

/** The same with the path of each field, and the known name that an unknown one was probably meant to be. */
export function problemsOf(issues: readonly Issue[], suggest: Suggest = () => undefined): readonly Problem[] {
  return issues.flatMap((issue) => {
    const { message, path } = issue;
    if (issue.code === "unrecognized_keys") return issue.keys.map((key) => unknownKey(path, key, suggest));
    // A rule whose message starts with the field's name would repeat it after the name.
    const name = `${String(path.at(-1))} `;
    return [{ path, message: message.startsWith(name) ? message.slice(name.length) : message }];
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

type RawIssue = z.core.$ZodRawIssue;

/**
 * The words for what a schema found wrong, which follow the name of the field; zod asks for them where the schema has none
 * of its own. The value may be a secret, so it is not repeated.
 */
export function plainWords(issue: RawIssue): string | undefined {
  if (issue.code === "invalid_type" && issue.input === undefined) return "is missing";
  return worded(issue);
}

/** The same where no value is a secret: a wrong word among known ones is named. */
export function namingWords(issue: RawIssue): string | undefined {
  const { code, input } = issue;
  if (code !== "invalid_value" || typeof input !== "string" || !isName(input)) return plainWords(issue);
  return unknownWord(input, issue.values.map(String));
}

/** In words that follow the name of the field, whatever was there. */
export function worded(issue: RawIssue | Issue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      return mustBe(types[issue.expected]);
    case "invalid_value":
      return mustBe(`${issue.values.length === 1 ? "" : "one of "}${issue.values.join(", ")}`);
    case "invalid_format":
      return wrongFormat(issue.format, issue.pattern);
    case "too_small":
      return outOfBounds(issue, `at least ${issue.minimum}`, issue.minimum);
    case "too_big":
      return outOfBounds(issue, `at most ${issue.maximum}`, issue.maximum);
    default:
      return undefined;
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

const formats: Readonly<Record<string, string>> = {
  datetime: "a time as in 2026-01-31T12:00:00Z",
  guid: "a UUID",
  uuid: "a UUID",
};

function wrongFormat(format: string, pattern: string | undefined): string | undefined {
  const isPattern = format === "regex" && pattern !== undefined;
  return isPattern ? `must match ${pattern.replace(/^\/(.*)\/[a-z]*$/, "$1")}` : mustBe(formats[format]);
}

function mustBe(what: string | undefined): string | undefined {
  return what === undefined ? undefined : `must be ${what}`;
}

const units: Readonly<Record<string, string>> = { string: "character", array: "item" };

function outOfBounds(
  { origin, exact }: { readonly origin: string; readonly exact?: boolean | undefined },
  limit: string,
  bound: number | bigint,
): string {
  const unit = units[origin];
  if (unit === undefined) return `must be ${limit}`;
  return `must have ${exact ? `exactly ${bound}` : limit} ${unit}${bound === 1 ? "" : "s"}`;
}
