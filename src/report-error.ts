import type { Host } from "./context.ts";
import type { ExitCode } from "./errors.ts";
import { type Globals, targetHint } from "./globals.ts";
import { annotations } from "./terminal/annotations.ts";
import { type ErrorWords, errorJson, errorText, errorTrace, exitCodeOf } from "./terminal/error-output.ts";
import { type ColorChoice, openPaint, wantsColor } from "./terminal/paint.ts";
import { roomInLine, writeAside } from "./terminal/streams.ts";
import { isAgent, isOn } from "./values/environment.ts";
import { holdsPrivateKey } from "./values/private-key-text.ts";

/** The command line that failed. */
export interface FailedCommandLine {
  readonly argv: readonly string[];
  /** Undefined if the command line itself is wrong. */
  globals?: Partial<Globals>;
}

/** Reports an error on standard error, in words or as one line of JSON; resolves to the exit code. */
export async function reportError(
  error: unknown,
  { argv, globals = {} }: FailedCommandLine,
  host: Host,
): Promise<ExitCode> {
  const { stderr, env } = host;
  const options = readOptions(argv, host);
  const paint = await openPaint(wantsColor(options.color, stderr, env));
  const width = roomInLine(stderr, env);
  const trace = options.debug ? errorTrace(error) : "";
  const hide = hideKeys([...argv, ...Object.values(env)]);
  const words: ErrorWords = { complete: (hint) => targetHint(hint, globals), hide };
  const text = options.json ? errorJson(error, words) : errorText(error, { paint, width, words });
  // Nobody can be told when standard error is closed too.
  const marks = env["GITHUB_ACTIONS"] === "true" ? annotations(error, host, hide) : "";
  await writeAside(stderr, trace + marks + text);
  return exitCodeOf(error);
}

/** Removes private keys given by mistake where a message repeats its input. */
function hideKeys(given: readonly (string | undefined)[]): (text: string) => string {
  const words = given.flatMap((word = "") => [word, word.slice(word.indexOf("=") + 1), word.slice(2)]);
  const keys = words.filter((word) => word.length > 40 && holdsPrivateKey(word));
  // A message may quote a word as JSON, or be cut off where a line ends.
  const forms = keys.flatMap((key) => [JSON.stringify(key).slice(1, -1), key, ...longLines(key)]);
  return (text) => forms.reduce((hidden, form) => hidden.replaceAll(form, "(a private key)"), text);
}

function longLines(text: string): readonly string[] {
  return text.split(/\r?\n/).filter((line) => line.length > 20);
}

interface ReportOptions {
  /** For programs: structured data was asked for, and standard error is not a terminal. */
  readonly json: boolean;
  readonly debug: boolean;
  readonly color: ColorChoice;
}

/** Scans the words themselves, because the command line may be what is wrong. */
function readOptions(argv: readonly string[], { env, stderr }: Host): ReportOptions {
  const end = argv.indexOf("--");
  const words = end === -1 ? argv : argv.slice(0, end);
  const format =
    optionValue(words, /^--output(?:=|$)|^-[nqy]*o/) || env["PAYCTL_OUTPUT"] || (isAgent(env) ? "json" : "");
  return {
    json: !stderr.isTTY && ["json", "ndjson", "yaml"].includes(format),
    debug: words.some((word) => /^--debug(?:=|$)/.test(word)) || isOn(env["PAYCTL_DEBUG"]),
    color: readColor(optionValue(words, /^--color(?:=|$)/), env),
  };
}

/** The value after an option, in the same word or the next one. */
function optionValue(words: readonly string[], option: RegExp): string | undefined {
  const index = words.findIndex((word) => option.test(word));
  return index === -1 ? undefined : words[index]?.replace(option, "") || words[index + 1];
}

function readColor(word: string | undefined, env: Host["env"]): ColorChoice {
  if (word === "always" || word === "never") return word;
  return isAgent(env) ? "never" : "auto";
}
