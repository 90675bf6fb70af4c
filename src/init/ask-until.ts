import type { Context } from "../context.ts";
import { PayctlError } from "../errors.ts";
import { safeText } from "../terminal/safe-text.ts";
import { writeAside } from "../terminal/streams.ts";

/** Something that a flag says or a person is asked for. */
export interface Question<Value> {
  readonly text: string;
  /** What Enter alone means, in words for people, where it means something. */
  readonly usual?: { readonly words: string; readonly value: Value };
  /** Throws a PayctlError that says what is wrong with the answer. */
  parse(text: string): Value | Promise<Value>;
  /** As `parse`, which may ask for more, but without asking; `parse` itself unless given. */
  check?(text: string): unknown;
}

/** Asks a person until the answer is one that can be used, and says each time what was wrong. */
export async function askUntil<Value>(context: Context, question: Question<Value>): Promise<Value> {
  const { text, usual } = question;
  const prompter = await context.prompter();
  const findFault = async (typed: string): Promise<string | undefined> =>
    typed === usual?.words ? undefined : faultOf(question, typed.trim());
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

async function faultOf<Value>(question: Question<Value>, typed: string): Promise<string | undefined> {
  try {
    await (question.check ?? question.parse)(typed);
    return undefined;
  } catch (error) {
    return describe(error);
  }
}

function describe(error: unknown): string {
  if (!(error instanceof PayctlError)) throw error;
  const { hint, message } = error;
  return hint === undefined ? message : `${message} (${hint})`;
}
