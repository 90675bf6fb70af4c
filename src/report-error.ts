import type { Host } from "./context.ts";
import type { ExitCode } from "./errors.ts";
import { type Aim, aimHint } from "./globals.ts";
import { errorJson, errorText, errorTrace, exitCodeOf } from "./terminal/error-output.ts";
import { type ColorChoice, openPaint, wantsColor } from "./terminal/paint.ts";
import { roomInLine, writeAside } from "./terminal/streams.ts";

/** The command line that failed. */
export interface Said {
  readonly argv: readonly string[];
  /** Unknown where the command line itself is what is wrong. */
  aim?: Aim;
}

/** Reports an error on standard error, in words or as one line of JSON; resolves to the exit code. */
export async function reportError(error: unknown, { argv, aim = {} }: Said, host: Host): Promise<ExitCode> {
  const { stderr, env } = host;
  const wants = readWishes(argv, host);
  const paint = await openPaint(wantsColor(wants.color, stderr, env));
  const width = roomInLine(stderr, env);
  const trace = wants.debug ? errorTrace(error) : "";
  const reword = (hint: string): string => aimHint(hint, aim);
  const text = wants.json ? errorJson(error, reword) : errorText(error, { paint, width, reword });
  // Nobody is left to tell when standard error is closed too.
  await writeAside(stderr, trace + text);
  return exitCodeOf(error);
}

interface Wishes {
  /** For programs: structured data was asked for, and standard error is not a terminal. */
  readonly json: boolean;
  readonly debug: boolean;
  readonly color: ColorChoice;
}

/** Reads the words themselves, because the command line may be what is wrong. */
function readWishes(argv: readonly string[], { env, stderr }: Host): Wishes {
  const end = argv.indexOf("--");
  const words = end === -1 ? argv : argv.slice(0, end);
  const format = words.includes("--json")
    ? "json"
    : (optionValue(words, /^--output(?:=|$)|^-[nqy]*o/) ?? env["PAYCTL_OUTPUT"] ?? "");
  return {
    json: !stderr.isTTY && ["json", "ndjson", "yaml"].includes(format),
    debug:
      words.some((word) => /^--debug(?:=|$)/.test(word)) ||
      !/^(?:0|false|off|)$/.test(env["PAYCTL_DEBUG"] ?? ""),
    color: readColor(optionValue(words, /^--color(?:=|$)/)),
  };
}

/** The value after an option, in the same word or the next one. */
function optionValue(words: readonly string[], option: RegExp): string | undefined {
  const index = words.findIndex((word) => option.test(word));
  return index === -1 ? undefined : words[index]?.replace(option, "") || words[index + 1];
}

function readColor(word: string | undefined): ColorChoice {
  return word === "always" || word === "never" ? word : "auto";
}
