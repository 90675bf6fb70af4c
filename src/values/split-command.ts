import { UsageError } from "../errors.ts";

const single = /'([^']*)'/;
const double = /"((?:[^"\\]|\\["\\]|\\(?!["\\]))*)"/;
const escaped = /\\(["'\\\s])/;
const quoted = [single, double, escaped].map(({ source }) => source).join("|");

/**
 * The words of a command. Quotes hold a word together, and a backslash makes the next quote, space or backslash an
 * ordinary character, but not within single quotes. Any other character stands for itself: nothing is expanded.
 */
export function splitCommand(text: string): readonly string[] {
  const word = new RegExp(`(?:${quoted}|[^\\s"'])+`, "g");
  const words = (text.match(word) ?? []).map(unquote);
  if (text.replaceAll(word, "").trim() !== "") throw new UsageError("has a quote that is not closed");
  if (!words[0]) throw new UsageError("must be a program and its arguments, as in 'op read op://vault/key'");
  if (text.includes("\0")) throw new UsageError("must not contain a NUL character");
  return words;
}

function unquote(word: string): string {
  return word.replaceAll(
    new RegExp(quoted, "g"),
    (_, verbatim?: string, inDouble?: string, character?: string) =>
      verbatim ?? inDouble?.replaceAll(/\\(["\\])/g, "$1") ?? character ?? "",
  );
}
