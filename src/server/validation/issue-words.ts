import type { z } from "zod";
import { tooBig, tooSmall, type Words } from "./bound-words.ts";

/** The part of a request that was validated. */
export type Place = "body" | "path" | "query";

type Issue = z.core.$ZodIssue;

interface Surroundings {
  readonly place: Place;
  readonly wantsInteger: boolean;
}

/** A union with several alternatives has been taken apart before. */
export function describeIssue(issue: Issue, surroundings: Surroundings): Words {
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

/** A union that looks at one field reports the whole object where that field is absent. */
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

function wrongType(issue: z.core.$ZodIssueInvalidType, { place, wantsInteger }: Surroundings): Words {
  if (issue.expected === "int") return fraction;
  // In a query, what is not all digits has stayed text.
  if (wantsInteger && place === "query") return unparsable;
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
