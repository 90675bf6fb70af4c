import { posix, win32 } from "node:path";
import { PayctlError } from "../errors.ts";
import type { Environment } from "../values/environment.ts";
import { safeText } from "../values/safe-text.ts";
import { grouped } from "../values/text.ts";
import { equalProblems } from "./equal-problems.ts";

/** Where the job runs. */
interface Runner {
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
}

/** What GitHub Actions marks in a file. */
interface Mark {
  readonly file: string;
  readonly line: number | undefined;
  readonly text: string;
}

/** GitHub shows no more than ten of a step. */
const mostMarks = 10;

/**
 * The problems of an input file as workflow commands of GitHub Actions, which marks the lines with them: a command for
 * each of the first nine or ten, and one that counts the rest; nothing for any other error.
 */
export function annotations(error: unknown, runner: Runner, hide: (text: string) => string): string {
  if (!(error instanceof PayctlError)) return "";
  return bounded(marksOf(error))
    .map(({ file, line, text }) => {
      const place = [
        `file=${property(hide(fromWorkspace(file, runner)))}`,
        ...(line ? [`line=${line}`] : []),
      ];
      return `::error ${place.join(",")}::${data(hide(text))}\n`;
    })
    .join("");
}

function marksOf({ fields, file, message }: PayctlError): readonly Mark[] {
  const marks = equalProblems(fields).flatMap((problem) => {
    const place = problem.file ?? file;
    if (place === undefined) return [];
    return [{ file: place, line: problem.line, text: `${problem.field}: ${problem.message}` }];
  });
  if (marks.length > 0) return marks;
  return file === undefined ? [] : [{ file, line: undefined, text: message }];
}

function bounded(marks: readonly Mark[]): readonly Mark[] {
  if (marks.length <= mostMarks) return marks;
  const shown = marks.slice(0, mostMarks - 1);
  const next = marks[shown.length];
  const text = `${grouped(marks.length - shown.length)} more problems; the log of the step names them`;
  return next === undefined ? shown : [...shown, { ...next, text }];
}

/** GitHub knows files by their path from the root of the checkout, whatever folder a step runs in. */
function fromWorkspace(file: string, { env, platform }: Runner): string {
  const path = platform === "win32" ? win32 : posix;
  const root = env["GITHUB_WORKSPACE"];
  const below = root ? path.relative(root, path.resolve(file)) : "";
  const isBelow = below !== "" && !path.isAbsolute(below) && !/^\.\.(?:[\\/]|$)/.test(below);
  return (isBelow ? below : file).replaceAll(path.sep, "/");
}

/** As the toolkit of GitHub Actions escapes a message; safe text has no line breaks. */
function data(text: string): string {
  return safeText(text).replaceAll("%", "%25");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
