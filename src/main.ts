import type { Invocation } from "./command-tree.ts";
import { completionScript, isShell } from "./commands/completion.ts";
import type { Host } from "./context.ts";
import { type ExitCode, exitCodes, ShutdownError } from "./errors.ts";
import { globalFlags } from "./globals.ts";
import { ceilingNote } from "./help/ceilings.ts";
import { findPage } from "./help/help-text.ts";
import { fileValuesFromHome, withHomePaths } from "./home-paths.ts";
import { openHost } from "./host.ts";
import type { FailedCommandLine } from "./report-error.ts";
import { ClosedPipeError, type OutputStream, terminalWidth, write, writeAside } from "./terminal/streams.ts";
import { isAgent } from "./values/environment.ts";
import { version } from "./version.ts";

/** Runs the command line of this process; `argv` starts with the first word. */
export async function start(argv: readonly string[]): Promise<void> {
  const code = await main(argv, openHost());
  process.exitCode = code;
  // Otherwise the process would wait for somebody to read what was given up.
  if (isStopped(code)) process.exit();
}

function isStopped(code: ExitCode): boolean {
  return code === exitCodes.interrupted || code === exitCodes.terminated;
}

/** Runs one command line; resolves to its exit code and never throws. `argv` starts with the first word. */
export async function main(argv: readonly string[], given: Host): Promise<ExitCode> {
  const host = withHomePaths(isAgent(given.env) ? withoutTerminal(given) : given);
  const commandLine: FailedCommandLine = { argv };
  try {
    // Run at every Tab, so it skips the code that reads command lines.
    if (argv[0] === "__complete") {
      const { complete } = await import("./help/complete.ts");
      await complete(argv.slice(1), host);
      return exitCodes.done;
    }
    const width = terminalWidth(host.stdout, host.env);
    const text = findVersion(argv) ?? (await findHelp(argv, width)) ?? (await findScript(argv));
    if (text !== undefined) {
      await write(host.stdout, text + (await ceilingNote(argv, host, width)));
      return exitCodes.done;
    }
    const { readCommandLine } = await import("./program.ts");
    const request = await readCommandLine(argv, width);
    if (request.kind === "run") {
      commandLine.globals = request.invocation.globals;
      return await run(request.invocation, host);
    }
    if (request.exitCode === exitCodes.done)
      await write(host.stdout, request.text + (await ceilingNote(argv, host, width)));
    else await writeAside(host.stderr, request.text);
    return request.exitCode;
  } catch (error) {
    return settle(error, commandLine, host);
  }
}

/**
 * The host of an agent: its output is not on a terminal, even if there is one. So data and errors are JSON, and nothing
 * asks, draws or waits in a pager. Standard input stays, for commands that are started in this terminal.
 */
function withoutTerminal(host: Host): Host {
  return Object.create(Object.prototype, {
    // Node opens the streams when they are first read.
    ...Object.getOwnPropertyDescriptors(host),
    stdout: { enumerable: true, get: () => plainStream(host.stdout) },
    stderr: { enumerable: true, get: () => plainStream(host.stderr) },
  });
}

function plainStream(stream: OutputStream): OutputStream {
  return { write: (text, done) => stream.write(text, done) };
}

/** The version alone, which takes nothing else. */
function findVersion([word = "", ...rest]: readonly string[]): string | undefined {
  return ["--version", "-V"].includes(word) && rest.length === 0 ? `${version}\n` : undefined;
}

/** A page requested only by the words of a command and `--help`: it needs no parser of options. */
async function findHelp(argv: readonly string[], width: number): Promise<string | undefined> {
  const [first = "", ...rest] = argv;
  const isFirst = ["help", "--help", "-h"].includes(first);
  if (!isFirst && !["--help", "-h"].includes(argv.at(-1) ?? "")) return undefined;
  return findPage(isFirst ? rest : argv.slice(0, -1), width);
}

/** What the start of a shell asks for is returned as quickly as the answer to a Tab. */
async function findScript([name = "", shell = "", ...rest]: readonly string[]): Promise<string | undefined> {
  if (name !== "completion" || rest.length > 0) return undefined;
  return isShell(shell) ? completionScript(shell) : undefined;
}

async function run({ command, globals: given, input }: Invocation, host: Host): Promise<ExitCode> {
  const { createContext } = await import("./create-context.ts");
  const home = host.homeDirectory;
  const globals = fileValuesFromHome(given, globalFlags, home);
  const context = createContext(host, globals, command);
  const { output } = context;
  const filled = {
    ...input,
    arguments: fileValuesFromHome(input.arguments, command.arguments, home),
    flags: fileValuesFromHome(input.flags, command.flags, home),
  };
  const code = await command.run(context, filled).catch(async (error: unknown) => {
    // What ended the command is reported, whether or not its output could still be shown.
    await output.settle().catch(() => {});
    throw error;
  });
  await output.settle();
  return code ?? exitCodes.done;
}

/** Turns whatever ended a command into a message on standard error and an exit code. */
async function settle(error: unknown, commandLine: FailedCommandLine, host: Host): Promise<ExitCode> {
  if (error instanceof ClosedPipeError) return exitCodes.done;
  if (host.signal.aborted && !(error instanceof ShutdownError)) {
    if (host.signal.reason === "SIGTERM") return exitCodes.terminated;
    // The terminal has just echoed ^C, and the shell would write its prompt after it.
    if (host.stderr.isTTY) await writeAside(host.stderr, "\n");
    return exitCodes.interrupted;
  }
  const { reportError } = await import("./report-error.ts");
  return reportError(error, commandLine, host);
}
