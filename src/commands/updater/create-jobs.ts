import type { Context } from "../../context.ts";
import { UsageError } from "../../errors.ts";
import { parseUuid } from "../../terminal/flags.ts";
import { type LedgerFiles, resultsFile } from "../bulk/bulk-flags.ts";
import { holdResults, refuseInput } from "../bulk/resume.ts";
import { inputFiles, readInputFile } from "../read-input-file.ts";
import { confirmWrite } from "../write.ts";
import { createManyJobs, createOneJob, jobShape, jobSize } from "./jobs.ts";

interface UpdaterFlags extends LedgerFiles {
  readonly file: string | undefined;
}

/** One job is one object; what had to be split, or keeps its results, is a list. */
export async function createJobs(
  context: Context,
  given: readonly string[],
  flags: UpdaterFlags,
): Promise<undefined> {
  await refuseInput(flags.file, flags);
  const ids = await collectIds(context, given, flags.file);
  const file = resultsFile(flags);
  if (ids.length <= jobSize && file === undefined) return createOneJob(context, ids);
  const results = await context.output.results(jobShape);
  await confirmWrite(context);
  const held = context.globals.dryRun ? undefined : file;
  return holdResults(held, () => createManyJobs(context, { ids, flags, results }));
}

/** The ids of arguments, file and standard input together, each once. */
async function collectIds(
  context: Context,
  words: readonly string[],
  file: string | undefined,
): Promise<readonly string[]> {
  const filed = await Promise.all(inputFiles(words, file).map((path) => readIds(context, path)));
  const ids = new Set([...words.filter((word) => word !== "-").map(readWord), ...filed.flat()]);
  if (ids.size > 0) return [...ids];
  throw new UsageError("no payment method ids were given", {
    hint: "payctl updater create PAYMENT_METHOD_ID...",
  });
}

function readWord(text: string): string {
  const id = readId(text);
  if (id !== undefined) return id;
  throw new UsageError(`${text} is not a payment method id: it must be a UUID`);
}

/** The ids in a file; a wrong one is reported only by line, because the file may be the wrong one and hold a secret. */
async function readIds(context: Context, path: string): Promise<readonly string[]> {
  const lines = (await readInputFile(context, path)).split("\n").map(wordsOf);
  const wrong = lines.flatMap((words, index) =>
    words.every((word) => readId(word) !== undefined) ? [] : [`line ${index + 1}`],
  );
  if (wrong.length === 0) return lines.flat().flatMap((word) => readId(word) ?? []);
  throw new UsageError(`${path === "-" ? "standard input" : path} contains more than payment method ids`, {
    fields: wrong.map((field) => ({ field, message: "must be a UUID" })),
    hint: "give ids of payment methods, one per line",
  });
}

function wordsOf(line: string): readonly string[] {
  return line.split(/\s+/).filter((word) => word !== "");
}

function readId(text: string): string | undefined {
  try {
    return parseUuid(text);
  } catch {
    return undefined;
  }
}
