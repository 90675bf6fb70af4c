import type { Context } from "../../context.ts";
import { UsageError } from "../../errors.ts";
import { parseUuid } from "../../terminal/parse.ts";
import { readInputFile } from "../read-input-file.ts";

/** The ids of arguments, file and standard input together, each once. */
export async function collectIds(
  context: Context,
  words: readonly string[],
  file: string | undefined,
): Promise<readonly string[]> {
  const files = [...words.filter((word) => word === "-"), ...(file === undefined ? [] : [file])];
  const texts = await Promise.all(files.map((path) => readInputFile(context, path)));
  const given = [...words.filter((word) => word !== "-"), ...texts.flatMap((text) => text.split(/\s+/))];
  const ids = new Set(given.filter((word) => word !== "").map(readId));
  if (ids.size > 0) return [...ids];
  throw new UsageError("no payment method ids were given", {
    hint: "payctl updater create PAYMENT_METHOD_ID...",
  });
}

function readId(text: string): string {
  try {
    return parseUuid(text);
  } catch (cause) {
    throw new UsageError(`${text} is no payment method id: it must be a UUID`, { cause });
  }
}
