import { dirname } from "node:path";
import type { Context } from "../context.ts";
import type { Problem } from "../documents/field-problems.ts";
import { type FieldProblem, PayctlError, systemCode, UsageError } from "../errors.ts";
import { usualLargest } from "../files/input.ts";
import { decodeText } from "../values/decode.ts";
import { isRecord } from "../values/record.ts";
import { shellWord } from "../values/text.ts";

/** The inputs that a command line names: standard input for `-`, and the file of `--file`; each once. */
export function inputFiles(words: readonly string[], file: string | undefined): readonly string[] {
  const named = [...words.filter((word) => word === "-"), ...(file === undefined ? [] : [file])];
  return [...new Set(named)];
}

/** The text of a file, or of standard input for `-`; throws UsageError for none, and for more than so many MiB. */
export async function readInputFile(
  context: Context,
  path: string,
  largest: number = usualLargest,
): Promise<string> {
  return inFile(path, () => readText(context, path, largest));
}

async function readText(context: Context, path: string, largest: number): Promise<string> {
  const { host, withDeadline } = context;
  if (path === "-") refuseSecondReader(context);
  const read =
    path === "-"
      ? context.standardInput(inputName(path), largest)
      : host.readFile(path, withDeadline, largest);
  const bytes = await read.catch((cause: unknown) => {
    throw unreadable(path, cause, largest);
  });
  const text = decodeText(bytes);
  if (text === undefined) {
    throw new UsageError(`${inputName(path)} is not UTF-8 text`, { hint: "save it as CSV UTF-8" });
  }
  if (text.trim() === "") throw new UsageError(`${inputName(path)} is empty`);
  return text;
}

function refuseSecondReader({ command, globals }: Context): void {
  if (globals.keyFile !== "-") return;
  throw new UsageError(`${command} reads standard input here, so --key-file - can't read the key from it`, {
    hint: { text: "give the key in a file", command: "--key-file PATH" },
  });
}

function unreadable(path: string, cause: unknown, largest: number): unknown {
  if (cause instanceof PayctlError) return cause;
  const code = systemCode(cause);
  if (code === "EFBIG") return new UsageError(`${inputName(path)} is larger than ${largest} MiB`, { cause });
  if (path === "-") return cause;
  return new UsageError(code === "ENOENT" ? `there is no file ${path}` : `${path} can't be read`, {
    cause,
    hint: { text: "check", command: `ls -l ${shellWord(code === "ENOENT" ? dirname(path) : path)}` },
  });
}

/**
 * Runs a function that can fail because of a file's content, and names the file in that failure, so that annotations
 * can mark it.
 */
export async function inFile<Value>(path: string, work: () => Promise<Value> | Value): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const { cause, fields, hint, message } = error;
    throw new UsageError(message, { cause, fields, hint, file: fileOf(path) });
  }
}

/** Where an item of an input stands; standard input is no file. */
export interface Place {
  readonly file: string | undefined;
  readonly line: number | undefined;
}

/** The places of items, by their ids. */
export type Places = ReadonlyMap<string, Place>;

/** The file that a path names; undefined for standard input. */
export function fileOf(path: string): string | undefined {
  return path === "-" ? undefined : path;
}

/** What messages call an input. */
export function inputName(path: string): string {
  return path === "-" ? "standard input" : path;
}

type Fields = Readonly<Record<string, unknown>>;

/** The fields of a body, and where they were given. */
export interface CollectedFields {
  readonly fields: Fields;
  /** A problem with its place: in the body, and with its line if it comes from a file. */
  readonly locate: Locate;
}

export type Locate = (problem: Problem) => FieldProblem;

export const inBody: Locate = ({ path, message }) => ({ field: ["body", ...path].join("."), message });

/** The fields of a body: those of a JSON or YAML file, overridden by flags. */
export async function collectFields(
  context: Context,
  file: string | undefined,
  flags: Fields,
): Promise<CollectedFields> {
  const entries = Object.entries(flags).filter(([, value]) => value !== undefined);
  const given: Fields = Object.fromEntries(entries.map(([key, value]) => [fieldName(key), value]));
  if (file === undefined) return { fields: given, locate: inBody };
  const { value, lineOf, isLong } = await readFields(context, file);
  return {
    fields: { ...value, ...given },
    locate(problem) {
      const place = inBody(problem);
      const [name] = problem.path;
      if (typeof name === "string" && Object.hasOwn(given, name)) return place;
      const line = lineOf(problem.path);
      const field = line === undefined || !isLong ? place.field : `${place.field} (line ${line})`;
      return { ...place, field, line, file: fileOf(file) };
    },
  };
}

async function readFields(context: Context, file: string) {
  const text = await readInputFile(context, file);
  const { parseYamlLines } = await import("../documents/yaml.ts");
  const { value, lineOf } = await inFile(file, () => parseYamlLines(text, file));
  // In a single line, the line number says nothing.
  if (isRecord(value)) return { value, lineOf, isLong: text.trim().includes("\n") };
  throw new UsageError(`${file} must contain a single object`, { file: fileOf(file) });
}

/** `displayName` is `display_name` in the API. */
function fieldName(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
