import type { Context } from "../../context.ts";
import { hintText, PayctlError } from "../../errors.ts";
import { writeAside } from "../../terminal/streams.ts";
import { safeText } from "../../values/safe-text.ts";

/** A question to a person, and how the answer is read. */
export interface InitQuestion<Value> {
  readonly text: string;
  /** What Enter alone means, in words for people, if it means something. */
  readonly usual?: { readonly words: string; readonly value: Value };
  /** Throws a PayctlError that says what is wrong with the answer. */
  parse(text: string): Value | Promise<Value>;
  /** As `parse`, which may ask for more, but without asking; `parse` itself unless given. */
  check?(text: string): unknown;
}

/** Asks a person until the answer is usable, saying each time what was wrong. */
export async function askUntil<Value>(context: Context, question: InitQuestion<Value>): Promise<Value> {
  const { text, usual, check = question.parse } = question;
  const prompter = await context.prompter();
  const findFault = async (typed: string): Promise<string | undefined> => {
    if (typed === usual?.words) return undefined;
    return Promise.resolve(typed.trim())
      .then(check)
      .then(() => undefined, describe);
  };
  for (;;) {
    const answer = await prompter.input(text, { usual: usual?.words, findFault });
    if (answer === usual?.words) return usual.value;
    try {
      return await question.parse(answer.trim());
    } catch (error) {
      // No note, which --quiet would hide: without the reason the question would look like a mistake.
      await writeAside(context.host.stderr, `  ${safeText(describe(error))}\n`);
    }
  }
}

function describe(error: unknown): string {
  if (!(error instanceof PayctlError)) throw error;
  const { hint, message } = error;
  return hint === undefined ? message : `${message} (${hintText(hint)})`;
}
