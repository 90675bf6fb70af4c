import {
  type Advice,
  ApiError,
  answerText,
  CallError,
  DeclinedError,
  type ExitCode,
  exitCodes,
  type FieldProblem,
  hintText,
  isError,
  mapHint,
  PayctlError,
  systemCode,
} from "../errors.ts";
import { safeJson, safeLines, safeText } from "../values/safe-text.ts";
import { equalProblems } from "./equal-problems.ts";
import type { Paint } from "./paint.ts";
import { cellWidth } from "./render/cell-width.ts";
import { hangLines, wrapHint, wrapText } from "./wrap-lines.ts";

/** The exit code that an error ends the command with; any error that is not one of ours is a bug. */
export function exitCodeOf(error: unknown): ExitCode {
  return error instanceof PayctlError ? error.exitCode : exitCodes.bug;
}

/** What is done with the words of an error before they are shown. */
export interface ErrorWords {
  /** Makes a hint fit the command line. */
  complete(hint: Advice): Advice;
  /** Removes from every text what must not be repeated. */
  hide(text: string): string;
}

const asTheyAre: ErrorWords = { complete: (hint) => hint, hide: (text) => text };

/** How an error is shown to people. */
interface ErrorLook {
  readonly paint: Paint;
  /** Cells in a line of the terminal; infinite elsewhere. */
  readonly width: number;
  readonly words?: ErrorWords;
}

/** An error for people: a sentence, a line per field, a hint. */
export function errorText(error: unknown, { paint, width, words = asTheyAre }: ErrorLook): string {
  const { message, hint, fields } = reworded(describe(error), words, equalProblems);
  const sentence = safeText(message + answerText(error));
  const lines = [
    // Whoever said no knows that nothing went wrong.
    ...(error instanceof DeclinedError
      ? wrapText(sentence, width, cellWidth)
      : hangLines("error:", wrapText(sentence, width - 7, cellWidth), paint.bad)),
    ...fields.flatMap((problem) => fieldLines(problem, width)),
    ...(hint === undefined
      ? []
      : hangLines("hint:", wrapHint(mapHint(hint, safeText), width - 6, cellWidth), paint.strong)),
  ];
  return `${lines.join("\n")}\n`;
}

function fieldLines({ field, message }: FieldProblem, width: number): string[] {
  // Many a sentence names its item itself, such as the key pair that was not found.
  const text = message.includes(` ${field} `) ? message : `${field}: ${message}`;
  const lines = wrapText(safeText(text), width - 4, cellWidth);
  return lines.map((line, index) => (index === 0 ? `  ${line}` : `    ${line}`));
}

/** An error for programs: one line of JSON, every key always there. */
export function errorJson(error: unknown, words: ErrorWords = asTheyAre): string {
  const { message, hint, fields } = reworded(describe(error), words);
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
    request_id: call?.requestId ?? null,
    attempts: call?.attempts ?? 0,
    exit_code: exitCodeOf(error),
    hint: hint === undefined ? null : hintText(hint),
  };
  return `${safeJson(JSON.stringify({ error: described }))}\n`;
}

/**
 * Where an error came from, for `--debug`: names and codes, for a bug also locations, but no messages, which may quote
 * secrets. Nothing for an error that already says everything.
 */
export function errorTrace(error: unknown): string {
  const causes = causesOf(error);
  if (!(error instanceof PayctlError)) {
    return safeLines(causes.map((cause) => `${kindOf(cause)}\n${framesOf(cause)}`).join("caused by "));
  }
  return causes.length < 2 ? "" : safeLines(`${causes.map(kindOf).join(", caused by ")}\n`);
}

/** The error and what caused it. */
function causesOf(error: unknown): readonly Error[] {
  const causes: Error[] = [];
  for (let inner: unknown = error; isError(inner); inner = inner.cause) {
    // A circular chain of causes ends where it started.
    if (causes.includes(inner)) break;
    causes.push(inner);
  }
  return causes;
}

function kindOf(error: Error): string {
  const code = systemCode(error);
  return code === undefined ? error.name : `${error.name} ${code}`;
}

function framesOf(error: Error): string {
  const frames = error.stack?.replace(error.message, "").match(/^ {4}at .*$/gm) ?? [];
  return frames.map((frame) => `${frame}\n`).join("");
}

type Description = Pick<PayctlError, "message" | "hint" | "fields">;

/** The words as they are shown; `choose` narrows its problems. */
function reworded(
  { message, hint, fields }: Description,
  { complete, hide }: ErrorWords,
  choose = (all: Description["fields"]): Description["fields"] => all,
): Description {
  return {
    message: hide(message),
    hint: hint && mapHint(complete(hint), hide),
    fields: choose(fields).map((problem) => ({ field: hide(problem.field), message: hide(problem.message) })),
  };
}

function describe(error: unknown): Description {
  if (error instanceof PayctlError) return error;
  return {
    message: `this is a bug in payctl: ${bugMessage(error)}`,
    hint: { text: "please report it, with the output of the same command under --debug" },
    fields: [],
  };
}

/** Messages from other libraries quote their input, which may be a secret. */
function bugMessage(error: unknown): string {
  return isError(error) ? kindOf(error) : "something that is not an error was thrown";
}
