import type { Context } from "../context.ts";
import { type FieldProblem, UsageError } from "../errors.ts";
import { parseUuid } from "../terminal/flags.ts";
import { fileOf, inputFiles, inputName, readInputFile } from "./read-input-file.ts";

interface IdFiles<Item> {
  /** Words of the command line; only `-`, which stands for standard input, matters here. */
  readonly words: readonly string[];
  readonly file: string | undefined;
  /** The items of a line, whose words are ids, or undefined if they are not; a text says what is wrong with it. */
  readLine(ids: readonly (string | undefined)[]): readonly Item[] | string;
  /** Follows the name of a file with wrong lines. */
  readonly refusal: string;
  readonly hint: string;
}

/**
 * The items in files of ids, in their order; `#` starts a comment. Wrong lines are reported only by number: a file
 * given by mistake may hold a secret.
 */
export async function readIdFiles<Item>(context: Context, files: IdFiles<Item>): Promise<readonly Item[]> {
  const paths = inputFiles(files.words, files.file);
  const items = await Promise.all(paths.map((path) => readIdFile(context, path, files)));
  return items.flat();
}

async function readIdFile<Item>(
  context: Context,
  path: string,
  { readLine, refusal, hint }: IdFiles<Item>,
): Promise<readonly Item[]> {
  const items: Item[] = [];
  const fields: FieldProblem[] = [];
  for (const [index, line] of (await readInputFile(context, path)).split("\n").entries()) {
    const words = line
      .replace(/#.*/, "")
      .split(/[\s,]+/)
      .filter((word) => word !== "");
    if (words.length === 0) continue;
    const read = readLine(words.map(findId));
    if (typeof read === "string") fields.push({ field: `line ${index + 1}`, message: read, line: index + 1 });
    else items.push(...read);
  }
  if (fields.length === 0) return items;
  throw new UsageError(`${inputName(path)} ${refusal}`, { fields, hint, file: fileOf(path) });
}

/** The id that a word is; undefined for any other word. */
export function findId(word: string): string | undefined {
  try {
    return parseUuid(word);
  } catch {
    return undefined;
  }
}
