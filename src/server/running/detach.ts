import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { dirname } from "node:path";
import {
  ConfigurationError,
  codeInBrackets,
  exitCodes,
  type FieldProblem,
  type PayctlError,
  UsageError,
} from "../../errors.ts";
import { childEnvironment, type Environment } from "../../values/environment.ts";
import { findJson, isRecord } from "../../values/record.ts";
import { isExecutable } from "../../values/runtime.ts";

export interface DetachOptions {
  /** A command line of payctl. */
  readonly words: readonly string[];
  readonly env: Environment;
  /** The file that receives the standard error of the process. */
  readonly log: string;
  /** Ends the process together with this one, until it is ready. */
  readonly signal: AbortSignal;
}

/**
 * Starts a process that outlives this one; resolves to the first line that it prints, rejects with the error that it
 * ended with.
 */
export async function startDetached(options: DetachOptions): Promise<string> {
  closeInherited();
  const { file, isNew, size } = openLog(options.log);
  const child = start(options, file);
  closeSync(file);
  const giveUp = () => void child.kill();
  options.signal.addEventListener("abort", giveUp);
  try {
    const line = await readLine(child);
    if (line !== undefined) return line;
    const error = readLoggedError(readFileSync(options.log).subarray(size).toString());
    // Its messages are passed on, so a log made for it contains nothing that is still needed.
    if (error !== undefined && isNew) rmSync(options.log, { force: true });
    throw (
      error ??
      new ConfigurationError("the server stopped before it was ready", { hint: `look at ${options.log}` })
    );
  } finally {
    options.signal.removeEventListener("abort", giveUp);
    child.stdout?.destroy();
    child.unref();
  }
}

/** In Linux's words for the flags of a file; what a program starts does not get the file. */
const closedOnExec = 0o2000000;

/**
 * Closes what this process was started with besides the standard three, as by `200>lock` in a shell: the server would
 * hold it for as long as it runs. Node keeps only the first few of them from its children, except on macOS and Windows.
 */
function closeInherited(): void {
  if (process.platform !== "linux") return;
  for (const name of readdirSync("/proc/self/fdinfo")) {
    const isStandard = Number(name) <= 2;
    if (!isStandard && !isClosedOnExec(name)) closeSync(Number(name));
  }
}

function isClosedOnExec(name: string): boolean {
  try {
    const [, flags = ""] =
      /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${name}`, "utf8")) ?? [];
    return (Number.parseInt(flags, 8) & closedOnExec) !== 0;
  } catch {
    // That of the listing itself.
    return true;
  }
}

function start({ env, words }: DetachOptions, log: number): ChildProcess {
  const script = isExecutable() ? [] : process.argv.slice(1, 2);
  return spawn(process.execPath, [...process.execArgv, ...script, ...words], {
    detached: true,
    env: childEnvironment(env, ["PAYCTL_CONTROL_TOKEN", "PAYCTL_DATABASE"]),
    stdio: ["ignore", "pipe", log],
    windowsHide: true,
  });
}

// Whoever made a link there would choose which file gets the log.
const appending = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);

/** The file, whether it was made for this start, and the bytes that were in it before. */
function openLog(path: string) {
  try {
    const isNew = !existsSync(path);
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const file = openSync(path, appending, 0o600);
    return { file, isNew, size: fstatSync(file).size };
  } catch (cause) {
    throw new ConfigurationError(`the log ${path} can't be written${codeInBrackets(cause)}`, {
      hint: {
        text: "check the folder's owner and mode, or use another",
        command: "payctl serve --database FILE",
      },
      cause,
    });
  }
}

/** Undefined when the process ends without a line. */
async function readLine(child: ChildProcess): Promise<string | undefined> {
  await once(child, "spawn");
  let text = "";
  for await (const chunk of child.stdout ?? []) {
    text += String(chunk);
    if (text.includes("\n")) return text.slice(0, text.indexOf("\n"));
  }
  return undefined;
}

/** The error that a run of payctl ended with, by its JSON on standard error; another server may write into the same log. */
function readLoggedError(log: string): PayctlError | undefined {
  const error = log
    .split("\n")
    .map((line) => Object(findJson(line)).error)
    .findLast(isRecord);
  if (!isRecord(error) || typeof error["message"] !== "string") return undefined;
  const { exit_code: code, fields, hint, message } = error;
  const parts = {
    hint: typeof hint === "string" ? hint : undefined,
    // Of payctl's own making.
    fields: fields as readonly FieldProblem[] | undefined,
  };
  return code === exitCodes.usage ? new UsageError(message, parts) : new ConfigurationError(message, parts);
}
