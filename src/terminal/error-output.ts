import { ApiError, CallError, PayctlError } from "../errors.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { systemCode } from "../system-code.ts";
import type { Paint } from "./paint.ts";
import { safeJson, safeLines, safeText } from "./safe-text.ts";

/** The exit code that an error ends the command with; whatever is not one of ours is a bug. */
export function exitCodeOf(error: unknown): ExitCode {
  return error instanceof PayctlError ? error.exitCode : exitCodes.bug;
}

/** What becomes of a hint before it is shown. */
type Reword = (hint: string) => string;

const asItIs: Reword = (hint) => hint;

/** An error for people: a sentence, a line per field, a hint. */
export function errorText(error: unknown, paint: Paint, reword: Reword = asItIs): string {
  const { message, hint, fields } = describe(error);
  const lines = [
    `${paint.bad("error:")} ${safeText(message)}`,
    ...fields.map((problem) => `  ${safeText(problem.field)}: ${safeText(problem.message)}`),
    ...(hint === undefined ? [] : [`${paint.strong("hint:")} ${safeText(reword(hint))}`]),
  ];
  return `${lines.join("\n")}\n`;
}

/** An error for programs: one line of JSON, every key always there. */
export function errorJson(error: unknown, reword: Reword = asItIs): string {
  const { message, hint, fields } = describe(error);
  const call = error instanceof CallError ? error.call : undefined;
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
    hint: hint === undefined ? null : reword(hint),
  };
  return `${safeJson(JSON.stringify({ error: described }))}\n`;
}

/** Where an error came from, for `--debug`: kinds, codes and places, but no messages, which may quote secrets. */
export function errorTrace(error: unknown): string {
  const causes: Error[] = [];
  for (let inner: unknown = error; inner instanceof Error; inner = inner.cause) {
    // A chain that bites its own tail ends where it began.
    if (causes.includes(inner)) break;
    causes.push(inner);
  }
  return safeLines(causes.map((cause) => `${kindOf(cause)}\n${framesOf(cause)}`).join("caused by "));
}

function kindOf(error: Error): string {
  const code = systemCode(error);
  return code === undefined ? error.name : `${error.name} ${code}`;
}

function framesOf(error: Error): string {
  const frames = error.stack?.replace(error.message, "").match(/^ {4}at .*$/gm) ?? [];
  return frames.map((frame) => `${frame}\n`).join("");
}

function describe(error: unknown): Pick<PayctlError, "message" | "hint" | "fields"> {
  if (error instanceof PayctlError) return error;
  return {
    message: `this is a bug in payctl: ${bugMessage(error)}`,
    hint: "please report it, with what the same command says under --debug",
    fields: [],
  };
}

/** Messages of other makers quote what they were given, and that may be a secret. */
function bugMessage(error: unknown): string {
  return error instanceof Error ? kindOf(error) : "something was thrown that is no error";
}
