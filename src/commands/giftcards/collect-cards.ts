import type { z } from "zod";
import type { Context } from "../../context.ts";
import type { fetchGiftCardBalances } from "../../contract/schemas/gift-cards.ts";
import { type InputRecord, type ReadRecords, recordProblem } from "../../documents/input-record.ts";
import type { RecordFormat } from "../../documents/record-formats.ts";
import { type FieldProblem, UsageError } from "../../errors.ts";
import { isRecord } from "../../values/record.ts";
import { inputFiles } from "../read-input-file.ts";
import { readRecordsFile } from "../read-records.ts";

export type Card = z.input<typeof fetchGiftCardBalances.body>["items"][number];

interface CardSources {
  /** `-` stands for standard input; nothing else is allowed here. */
  readonly words: readonly string[];
  readonly id: readonly string[] | undefined;
  readonly file: string | undefined;
  readonly format: RecordFormat | undefined;
}

/** All cards of a command line: ids, then the file's, or one asked for; every wrong one is named without its digits. */
export async function collectCards(context: Context, sources: CardSources): Promise<readonly Card[]> {
  checkWords(sources.words);
  const named = (sources.id ?? []).map((id, index) => ({ place: `--id ${index + 1}`, value: { id } }));
  const files = inputFiles(sources.words, sources.file);
  const filed = await Promise.all(files.map((file) => readCards(context, file, sources.format)));
  const given = [...named, ...filed.flatMap(({ records }) => records)];
  const problems = filed.flatMap((read) => read.problems);
  if (given.length > 0) return checkCards(given, problems);
  // A file without a card is a mistake, not a request to be asked for one.
  if (files.length > 0 || !context.interactive) throw noCard();
  return checkCards([await askForCard(context)], []);
}

/** Command lines are visible to other users of the machine, and end up in the shell history. */
function checkWords(words: readonly string[]): void {
  if (words.every((word) => word === "-")) return;
  throw new UsageError("a gift card can't be given as an argument", {
    hint: "use --id for a stored card; give numbers and PINs with --file, with - on standard input, or when asked",
  });
}

async function readCards(
  context: Context,
  path: string,
  asked: RecordFormat | undefined,
): Promise<ReadRecords> {
  const direct = ["number", "pin"];
  const stored = ["id"];
  const fields = [...direct, ...stored];
  return readRecordsFile(context, { path, asked, fields, required: [direct, stored] });
}

function noCard(): UsageError {
  return new UsageError("no gift card was given", {
    hint: "name one with --id, or a file with --file; - reads standard input",
  });
}

async function askForCard(context: Context): Promise<InputRecord> {
  const prompter = await context.prompter();
  const number = await prompter.secret("Gift card number");
  const pin = await prompter.secret("PIN");
  return { place: "card", value: { number: number.replaceAll(" ", ""), pin } };
}

async function checkCards(
  records: readonly InputRecord[],
  ofFiles: readonly FieldProblem[],
): Promise<readonly Card[]> {
  const { directGiftCard, storedGiftCard } = await import("../../contract/schemas/gift-cards.ts");
  const { plainWords, problemsOf } = await import("../../documents/field-problems.ts");
  const problems: FieldProblem[] = [...ofFiles];
  const cards: Card[] = [];
  for (const record of records) {
    const isStored = isRecord(record.value) && "id" in record.value;
    const schema = isStored ? storedGiftCard : directGiftCard;
    const { data, error } = schema.safeParse(record.value, { error: plainWords });
    if (data !== undefined) cards.push(data);
    const issues = error?.issues ?? [];
    // Field names are not repeated: in a file with keys and values swapped, a card is in their place.
    const named = issues.filter(({ code }) => code !== "unrecognized_keys");
    const unnamed = named.length < issues.length ? [{ path: [], message: onlyThese }] : [];
    for (const problem of [...problemsOf(named), ...unnamed]) problems.push(recordProblem(record, problem));
  }
  if (problems.length === 0) return cards;
  throw new UsageError("not every gift card is valid; none was sent", { fields: problems });
}

const onlyThese = "must have number and pin, or id, and nothing else";
