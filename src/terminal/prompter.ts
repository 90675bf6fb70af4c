import { Readable, Writable } from "node:stream";
import { finished } from "node:stream/promises";
import { DeclinedError, isError, UsageError } from "../errors.ts";
import { safeText } from "../values/safe-text.ts";
import type { Paint } from "./paint.ts";
import type { InputStream, OutputStream } from "./streams.ts";

/** How a question for text is asked. */
interface InputOptions {
  /** The answer to a bare Enter. */
  readonly usual?: string | undefined;
  /** Says what is wrong with an answer; the question is repeated until nothing is. */
  findFault?(answer: string): Promise<string | undefined>;
}

/** How a yes-or-no question is asked. */
interface ConfirmOptions {
  /** The answer to a bare Enter; no unless given. */
  readonly usual?: boolean;
}

/** Asks a person; a missing answer ends the command. */
export interface Prompter {
  /** Throws DeclinedError on Ctrl-C, UsageError at the end of input. */
  confirm(question: string, options?: ConfirmOptions): Promise<boolean>;
  input(question: string, options?: InputOptions): Promise<string>;
  /** Does not echo what is typed. */
  secret(question: string): Promise<string>;
}

interface PrompterParts {
  readonly stdin: InputStream;
  /** Questions go here, so that standard output carries only data. */
  readonly stderr: OutputStream;
  readonly paint: Paint;
  /** Ends a question, so that the terminal echoes again. */
  readonly signal: AbortSignal;
}

/** What the package takes besides the question. */
interface PromptContext {
  readonly input: Readable;
  readonly output: Writable;
  readonly signal: AbortSignal;
}

/** Asks with @inquirer/prompts, which loads with the first question. */
export function createPrompter({ stdin, stderr, paint, signal }: PrompterParts): Prompter {
  const input = stdin instanceof Readable ? stdin : Readable.from(stdin);
  const theme = themeOf(paint);
  const load = () => import("./questions.ts");
  const inContext = <Answer>(ask: (context: PromptContext) => Promise<Answer>) =>
    answerOf({ input, stderr, signal }, ask);
  return {
    async confirm(question, { usual = false } = {}) {
      const { confirm } = await load();
      const config = { message: safeText(question), default: usual, theme };
      return inContext((context) => confirm(config, context));
    },
    async input(question, { usual, findFault } = {}) {
      const { input: ask } = await load();
      const config = {
        message: safeText(question),
        theme,
        ...(usual !== undefined && { default: usual }),
        // The package takes `true` as acceptance.
        validate: async (answer: string) => {
          const fault = await findFault?.(answer);
          return fault === undefined || safeText(fault);
        },
      };
      return inContext((context) => ask(config, context));
    },
    async secret(question) {
      const { password } = await load();
      const config = { message: safeText(question), mask: false, toggleMask: false, theme };
      return inContext((context) => password(config, context));
    },
  };
}

/** Ctrl-D and the end of input pause the stream; so does an answer, but by then it has been read. */
const endings = ["pause", "close", "error"] as const;

async function answerOf<Answer>(
  { input, stderr, signal }: Pick<PrompterParts, "signal" | "stderr"> & Pick<PromptContext, "input">,
  ask: (context: PromptContext) => Promise<Answer>,
): Promise<Answer> {
  if (input.readableEnded || input.destroyed) throw endOfInput();
  const ended = new AbortController();
  const onEnd = (): unknown => setImmediate(() => ended.abort());
  for (const event of endings) input.on(event, onEnd);
  const output = questionStream(stderr);
  try {
    return await ask({ input, output, signal: AbortSignal.any([ended.signal, signal]) });
  } catch (error) {
    throw promptError(error);
  } finally {
    // The next output must not overtake the end of the question.
    await finished(output);
    for (const event of endings) input.removeListener(event, onEnd);
  }
}

function promptError(error: unknown): unknown {
  const name = isError(error) ? error.name : "";
  if (name === "ExitPromptError") return new DeclinedError("cancelled at a prompt", { cause: error });
  return name === "AbortPromptError" ? endOfInput() : error;
}

function endOfInput(): UsageError {
  return new UsageError("standard input ended before the question was answered", {
    hint: "without a terminal, answer with flags; --help lists them",
  });
}

/** A separate stream, because the package ends it after each question, and standard error must stay open. */
function questionStream(stderr: OutputStream): Writable {
  const stream = new Writable({
    decodeStrings: false,
    write: (chunk, _encoding, done) => stderr.write(String(chunk), () => done()),
  });
  return Object.assign(stream, { isTTY: stderr.isTTY, columns: stderr.columns });
}

/** Our styles, because the package would decide on colour by its own rules. */
function themeOf(paint: Paint) {
  const { strong, faint, bad, good } = paint;
  return {
    prefix: { idle: good("?"), done: good("✔") },
    style: {
      message: strong,
      answer: good,
      defaultAnswer: (text: string) => faint(`(${text})`),
      help: faint,
      error: bad,
      highlight: strong,
      key: strong,
      maskedText: "(hidden)",
    },
  };
}
