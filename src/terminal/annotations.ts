import { posix, win32 } from "node:path";
import { type FieldProblem, PayctlError } from "../errors.ts";
import type { Environment } from "../values/environment.ts";
import { safeText } from "../values/safe-text.ts";
import { grouped } from "../values/text.ts";
import { equalProblems } from "./equal-problems.ts";

/** Where the job runs. */
interface Runner {
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
}

/** GitHub shows no more than ten of a step. */
const mostMarks = 10;

/**
 * The problems of an input file as workflow commands of GitHub Actions, which marks the lines with them: a command for
 * each of the first nine or ten, and one that counts the rest; nothing for any other error.
 */
export function annotations(error: unknown, runner: Runner, hide: (text: string) => string): string {
  if (!(error instanceof PayctlError)) return "";
  const { fields, file, message } = error;
  const problems = equalProblems(fields).filter((problem) => (problem.file ?? file) !== undefined);
  const mark = (problem: Pick<FieldProblem, "file" | "line">, text: string): string => {
    const path = property(hide(fromWorkspace(problem.file ?? file ?? "", runner)));
    const line = problem.line ? `,line=${problem.line}` : "";
    return `::error file=${path}${line}::${data(hide(text))}\n`;
  };
  if (problems.length === 0) return file === undefined ? "" : mark({}, message);
  const shown = problems.slice(0, problems.length > mostMarks ? mostMarks - 1 : mostMarks);
  const [next] = problems.slice(shown.length);
  const marks = shown.map((problem) => mark(problem, `${problem.field}: ${problem.message}`));
  if (next !== undefined) {
    const rest = grouped(problems.length - shown.length);
    marks.push(mark(next, `${rest} more problems; the log of the step names them`));
  }
  return marks.join("");
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
