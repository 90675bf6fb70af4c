import type { ExitCode } from "../errors.ts";
import type { ArgumentSpecs, ArgumentValues } from "./arguments.ts";
import type { FlagSpecs, FlagValues } from "./flags.ts";

/** A command line that help shows and a test runs. */
export interface Example {
  readonly command: string;
  readonly about: string;
}

/** What a command or a group of commands is called, and what it is, in one line. */
export interface CommandName {
  /** The words that call it: `["buyers", "list"]`. */
  readonly words: readonly [string, ...string[]];
  readonly summary: string;
}

/** One command as data: what it takes, what help says of it, and a plain `run`. */
export interface CommandSpec<Context, Arguments extends ArgumentSpecs, Flags extends FlagSpecs> {
  /** Paragraphs for the command's own help. */
  readonly about?: string;
  readonly arguments: Arguments;
  readonly flags: Flags;
  readonly examples: readonly [Example, ...Example[]];
  /** Whether words after `--` are passed to the command unchanged. */
  readonly takesRest?: true;
  /** Additional exit codes, with their meaning here. */
  readonly exitCodes?: Readonly<Partial<Record<ExitCode, string>>>;
  /** Resolves to the exit code unless that is 0; failures are thrown. */
  run(context: Context, input: CommandInput<Arguments, Flags>): Promise<ExitCode | undefined> | Promise<void>;
}

export interface CommandInput<Arguments extends ArgumentSpecs, Flags extends FlagSpecs> {
  readonly arguments: ArgumentValues<Arguments>;
  readonly flags: FlagValues<Flags>;
  /** What came after `--`. */
  readonly rest: readonly string[];
}
