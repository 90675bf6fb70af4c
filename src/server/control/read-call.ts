import type { AnyControlOperation } from "../../contract/control/operations.ts";
import { readQuery } from "../../contract/control/query.ts";
import type { OperationSchemas } from "../../contract/operation.ts";
import { worded } from "../../documents/field-problems.ts";
import { didYouMean, unknownWord } from "../../values/suggest.ts";
import { decodeBody, parseBody } from "../validation/body.ts";
import { type DescribeIssue, describeIssue } from "../validation/issue-words.ts";
import { validate } from "../validation/validate.ts";
import type { ControlCall } from "./handler.ts";

/** A request to the control interface, before it is checked. */
interface RawCall {
  readonly path: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Uint8Array | undefined;
  readonly accept: string;
}

/** Checks a request by the schemas of its row; a Failure 400 or 422 names every problem. */
export async function readCall(row: AnyControlOperation, raw: RawCall): Promise<ControlCall<unknown>> {
  const { accept, body, path, query } = raw;
  const call = { path, query: undefined, body: undefined, document: "", accept };
  const schemas: OperationSchemas = await row.schemas();
  // Whatever its content type says.
  const text = body === undefined ? "" : decodeBody(body);
  if ("takesDocument" in row) return { ...call, document: text };
  const checked = validate(
    schemas,
    {
      path,
      query: schemas.query && readQuery(schemas.query, query),
      body: schemas.body && text.trim() !== "" ? parseBody(text) : undefined,
    },
    inPlainWords,
  );
  return { ...call, ...checked };
}

/** The control interface is our own: it speaks to people as the command line does, not as the service does. */
const inPlainWords: DescribeIssue = (issue, surroundings) => {
  const { type } = describeIssue(issue, surroundings);
  if (type === "missing") return { msg: "is missing", type };
  if (issue.code === "unrecognized_keys")
    return { msg: unknownKey(String(issue.keys[0]), surroundings), type };
  // What a schema says of its own begins in lower case or with a quoted word, what the library says does not.
  return { msg: /^[a-z"]/.test(issue.message) ? issue.message : (worded(issue) ?? issue.message), type };
};

function unknownKey(key: string, { fields, part }: Parameters<DescribeIssue>[1]): string {
  const known = [...fields()];
  if (part !== "query") return `is not a known field${didYouMean(key, known)}`;
  const names = known.map((name) => (name === "header" ? "header.NAME" : name));
  return unknownWord(key, names, "a filter");
}
