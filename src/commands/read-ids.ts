import type { Context } from "../context.ts";
import { type FieldProblem, UsageError } from "../errors.ts";
import { parseUuid } from "../terminal/flags.ts";
import { fileOf, inputFiles, inputName, type Place, type Places, readInputFile } from "./read-input-file.ts";

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

/** An item of a file of ids. */
interface FiledItem<Item> {
  readonly item: Item;
  readonly place: Place;
}

/**
 * The items in files of ids, in their order; `#` starts a comment. Wrong lines are reported only by number: a file
 * given by mistake may hold a secret.
 */
export async function readIdFiles<Item>(
  context: Context,
  files: IdFiles<Item>,
): Promise<readonly FiledItem<Item>[]> {
  const paths = inputFiles(files.words, files.file);
  const items = await Promise.all(paths.map((path) => readIdFile(context, path, files)));
  return items.flat();
}

async function readIdFile<Item>(
  context: Context,
  path: string,
  { readLine, refusal, hint }: IdFiles<Item>,
): Promise<readonly FiledItem<Item>[]> {
  const items: FiledItem<Item>[] = [];
  const fields: FieldProblem[] = [];
  const lines = (await readInputFile(context, path)).split("\n").map(wordsOf);
  const header = findHeader(lines);
  if (header !== undefined) {
    await context.output.note(`line ${header + 1} of ${inputName(path)} is a header, and skipped`);
  }
  for (const [index, words] of lines.entries()) {
    if (words.length === 0 || index === header) continue;
    const read = readLine(words.map(findId));
    if (typeof read === "string") fields.push(lineProblem(index + 1, read));
    else items.push(...read.map((item) => ({ item, place: { file: fileOf(path), line: index + 1 } })));
  }
  if (fields.length === 0) return items;
  throw new UsageError(`${inputName(path)} ${refusal}`, { fields, hint, file: fileOf(path) });
}

/** Spreadsheets put quotes around cells, and other separators than commas between them. */
function wordsOf(line: string): readonly string[] {
  return line
    .replace(/#.*/, "")
    .replaceAll(/["']/g, " ")
    .split(/[\s,;]+/)
    .filter((word) => word !== "");
}

/** The first of several lines with words, if none of its words can be an id. */
function findHeader(lines: readonly (readonly string[])[]): number | undefined {
  const first = lines.findIndex((words) => words.length > 0);
  const isHeader = lines[first]?.every((word) => !/\d/.test(word)) === true;
  const isFollowed = lines.slice(first + 1).some((words) => words.length > 0);
  return isHeader && isFollowed ? first : undefined;
}

function lineProblem(line: number, message: string): FieldProblem {
  const place = `line ${line}`;
  return { field: place, message, line, item: { place, name: "" } };
}

interface IdSources {
  /** Ids; `-` stands for standard input. */
  readonly words: readonly string[];
  readonly file?: string | undefined;
  /** Whose ids they are: `key pair`. */
  readonly noun: string;
  /** A command that gives some. */
  readonly usage: string;
}

/** The ids of arguments, file and standard input together, each once, and where those of files stand. */
export async function collectIds(
  context: Context,
  { words, file, noun, usage }: IdSources,
): Promise<{ readonly ids: readonly string[]; readonly places: Places }> {
  const named = words.filter((word) => word !== "-").map((word) => readWord(word, noun));
  const filed = await readIdFiles(context, {
    words,
    file,
    readLine: (line) => (line.includes(undefined) ? "must be a UUID" : line.flatMap((id) => id ?? [])),
    refusal: `contains more than ${noun} ids`,
    hint: `give ids of ${noun}s, one per line`,
  });
  const ids = new Set([...named, ...filed.map(({ item }) => item)]);
  if (ids.size > 0) return { ids: [...ids], places: placesById(filed, (id) => id) };
  throw new UsageError(`no ${noun} ids were given`, { hint: { text: "usage", command: usage } });
}

/** Of an item that stands in a file twice, the first place. */
export function placesById<Item>(filed: readonly FiledItem<Item>[], idOf: (item: Item) => string): Places {
  return new Map(filed.toReversed().map(({ item, place }) => [idOf(item), place]));
}

function readWord(word: string, noun: string): string {
  const id = findId(word);
  if (id !== undefined) return id;
  throw new UsageError(`${word} is not a ${noun} id: it must be a UUID`);
}

/** The id that a word is; undefined for any other word. */
export function findId(word: string): string | undefined {
  try {
    return parseUuid(word);
  } catch {
    return undefined;
  }
}
