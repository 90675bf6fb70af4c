import type { z } from "zod";
import type { ValidationDetail } from "../../contract/failure.ts";
import { describeIssue, type Place } from "./issue-words.ts";
import { childrenOf, nodesAt, type SchemaNode } from "./schema-nodes.ts";

type Issue = z.core.$ZodIssue;

/** The problems of one part of a request as entries of a 422, each at its own place. */
export function validationDetails(
  place: Place,
  schema: z.ZodType,
  issues: readonly Issue[],
): readonly ValidationDetail[] {
  return flatten(issues).map((issue) => {
    const nodes = nodesAt(schema, issue.path);
    return {
      loc: [place, ...issue.path.map(String)],
      ...describeIssue(issue, { place, wantsInteger: nodes.some(({ type }) => type === "integer") }),
      ...(mayRepeat(issue.input, nodes) ? { input: issue.input } : {}),
    };
  });
}

/** Single problems: a union stands for those of the alternative that fits best, unknown fields for one each. */
function flatten(issues: readonly Issue[]): readonly Issue[] {
  const named = new Set(issues.filter((issue) => !isNoted(issue)).map(codeAndPlace));
  return issues.flatMap((issue) => {
    if (issue.code === "unrecognized_keys") return unknownFields(issue);
    if (issue.code === "invalid_union" && issue.errors.length > 0) return bestAlternative(issue);
    return isNoted(issue) && named.has(codeAndPlace(issue)) ? [] : [issue];
  });
}

function unknownFields(issue: z.core.$ZodIssueUnrecognizedKeys): readonly Issue[] {
  return issue.keys.map((key) => ({ ...issue, keys: [key], path: [...issue.path, key] }));
}

function bestAlternative(issue: z.core.$ZodIssueInvalidUnion): readonly Issue[] {
  const alternatives = issue.errors.map((errors) =>
    flatten(errors).map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })),
  );
  const [first = [], ...others] = alternatives;
  return others.reduce((best, other) => (misfit(other) < misfit(best) ? other : best), first);
}

/** A field that an alternative does not know speaks against it more than one that is missing or wrong. */
function misfit(issues: readonly Issue[]): number {
  return issues.reduce((sum, issue) => sum + (issue.code === "unrecognized_keys" ? 2 : 1), 0);
}

/** The bounds of every safe integer carry a note, and say nothing beside the field's own. */
function isNoted(issue: Issue): boolean {
  return "note" in issue && issue.code !== "invalid_union";
}

function codeAndPlace({ code, path }: Issue): string {
  return JSON.stringify([code, ...path.map(String)]);
}

const longest = 1000;

/**
 * Whether an answer may repeat what was sent: only a single value in a field that the schema knows and does not mark
 * as secret. What stands in an unknown field may be a secret whose name was misspelt.
 */
function mayRepeat(input: unknown, nodes: readonly SchemaNode[]): boolean {
  return isScalar(input) && nodes.length > 0 && !nodes.some(holdsSecret);
}

function isScalar(input: unknown): boolean {
  if (typeof input === "string") return input.length <= longest;
  // JSON has no word for a number beyond every other: it would come back as null.
  if (typeof input === "number") return Number.isFinite(input);
  return input === null || typeof input === "boolean";
}

function holdsSecret(node: SchemaNode): boolean {
  return node["format"] === "password" || childrenOf(node).some(holdsSecret);
}
