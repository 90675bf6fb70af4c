import type { Context } from "../context.ts";
import { PayctlError } from "../errors.ts";
import { safeText } from "../terminal/safe-text.ts";
import { writeAside } from "../terminal/streams.ts";

/** Something that a flag says or a person is asked for. */
export interface Question<Value> {
  readonly text: string;
  /** Throws a PayctlError that says what is wrong with the answer. */
  parse(text: string): Value | Promise<Value>;
}

/** Asks a person until the answer is one that can be used, and says each time what was wrong. */
export async function askUntil<Value>(context: Context, { text, parse }: Question<Value>): Promise<Value> {
  const prompter = await context.prompter();
  for (;;) {
    const answer = await prompter.input(text);
    try {
      return await parse(answer.trim());
    } catch (error) {
      if (!(error instanceof PayctlError)) throw error;
      // No note, which --quiet would hide: without the reason the question would look like a mistake.
      await writeAside(context.host.stderr, `  ${safeText(describe(error))}\n`);
    }
  }
}

function describe({ message, hint }: PayctlError): string {
  return hint === undefined ? message : `${message} (${hint})`;
}
