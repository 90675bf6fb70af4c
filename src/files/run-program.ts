import { type ChildProcess, spawn } from "node:child_process";
import { ConfigurationError, codeInBrackets } from "../errors.ts";
import { childEnvironment, type Environment } from "../values/environment.ts";

/** A program with its arguments; no shell is involved. */
export interface ProgramRun {
  readonly words: readonly string[];
  readonly env: Environment;
  /** Where it runs; the working folder unless given. */
  readonly folder?: string | undefined;
  /** What it reads; a program without input gets the terminal, or nothing. */
  readonly input?: Uint8Array | undefined;
  /** Whether standard input is a terminal that a person can answer on. */
  readonly hasTerminal: boolean;
  /** Ends the program early. */
  readonly signal: AbortSignal;
  /** Calls back after this many milliseconds, unless the returned function is called first. */
  later(milliseconds: number, action: () => void): () => void;
}

/** Time for a person to find a PIN or a security key. */
const longestRun = 60_000;
/** Time to give the terminal back in order. */
const graceTime = 2000;
/** Bytes; a key or a signature takes far fewer. */
const longestOutput = 64 * 1024;

/** What a program writes to standard output; its standard error is the user's. Throws ConfigurationError when it fails. */
export async function runProgram(run: ProgramRun): Promise<Buffer> {
  const [program = ""] = run.words;
  run.signal.throwIfAborted();
  const child = start(run, program);
  const chunks: Buffer[] = [];
  const cancels: (() => void)[] = [];
  let reason: unknown;
  const stop = (why: unknown): void => {
    if (reason !== undefined) return;
    reason = why;
    child.kill();
    cancels.push(run.later(graceTime, () => child.kill("SIGKILL")));
    // Its own child processes may keep the pipe open.
    child.stdout?.destroy();
  };
  const giveUp = (problem: string) => stop(failed(`${program} ${problem}`, "its output was not used"));
  cancels.push(run.later(longestRun, () => giveUp("did not finish within 60 seconds and was stopped")));
  const onAbort = () => stop(run.signal.reason);
  run.signal.addEventListener("abort", onAbort);
  let size = 0;
  child.stdout?.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size > longestOutput) giveUp("wrote more than 64 KiB and was stopped");
    else chunks.push(chunk);
  });
  try {
    const ending = await ended(child, program);
    if (reason !== undefined) throw reason;
    // Ctrl-C reaches the program first, and payctl a moment later.
    run.signal.throwIfAborted();
    if (ending !== undefined) throw failed(`${program} ${ending}`, advice(run));
    return Buffer.concat(chunks);
  } finally {
    for (const cancel of cancels) cancel();
    run.signal.removeEventListener("abort", onAbort);
  }
}

/** A command that works in the user's own folder may fail in the one that it was run in. */
function advice({ folder }: ProgramRun): string {
  if (folder === undefined) return "its messages are above; run the command by itself to see why";
  return `its messages are above; it ran in ${folder}, where relative paths in it start`;
}

function start({ words, env, folder, input, hasTerminal }: ProgramRun, program: string): ChildProcess {
  const stdin = hasTerminal ? "inherit" : "ignore";
  try {
    const child = spawn(program, words.slice(1), {
      env: childEnvironment(env),
      ...(folder !== undefined && { cwd: folder }),
      stdio: [input === undefined ? stdin : "pipe", "pipe", "inherit"],
      windowsHide: true,
    });
    // A program may end without having read its input.
    child.stdin?.on("error", () => {});
    child.stdin?.end(input);
    return child;
  } catch (cause) {
    throw notStarted(program, cause);
  }
}

/** How a program ended, in words; undefined if it succeeded. */
function ended(child: ChildProcess, program: string): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    child.once("error", (cause) => reject(notStarted(program, cause)));
    child.once("close", (code, signal) => {
      if (code === 0) resolve(undefined);
      else resolve(signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`);
    });
  });
}

function notStarted(program: string, cause: unknown): ConfigurationError {
  const hint =
    "check its name and PATH, or give its full path; no shell is involved, so ~ and $NAME stay as they are";
  return failed(`${program} can't be run${codeInBrackets(cause)}`, hint, cause);
}

function failed(message: string, hint: string, cause?: unknown): ConfigurationError {
  return new ConfigurationError(message, { hint, cause });
}
