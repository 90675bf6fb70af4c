import {
  ApiError,
  BrokenAnswerError,
  type ExitCode,
  exitCodes,
  PayctlError,
  UnreachableError,
} from "../errors.ts";
import type { Paint } from "./paint.ts";
import { safeJson, safeLines, safeText } from "./safe-text.ts";

/** The exit code that an error ends the command with; whatever is not one of ours is a bug. */
export function exitCodeOf(error: unknown): ExitCode {
  return error instanceof PayctlError ? error.exitCode : exitCodes.bug;
}

/** An error for people: a sentence, a line per field, a hint. */
export function errorText(error: unknown, paint: Paint): string {
  const { message, hint, fields } = describe(error);
  const lines = [
    `${paint.bad("error:")} ${safeText(message)}`,
    ...fields.map((problem) => `  ${safeText(problem.field)}: ${safeText(problem.message)}`),
    ...(hint === undefined ? [] : [`${paint.strong("hint:")} ${safeText(hint)}`]),
  ];
  return `${lines.join("\n")}\n`;
}

/** An error for programs: one line of JSON, every key always there. */
export function errorJson(error: unknown): string {
  const { message, hint, fields } = describe(error);
  const call = callOf(error);
  const answer = error instanceof ApiError ? error : undefined;
  const described = {
    class: error instanceof PayctlError ? error.name : "Bug",
    message,
    code: answer?.code ?? null,
    status: answer?.status ?? null,
    fields,
    resource_id: answer?.resourceId ?? null,
    request: call === undefined ? null : { method: call.method, path: call.path },
    attempts: call?.attempts ?? 0,
    exit_code: exitCodeOf(error),
    hint: hint ?? null,
  };
  return `${safeJson(JSON.stringify({ error: described }))}\n`;
}

/** Where an error came from, for `--debug`. */
export function errorTrace(error: unknown): string {
  const lines: string[] = [];
  for (let inner: unknown = error; inner instanceof Error; inner = inner.cause) {
    lines.push(`${lines.length === 0 ? "" : "caused by "}${inner.stack ?? inner.message}`);
  }
  return safeLines(lines.map((line) => `${line}\n`).join(""));
}

function describe(error: unknown): Pick<PayctlError, "message" | "hint" | "fields"> {
  if (error instanceof PayctlError) return error;
  return {
    message: `this is a bug in payctl: ${error instanceof Error ? error.message : String(error)}`,
    hint: "please report it, with what the same command says under --debug",
    fields: [],
  };
}

function callOf(error: unknown): ApiError["call"] | undefined {
  const made =
    error instanceof ApiError || error instanceof BrokenAnswerError || error instanceof UnreachableError;
  return made ? error.call : undefined;
}
