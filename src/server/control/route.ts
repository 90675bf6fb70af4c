import type { z } from "zod";
import type { Method } from "../../contract/operation.ts";
import { worded } from "../../documents/field-problems.ts";
import { didYouMean } from "../../values/suggest.ts";
import type { Reply } from "../handler.ts";
import { json } from "../json.ts";
import { decodeBody, parseBody } from "../validation/body.ts";
import { type DescribeIssue, describeIssue } from "../validation/issue-words.ts";
import { validate } from "../validation/validate.ts";

/** Everything below it controls the reference server; no path of the API starts with it. */
export const controlPrefix = "/_reference/";

/** The same as people type it, and as a world names its control interface. */
export const bareControlPath = "/_reference";

/** The words of its paths, which the log may repeat whoever sends them. */
export const controlWords: ReadonlySet<string> = new Set([
  ..."_reference _worlds advance clock coverage data exercised faults health openapi.json".split(" "),
  ..."requests reset restore seed snapshots tokens verify worlds".split(" "),
]);

/** One request to the control interface. */
export interface ControlCall {
  readonly path: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Uint8Array | undefined;
  /** Aborts when nobody is waiting for the answer any longer; undefined if that can't be known. */
  readonly signal?: AbortSignal | undefined;
}

/** A route outside the API's own operations. */
export interface ControlRoute {
  readonly method: Method;
  /** A template below the prefix. */
  readonly path: string;
  /** Whether it always answers the same, so that it needs nothing of what servers share. */
  readonly isConstant?: boolean;
  answer(call: ControlCall): Reply<unknown> | Promise<Reply<unknown>>;
}

/** A 200 answer with a value. */
export function answerWith(value: unknown): Reply<unknown> {
  return { status: 200, body: json(value) };
}

/** The text of a body, whatever its content type says; a Failure 400 for one that is too large or not UTF-8. */
export function readText({ body }: ControlCall): string {
  return body === undefined ? "" : decodeBody(body);
}

/** The JSON of a body, checked; a Failure 422 names every problem. */
export function readJson<Schema extends z.ZodType>(call: ControlCall, schema: Schema): z.output<Schema> {
  const text = readText(call);
  const body = text.trim() === "" ? undefined : parseBody(text);
  const checked = validate({ body: schema }, { path: {}, query: new URLSearchParams(), body }, inPlainWords);
  // Validation returns what the schema made of the body.
  return checked.body as z.output<Schema>;
}

/** The control interface is our own: it speaks to people as the command line does, not as the service does. */
const inPlainWords: DescribeIssue = (issue, surroundings) => {
  const described = describeIssue(issue, surroundings);
  if (described.type === "missing") return { ...described, msg: "is missing" };
  if (issue.code !== "unrecognized_keys") return { ...described, msg: worded(issue) };
  const advice = didYouMean(String(issue.keys[0]), surroundings.fields());
  return { ...described, msg: `is not a known field${advice}` };
};
