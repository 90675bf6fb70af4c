import { isObject } from "../contract/json-schema.ts";
import { ConfigurationError, type FieldProblem, type PayctlError, UsageError } from "../errors.ts";
import { exitCodes } from "../exit-codes.ts";

/** The error that a run of payctl ended with, by the last line of its JSON on standard error. */
export function readLoggedError(said: string): PayctlError | undefined {
  const error = parseLine(said.trimEnd().split("\n").at(-1) ?? "");
  if (!isObject(error) || typeof error["message"] !== "string") return undefined;
  const { exit_code: code, fields, hint, message } = error;
  const parts = {
    hint: typeof hint === "string" ? hint : undefined,
    fields: Array.isArray(fields) ? fields.filter(isFieldProblem) : [],
  };
  return code === exitCodes.usage ? new UsageError(message, parts) : new ConfigurationError(message, parts);
}

function parseLine(line: string): unknown {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value["error"] : undefined;
  } catch {
    return undefined;
  }
}

function isFieldProblem(value: unknown): value is FieldProblem {
  return isObject(value) && typeof value["field"] === "string" && typeof value["message"] === "string";
}
