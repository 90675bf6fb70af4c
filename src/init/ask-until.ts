import type { Context } from "../context.ts";
import { PayctlError } from "../errors.ts";

/** Something that a flag says or a person is asked for. */
export interface Question<Value> {
  readonly text: string;
  /** Throws a PayctlError that says what is wrong with the answer. */
  parse(text: string): Value | Promise<Value>;
}

/** Asks a person until the answer is one that can be used; each time, what was wrong stands before the question. */
export async function askUntil<Value>(context: Context, { text, parse }: Question<Value>): Promise<Value> {
  const prompter = await context.prompter();
  for (let question = text; ; ) {
    const answer = await prompter.input(question);
    try {
      return await parse(answer.trim());
    } catch (error) {
      if (!(error instanceof PayctlError)) throw error;
      question = `That can't be used: ${describe(error)}. ${text}`;
    }
  }
}

function describe({ message, hint }: PayctlError): string {
  return hint === undefined ? message : `${message} (${hint})`;
}
