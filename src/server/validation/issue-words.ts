import type { z } from "zod";
import type { ValidationDetail } from "../../contract/failure.ts";

/** The words of one problem, in the style that the decisions name by example. */
type Words = Pick<ValidationDetail, "ctx" | "msg" | "type">;

/** A problem, apart from which field has it. */
type Described = Words & Pick<ValidationDetail, "input">;

/** The part of a request that was validated. */
export type RequestPart = "body" | "path" | "query";

type Issue = z.core.$ZodIssue;

interface Surroundings {
  readonly part: RequestPart;
  readonly wantsInteger: boolean;
  /** What was sent, if an answer may repeat it. */
  readonly sent: Pick<ValidationDetail, "input">;
  /** The names that the object around the field knows. */
  fields(): readonly string[];
}

export type DescribeIssue = (issue: Issue, surroundings: Surroundings) => Described;

/** As the service does. */
export const describeIssue: DescribeIssue = (issue, surroundings) => ({
  ...wordsFor(issue, surroundings),
  ...surroundings.sent,
});

/** A union with several alternatives has been taken apart before. */
function wordsFor(issue: Issue, surroundings: Surroundings): Words {
  if (isMissing(issue)) return { type: "missing", msg: "Field required" };
  switch (issue.code) {
    case "invalid_type":
      return wrongType(issue, surroundings);
    case "invalid_value":
      return wrongValue(issue);
    case "invalid_format":
      return wrongFormat(issue);
    case "too_small":
      return tooSmall(issue);
    case "too_big":
      return tooBig(issue);
    case "unrecognized_keys":
      return { type: "extra_forbidden", msg: "Extra inputs are not permitted" };
    case "invalid_union":
      return wrongTag(issue);
    default:
      return { type: "value_error", msg: issue.message };
  }
}

/** A union that looks at one field reports the whole object if that field is absent. */
function isMissing(issue: Issue): boolean {
  if (issue.code === "invalid_type" || issue.code === "invalid_value") return issue.input === undefined;
  if (issue.code !== "invalid_union" || issue.discriminator === undefined) return false;
  return Object(issue.input)[issue.discriminator] === undefined;
}

const typeWords: Readonly<Record<string, Words>> = {
  string: { type: "string_type", msg: "Input should be a valid string" },
  number: { type: "float_type", msg: "Input should be a valid number" },
  boolean: { type: "bool_type", msg: "Input should be a valid boolean" },
  array: { type: "list_type", msg: "Input should be a valid list" },
  object: { type: "dict_type", msg: "Input should be a valid dictionary" },
};

const notInteger: Words = { type: "int_type", msg: "Input should be a valid integer" };

const fraction: Words = {
  type: "int_from_float",
  msg: "Input should be a valid integer, got a number with a fractional part",
};

const unparsable: Words = {
  type: "int_parsing",
  msg: "Input should be a valid integer, unable to parse string as an integer",
};

function wrongType(issue: z.core.$ZodIssueInvalidType, { part, wantsInteger }: Surroundings): Words {
  if (issue.expected === "int") return fraction;
  // In a query, a value that is not all digits has stayed text.
  if (wantsInteger && part === "query") return unparsable;
  if (wantsInteger && issue.expected === "number") return notInteger;
  return typeWords[issue.expected] ?? { type: `${issue.expected}_type`, msg: issue.message };
}

function wrongValue({ values }: z.core.$ZodIssueInvalidValue): Words {
  const expected = enumerate(
    values.map((value) => (typeof value === "string" ? `'${value}'` : String(value))),
  );
  const type = values.length === 1 ? "literal_error" : "enum";
  return { type, msg: `Input should be ${expected}`, ctx: { expected } };
}

/** `'a', 'b' or 'c'` */
function enumerate(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} or ${last}`;
}

function wrongFormat(issue: z.core.$ZodIssueInvalidStringFormat): Words {
  switch (issue.format) {
    case "guid":
      return { type: "uuid_parsing", msg: "Input should be a valid UUID" };
    case "datetime":
      return { type: "datetime_parsing", msg: "Input should be a valid datetime with a time zone" };
    default: {
      const pattern = (issue.pattern ?? "").replace(/^\/|\/[a-z]*$/g, "");
      return {
        type: "string_pattern_mismatch",
        msg: `String should match pattern '${pattern}'`,
        ctx: { pattern },
      };
    }
  }
}

/** The field that decides which alternative an object is. */
function wrongTag(issue: z.core.$ZodIssueInvalidUnion): Words {
  const options: readonly unknown[] = "options" in issue && Array.isArray(issue.options) ? issue.options : [];
  const expected = enumerate(options.map((option) => `'${String(option)}'`));
  return { type: "enum", msg: `Input should be ${expected}`, ctx: { expected } };
}

function tooSmall({ input, minimum, origin }: z.core.$ZodIssueTooSmall): Words {
  const bound = Number(minimum);
  if (origin === "string") {
    const msg = `String should have at least ${counted(bound, "character")}`;
    return { type: "string_too_short", msg, ctx: { min_length: bound } };
  }
  if (origin === "array") return listLength("short", bound, input);
  return {
    type: "greater_than_equal",
    msg: `Input should be greater than or equal to ${bound}`,
    ctx: { ge: bound },
  };
}

function tooBig({ input, maximum, origin }: z.core.$ZodIssueTooBig): Words {
  const bound = Number(maximum);
  if (origin === "string") {
    const msg = `String should have at most ${counted(bound, "character")}`;
    return { type: "string_too_long", msg, ctx: { max_length: bound } };
  }
  if (origin === "array") return listLength("long", bound, input);
  return {
    type: "less_than_equal",
    msg: `Input should be less than or equal to ${bound}`,
    ctx: { le: bound },
  };
}

function listLength(which: "long" | "short", bound: number, input: unknown): Words {
  const actual = Array.isArray(input) ? input.length : 0;
  const [edge, key] = which === "short" ? ["least", "min_length"] : ["most", "max_length"];
  return {
    type: `too_${which}`,
    msg: `List should have at ${edge} ${counted(bound, "item")} after validation, not ${actual}`,
    ctx: { field_type: "List", [key ?? ""]: bound, actual_length: actual },
  };
}

function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}
