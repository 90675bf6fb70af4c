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
  const { stop, settle } = createStop(child, run);
  const giveUp = (problem: string) => stop(failed(`${program} ${problem}`, "its output was not used"));
  const cancel = run.later(longestRun, () => giveUp("did not finish within 60 seconds and was stopped"));
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
    settle();
    // Ctrl-C reaches the program first, and payctl a moment later.
    run.signal.throwIfAborted();
    if (ending !== undefined) {
      throw failed(`${program} ${ending}`, advice(run));
    }
    return Buffer.concat(chunks);
  } finally {
    cancel();
    run.signal.removeEventListener("abort", onAbort);
  }
}

/** A command that works in the user's own folder may fail in the one that it was run in. */
function advice({ folder }: ProgramRun): string {
  const above = "its messages are above";
  if (folder === undefined) return `${above}; run the command by itself to see why`;
  return `${above}; it ran in ${folder}, where relative paths in it start`;
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
    throw failed(`${program} can't be run${codeInBrackets(cause)}`, notFound, cause);
  }
}

/** Stops the program for the first reason given, and by force if it does not end. */
function createStop(child: ChildProcess, { later }: ProgramRun) {
  let stopped: { readonly reason: unknown; readonly cancel: () => void } | undefined;
  return {
    stop(reason: unknown): void {
      if (stopped !== undefined) return;
      stopped = { reason, cancel: later(graceTime, () => child.kill("SIGKILL")) };
      child.kill();
      // Its own child processes may keep the pipe open.
      child.stdout?.destroy();
    },
    /** Throws the reason, if the program was stopped for one. */
    settle(): void {
      stopped?.cancel();
      if (stopped !== undefined) throw stopped.reason;
    },
  };
}

/** How a program ended, in words; undefined if it succeeded. */
function ended(child: ChildProcess, program: string): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    child.once("error", (cause) =>
      reject(failed(`${program} can't be run${codeInBrackets(cause)}`, notFound, cause)),
    );
    child.once("close", (code, signal) => {
      if (code === 0) resolve(undefined);
      else resolve(signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`);
    });
  });
}

const notFound =
  "check its name and PATH, or give its full path; no shell is involved, so ~ and $NAME stay as they are";

function failed(message: string, hint: string, cause?: unknown): ConfigurationError {
  return new ConfigurationError(message, { hint, cause });
}
