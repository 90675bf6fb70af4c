import { spawn } from "node:child_process";
import { constants } from "node:os";
import { UsageError } from "../../errors.ts";
import { childEnvironment, type Environment } from "../../values/environment.ts";

/** Where the signals of this process can be heard. */
export type SignalSource = Pick<NodeJS.Process, "off" | "on">;

export interface CommandOptions {
  readonly env: Environment;
  readonly signals: SignalSource;
  /** Ends the command, as SIGTERM does, when what it runs for is gone. */
  readonly ended?: AbortSignal;
  /** Whether a terminal sends Ctrl-C to the command too. */
  readonly sharesTerminal: boolean;
}

const forwardedSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Runs a command with the streams of this process; resolves to its exit code, 128 and more for a signal. */
export function runCommand(words: readonly string[], options: CommandOptions): Promise<number> {
  const [name = "", ...args] = words;
  const child = spawn(name, args, { env: childEnvironment(options.env), stdio: "inherit" });
  const forward = (signal: NodeJS.Signals) => {
    // From a terminal the command has it already, and many programs take the second one as an order to stop
    // immediately.
    if (!(signal === "SIGINT" && options.sharesTerminal)) child.kill(signal);
  };
  for (const signal of forwardedSignals) options.signals.on(signal, forward);
  const end = () => void child.kill("SIGTERM");
  options.ended?.addEventListener("abort", end);
  return new Promise<number>((resolve, reject) => {
    child.once("error", (cause) => reject(notStarted(name, cause)));
    child.once("exit", (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? "SIGKILL"]));
  }).finally(() => {
    for (const signal of forwardedSignals) options.signals.off(signal, forward);
    options.ended?.removeEventListener("abort", end);
  });
}

function notStarted(name: string, cause: unknown): UsageError {
  return new UsageError(`the command ${name} can't be started`, {
    hint: { text: "is it installed? try", command: `command -v ${name}` },
    cause,
  });
}
