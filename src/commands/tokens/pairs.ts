import type { Context } from "../../context.ts";
import { type FieldProblem, UsageError } from "../../errors.ts";
import { parseUuid } from "../../terminal/flags.ts";
import { shellWord } from "../../terminal/words.ts";
import { inputFiles, readInputFile } from "../read-input-file.ts";

/** A network token, and the payment method that it was made for. */
export interface TokenPair {
  readonly payment_method_id: string;
  readonly network_token_id: string;
}

/** The pairs of a command line, of a file and, where `-` stands, of standard input; each once. */
export async function collectPairs(
  context: Context,
  words: readonly string[],
  file: string | undefined,
): Promise<readonly TokenPair[]> {
  const named = readWords(words.filter((word) => word !== "-"));
  const filed = await Promise.all(inputFiles(words, file).map((path) => readLines(context, path)));
  const pairs = new Map([...named, ...filed.flat()].map((pair) => [Object.values(pair).join(" "), pair]));
  if (pairs.size > 0) return [...pairs.values()];
  throw new UsageError("no network token was given", {
    hint: "name a PAYMENT_METHOD_ID and a NETWORK_TOKEN_ID, or a file of such pairs with --file",
  });
}

function readWords(words: readonly string[]): readonly TokenPair[] {
  const wrong = words.find((word) => readId(word) === undefined);
  if (wrong !== undefined) throw noId(wrong);
  if (words.length % 2 === 1) {
    throw new UsageError("the ids must come in pairs", { hint: "as in PAYMENT_METHOD_ID NETWORK_TOKEN_ID" });
  }
  const starts = words.flatMap((_, index) => (index % 2 === 0 ? [index] : []));
  return starts.flatMap((start) => readPair(words.slice(start, start + 2)) ?? []);
}

function noId(word: string): UsageError {
  return new UsageError(`${word} is no id: it must be a UUID`, {
    hint: `to read pairs of ids from a file: --file ${shellWord(word)}`,
  });
}

/** Wrong lines are named by their numbers alone: what was named by mistake may hold a secret. */
async function readLines(context: Context, path: string): Promise<readonly TokenPair[]> {
  const problems: FieldProblem[] = [];
  const pairs: TokenPair[] = [];
  for (const [index, line] of (await readInputFile(context, path)).split("\n").entries()) {
    const words = line.split(/[\s,]+/).filter((word) => word !== "");
    if (words.length === 0) continue;
    const pair = readPair(words);
    if (pair !== undefined) pairs.push(pair);
    else problems.push({ field: `line ${index + 1}`, message: "must be two UUIDs" });
  }
  if (problems.length === 0) return pairs;
  const source = path === "-" ? "standard input" : path;
  throw new UsageError(`${source} does not hold pairs of ids; nothing was sent`, {
    fields: problems,
    hint: "a line is: PAYMENT_METHOD_ID NETWORK_TOKEN_ID",
  });
}

function readPair(words: readonly string[]): TokenPair | undefined {
  const [payment_method_id, network_token_id, ...more] = words.map(readId);
  if (payment_method_id === undefined || network_token_id === undefined || more.length > 0) return undefined;
  return { payment_method_id, network_token_id };
}

function readId(text: string): string | undefined {
  try {
    return parseUuid(text);
  } catch {
    return undefined;
  }
}
