import type { z } from "zod";
import type { ValidationDetail } from "../../contract/failure.ts";
import type { OperationSchemas } from "../../contract/operation.ts";
import { childrenOf, fieldsAt, nodesAt, type SchemaNode } from "../../contract/schema-nodes.ts";
import { invalid, mostProblems } from "../failure.ts";
import { type DescribeIssue, describeIssue, type RequestPart } from "./issue-words.ts";

/** The contents of a request before validation. */
interface RawInput {
  readonly path: Readonly<Record<string, string>>;
  /** By name; `decodeQuery` makes it. */
  readonly query: unknown;
  /** Undefined: there was none. */
  readonly body: unknown;
}

/** What the schemas made of it, defaults filled in. */
export interface ValidInput {
  readonly path: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** Validates every part of a request; one Failure 422 names all problems, in the service's words or in others. */
export function validate(
  schemas: OperationSchemas,
  input: RawInput,
  describe: DescribeIssue = describeIssue,
): ValidInput {
  const problems: ValidationDetail[] = [];

  function check(part: RequestPart, schema: z.ZodType | undefined, value: unknown): unknown {
    if (schema === undefined) return undefined;
    const result = schema.safeParse(value, { reportInput: true });
    if (result.success) return result.data;
    const issues = flatten(result.error.issues).slice(0, mostProblems);
    problems.push(...issues.map((issue) => validationDetail(part, schema, issue, describe)));
    return undefined;
  }

  const path = check("path", schemas.path, input.path);
  const query = check("query", schemas.query, input.query);
  const body = check("body", schemas.body, input.body);
  if (problems.length > 0) throw invalid(problems);
  return { path, query, body };
}

const integer = /^-?\d+$/;

/**
 * The parameters that a schema names, as values: digits become a number if it wants one, everything else stays text. Of
 * a parameter that is given twice the last one counts; unknown ones are left out.
 */
export function decodeQuery(schema: z.ZodObject, query: URLSearchParams): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, parameter] of Object.entries(schema.shape)) {
    const text = query.getAll(name).at(-1);
    if (text !== undefined) values[name] = decode(parameter, text);
  }
  return values;
}

function decode(parameter: z.core.$ZodType, text: string): unknown {
  return wantsNumber(parameter) && integer.test(text) ? Number(text) : text;
}

/** Unwraps what makes a parameter optional. */
function wantsNumber({ _zod: { def } }: z.core.$ZodType): boolean {
  // Zod types a definition without the fields that only wrappers have.
  if ("innerType" in def) return wantsNumber(def.innerType as z.core.$ZodType);
  return def.type === "number";
}

type Issue = z.core.$ZodIssue;

/** A problem of one part of a request, as an entry of a 422. */
function validationDetail(
  part: RequestPart,
  schema: z.ZodType,
  issue: Issue,
  describe: DescribeIssue,
): ValidationDetail {
  const nodes = nodesAt(schema, issue.path);
  return {
    loc: [part, ...issue.path.map(shortName)],
    ...describe(issue, {
      part,
      wantsInteger: nodes.some(({ type }) => type === "integer"),
      sent: mayRepeat(issue.input, nodes) ? { input: issue.input } : {},
      fields: () => fieldsAt(schema, issue.path.slice(0, -1)),
    }),
  };
}

/** Characters; nobody needs all of an unknown name. */
const longestName = 200;

function shortName(key: PropertyKey): string {
  const name = String(key);
  return name.length <= longestName ? name : `${name.slice(0, longestName)}…`;
}

/** Single problems: a union contributes those of the alternative that fits best, unknown fields one each. */
function flatten(issues: readonly Issue[]): readonly Issue[] {
  const named = new Set(issues.filter((issue) => !isSafeIntegerIssue(issue)).map(codeAndPlace));
  return issues.flatMap((issue) => {
    if (issue.code === "unrecognized_keys") return unknownFields(issue);
    if (issue.code === "invalid_union" && issue.errors.length > 0) return bestAlternative(issue);
    return isSafeIntegerIssue(issue) && named.has(codeAndPlace(issue)) ? [] : [issue];
  });
}

function unknownFields(issue: z.core.$ZodIssueUnrecognizedKeys): readonly Issue[] {
  const named = issue.keys.slice(0, mostProblems);
  return named.map((key) => ({ ...issue, keys: [key], path: [...issue.path, key] }));
}

function bestAlternative(issue: z.core.$ZodIssueInvalidUnion): readonly Issue[] {
  const [first = [], ...others] = issue.errors.map(flatten);
  const best = others.reduce((found, other) => (misfit(other) < misfit(found) ? other : found), first);
  return best.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
}

/** The strongest evidence against an alternative is a value of another type, such as a list sent for an object. */
const otherType = mostProblems * 2;

/** A field that an alternative does not know is stronger evidence against it than one that is missing or wrong. */
function misfit(issues: readonly Issue[]): number {
  return issues.reduce((sum, issue) => {
    if (issue.code === "invalid_type" && issue.path.length === 0) return sum + otherType;
    return sum + (issue.code === "unrecognized_keys" ? 2 : 1);
  }, 0);
}

/** Zod checks each integer for being a safe one, too; such an issue carries a note, and says nothing that the field's own bounds don't. */
function isSafeIntegerIssue(issue: Issue): boolean {
  return "note" in issue && issue.code !== "invalid_union";
}

function codeAndPlace({ code, path }: Issue): string {
  return JSON.stringify([code, ...path.map(String)]);
}

const longest = 1000;

/**
 * Whether an answer may repeat what was sent: only a single value in a field that the schema knows and does not mark as
 * secret. The value of an unknown field may be a secret whose name was misspelt.
 */
function mayRepeat(input: unknown, nodes: readonly SchemaNode[]): boolean {
  return isScalar(input) && nodes.length > 0 && !nodes.some(holdsSecret);
}

function isScalar(input: unknown): boolean {
  if (typeof input === "string") return input.length <= longest;
  // JSON can't express infinity: it would come back as null.
  if (typeof input === "number") return Number.isFinite(input);
  return input === null || typeof input === "boolean";
}

function holdsSecret(node: SchemaNode): boolean {
  return node["format"] === "password" || childrenOf(node).some(holdsSecret);
}
