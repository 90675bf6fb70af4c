/** Every exit code of the command line, by name; scripts depend on the numbers. */
export const exitCodes = {
  done: 0,
  bug: 1,
  usage: 2,
  configuration: 3,
  refused: 4,
  service: 5,
  limited: 6,
  unauthorized: 7,
  notFound: 8,
  conflict: 9,
  unreachable: 10,
  partial: 11,
  changed: 12,
  cut: 13,
  interrupted: 130,
  terminated: 143,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The exit code for a failure status. */
export function exitCodeForStatus(status: number): ExitCode {
  switch (status) {
    case 401:
    case 403:
      return exitCodes.unauthorized;
    case 404:
      return exitCodes.notFound;
    case 409:
      return exitCodes.conflict;
    case 425:
    case 429:
      return exitCodes.limited;
    default:
      return status >= 400 && status < 500 ? exitCodes.refused : exitCodes.service;
  }
}

/** One field that was refused, by its place in the request. */
export interface FieldProblem {
  /** `body.items.0.pin`, `query.limit`, or a path in a file. */
  readonly field: string;
  readonly message: string;
  /** The input file that it is in, if it is in one. */
  readonly file?: string | undefined;
  /** Its line there, from 1. */
  readonly line?: number | undefined;
  /** The item of a list that it is in, as `line 3` or `item 2`, and its name in there, empty for the whole item. */
  readonly item?: { readonly place: string; readonly name: string } | undefined;
}

/** What to do about something: a sentence, and the command or the options that do it. */
export interface Hint {
  readonly text: string;
  readonly command?: string | undefined;
}

/** A hint as it is written in the source, where a text is a sentence alone. */
export type Advice = Hint | string;

export function readAdvice(advice: Advice): Hint {
  return typeof advice === "string" ? { text: advice } : advice;
}

/** The hint in one line. */
export function hintText(advice: Advice): string {
  const { text, command } = readAdvice(advice);
  return command === undefined ? text : `${text}: ${command}`;
}

/** The hint with both of its texts changed. */
export function mapHint(advice: Advice, change: (text: string) => string): Hint {
  const { text, command } = readAdvice(advice);
  return { text: change(text), command: command && change(command) };
}

interface ErrorParts {
  readonly hint?: Advice | undefined;
  readonly fields?: readonly FieldProblem[] | undefined;
  /** The input file that it is about. */
  readonly file?: string | undefined;
  readonly cause?: unknown;
}

/** An error that a person can act on: one sentence, an exit code, often a hint. */
export class PayctlError extends Error {
  // Set by each class, because the bundler shortens class names.
  override readonly name: string = "PayctlError";
  readonly exitCode: ExitCode;
  readonly hint: Advice | undefined;
  readonly fields: readonly FieldProblem[];
  readonly file: string | undefined;

  constructor(exitCode: ExitCode, message: string, parts: ErrorParts = {}) {
    super(message, { cause: parts.cause });
    this.exitCode = exitCode;
    this.hint = parts.hint;
    this.fields = parts.fields ?? [];
    this.file = parts.file;
  }
}

/** Wrong usage or invalid input: nothing was sent. */
export class UsageError extends PayctlError {
  override readonly name: string = "UsageError";
  constructor(message: string, parts?: ErrorParts) {
    super(exitCodes.usage, message, parts);
  }
}

/** A configuration or credential that can't be used: nothing was sent. */
export class ConfigurationError extends PayctlError {
  override readonly name: string = "ConfigurationError";
  constructor(message: string, parts?: ErrorParts) {
    super(exitCodes.configuration, message, parts);
  }
}

/** An orderly end that failed: it is reported even if a signal asked for the end. */
export class ShutdownError extends ConfigurationError {}

/** Which call an error belongs to. */
export interface CallDetails {
  readonly method: string;
  /** The path as sent, without the base URL. */
  readonly path: string;
  readonly attempts: number;
  /** The id of its last answer in the service's own log. */
  readonly requestId?: string | undefined;
  /** Whether some attempt may have done the work although no answer confirmed it. */
  readonly inDoubt?: boolean;
}

interface CallErrorParts extends ErrorParts {
  readonly call: CallDetails;
}

/** A call that did not end as it should. */
export class CallError extends PayctlError {
  override readonly name: string = "CallError";
  readonly call: CallDetails;

  constructor(exitCode: ExitCode, message: string, parts: CallErrorParts) {
    super(exitCode, message, parts);
    this.call = parts.call;
  }
}

interface ApiErrorParts extends CallErrorParts {
  readonly code?: string | undefined;
  readonly resourceId?: string | null | undefined;
  /** Seconds after which the service wants to be asked again. */
  readonly retryAfter?: number | undefined;
  readonly isClockOff?: boolean;
}

/** The service answered, and the answer is a failure. */
export class ApiError extends CallError {
  override readonly name: string = "ApiError";
  readonly status: number;
  readonly code: string | undefined;
  readonly resourceId: string | null | undefined;
  readonly retryAfter: number | undefined;
  /** Whether the clock of this machine explains the refusal. */
  readonly isClockOff: boolean;

  constructor(status: number, message: string, parts: ApiErrorParts) {
    super(exitCodeForStatus(status), message, parts);
    this.status = status;
    this.code = parts.code;
    this.resourceId = parts.resourceId;
    this.retryAfter = parts.retryAfter;
    this.isClockOff = parts.isClockOff ?? false;
  }
}

/** What identifies the answer at the service: ` (503 service_unavailable, request 7f6e)`, as far as it is known. */
export function answerText(error: unknown): string {
  if (!(error instanceof CallError)) return "";
  const status = error instanceof ApiError ? [error.status, error.code].filter(Boolean).join(" ") : "";
  const { requestId } = error.call;
  const parts = [status, requestId && `request ${requestId}`].filter(Boolean).join(", ");
  return parts === "" ? "" : ` (${parts})`;
}

/** The service's answer is unusable: broken, truncated, too large, a redirect. */
export class BrokenAnswerError extends CallError {
  override readonly name: string = "BrokenAnswerError";

  constructor(message: string, parts: CallErrorParts) {
    super(exitCodes.service, message, parts);
  }
}

/** No answer came: DNS, TLS, proxy, refused, timeout, deadline. */
export class UnreachableError extends CallError {
  override readonly name: string = "UnreachableError";

  constructor(message: string, parts: CallErrorParts) {
    super(exitCodes.unreachable, message, parts);
  }
}

/** Some of several parts failed; the parts have been reported one by one. */
export class PartialError extends PayctlError {
  override readonly name: string = "PartialError";
  constructor(message: string, parts?: ErrorParts) {
    super(exitCodes.partial, message, parts);
  }
}

/** A person said no at a prompt, or pressed Ctrl-C there. */
export class DeclinedError extends PayctlError {
  override readonly name: string = "DeclinedError";
  constructor(message: string, parts?: ErrorParts) {
    super(exitCodes.interrupted, message, parts);
  }
}

/** Also for errors of another realm: in a test runner such as Jest, those of Node and of drivers are from there. */
export function isError(value: unknown): value is Error {
  return value instanceof Error || Object.prototype.toString.call(value) === "[object Error]";
}

/** What anything that was thrown says. */
export function messageOf(thrown: unknown): string {
  return isError(thrown) ? thrown.message : String(thrown);
}

/** Node's name for a system failure, as in `ENOENT`; undefined for an error without such a name. */
export function systemCode(error: unknown): string | undefined {
  return isError(error) && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** The same at the end of a sentence: ` (ENOENT)`, or nothing. */
export function codeInBrackets(error: unknown): string {
  const code = systemCode(error);
  return code === undefined ? "" : ` (${code})`;
}
