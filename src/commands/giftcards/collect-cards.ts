import type { z } from "zod";
import type { Context } from "../../context.ts";
import type { fetchGiftCardBalances } from "../../contract/schemas/gift-cards.ts";
import type { InputRecord } from "../../documents/records.ts";
import { type FieldProblem, UsageError } from "../../errors.ts";
import { inputFiles, readInputFile } from "../read-input-file.ts";

export type Card = z.input<typeof fetchGiftCardBalances.body>["items"][number];

interface CardSources {
  /** `-` stands for standard input; nothing else may stand there. */
  readonly words: readonly string[];
  readonly id: readonly string[] | undefined;
  readonly file: string | undefined;
}

/** All cards of a command line: ids, then the file's, or one asked for; every wrong one is named without its digits. */
export async function collectCards(context: Context, sources: CardSources): Promise<readonly Card[]> {
  checkWords(sources.words);
  const named = (sources.id ?? []).map((id, index) => ({ place: `--id ${index + 1}`, value: { id } }));
  const files = inputFiles(sources.words, sources.file);
  const filed = await Promise.all(files.map((file) => readCards(context, file)));
  const given = [...named, ...filed.flat()];
  return checkCards(given.length > 0 ? given : [await askForCard(context)]);
}

/** Command lines are visible to other users of the machine, and end up in the shell history. */
function checkWords(words: readonly string[]): void {
  if (words.every((word) => word === "-")) return;
  throw new UsageError("a gift card can't be given as an argument", {
    hint: "use --id for a stored card; give numbers and PINs with --file, with - on standard input, or when asked",
  });
}

async function readCards(context: Context, file: string): Promise<readonly InputRecord[]> {
  const text = await readInputFile(context, file);
  const { readRecords } = await import("../../documents/records.ts");
  return readRecords(text, file);
}

async function askForCard(context: Context): Promise<InputRecord> {
  if (!context.interactive) {
    throw new UsageError("no gift card was given", {
      hint: "name one with --id, or a file with --file; - reads standard input",
    });
  }
  const prompter = await context.prompter();
  const number = await prompter.secret("Gift card number");
  const pin = await prompter.secret("PIN");
  return { place: "card", value: { number: number.replaceAll(" ", ""), pin } };
}

const onlyThese = "must have number and pin, or id, and nothing else";

async function checkCards(records: readonly InputRecord[]): Promise<readonly Card[]> {
  const { directGiftCard, storedGiftCard } = await import("../../contract/schemas/gift-cards.ts");
  const { fieldProblems } = await import("../../documents/field-problems.ts");
  const cardProblems = (issues: readonly z.core.$ZodIssue[], place: string): readonly FieldProblem[] => {
    const named = issues.filter(({ code }) => code !== "unrecognized_keys");
    // In a file without its header, a card takes the place of the field names.
    const unnamed = named.length < issues.length ? [{ field: place, message: onlyThese }] : [];
    return [...fieldProblems(named, [place]), ...unnamed];
  };
  const problems: FieldProblem[] = [];
  const cards: Card[] = [];
  for (const { place, value } of records) {
    const isStored = typeof value === "object" && value !== null && "id" in value;
    const result = (isStored ? storedGiftCard : directGiftCard).safeParse(value);
    if (result.success) cards.push(result.data);
    else problems.push(...cardProblems(result.error.issues, place));
  }
  if (problems.length === 0) return cards;
  throw new UsageError("not every gift card is valid; none was sent", {
    fields: problems,
  });
}
