import { PayctlError } from "../errors.ts";
import { safeText } from "../values/safe-text.ts";

/**
 * The problems of an input file as workflow commands of GitHub Actions, which marks the lines with them, a command for
 * each problem; nothing for any other error.
 */
export function annotations(error: unknown, hide: (text: string) => string): string {
  if (!(error instanceof PayctlError)) return "";
  const { file, message } = error;
  const marks = error.fields.flatMap((problem) => {
    const place = problem.file ?? file;
    if (place === undefined) return [];
    return [{ file: place, line: problem.line, text: `${problem.field}: ${problem.message}` }];
  });
  const whole = file === undefined ? [] : [{ file, line: undefined, text: message }];
  return (marks.length > 0 ? marks : whole).map((mark) => annotation(mark, hide)).join("");
}

interface Mark {
  readonly file: string;
  readonly line: number | undefined;
  readonly text: string;
}

function annotation({ file, line, text }: Mark, hide: (text: string) => string): string {
  const place = [`file=${property(hide(file))}`, ...(line === undefined ? [] : [`line=${line}`])];
  return `::error ${place.join(",")}::${data(hide(text))}\n`;
}

/** As the toolkit of GitHub Actions escapes a message; safe text has no line breaks. */
function data(text: string): string {
  return safeText(text).replaceAll("%", "%25");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
