import { oneOf, parseUuid, parseWord, verbatim } from "./flags.ts";

/** A positional argument. */
export interface Argument<Value> {
  readonly summary: string;
  readonly required: boolean;
  readonly variadic: boolean;
  readonly choices?: readonly string[];
  /** Which choices go with the previous argument; completion offers no others. */
  readonly choicesAfter?: Readonly<Record<string, readonly string[]>>;
  readonly completes?: string;
  readonly parse: (text: string) => unknown;
  readonly value?: Value;
}

export type ArgumentSpecs = Readonly<Record<string, Argument<unknown>>>;

export type ArgumentValues<Specs extends ArgumentSpecs> = {
  readonly [Key in keyof Specs]: Specs[Key] extends Argument<infer Value> ? Value : never;
};

interface ArgumentParts {
  readonly completes?: string;
}

export function argument(summary: string, parts: ArgumentParts = {}): Argument<string> {
  return { summary, required: true, variadic: false, parse: parseWord, ...parts };
}

export function optionalArgument(summary: string, parts: ArgumentParts = {}): Argument<string | undefined> {
  return { summary, required: false, variadic: false, parse: verbatim, ...parts };
}

export function uuidArgument(summary: string, parts: ArgumentParts = {}): Argument<string> {
  return { summary, required: true, variadic: false, parse: parseUuid, ...parts };
}

export function choiceArgument<const Choice extends string>(
  summary: string,
  choices: readonly Choice[],
  parts: Pick<Argument<Choice>, "choicesAfter"> = {},
): Argument<Choice> {
  return {
    summary,
    required: true,
    variadic: false,
    choices,
    parse: (text) => oneOf(text, choices),
    ...parts,
  };
}

/** One word or more. */
export function wordsArgument(summary: string): Argument<readonly string[]> {
  return { summary, required: true, variadic: true, parse: parseWord };
}

/** Any number of words, or none. */
export function restArgument(summary: string, parts: ArgumentParts = {}): Argument<readonly string[]> {
  return { summary, required: false, variadic: true, parse: verbatim, ...parts };
}
