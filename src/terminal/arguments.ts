import { oneOf, parseUuid, parseWord, verbatim } from "./parse.ts";

/** A word of a command line that stands by its place. */
export interface Argument<Value> {
  readonly summary: string;
  readonly required: boolean;
  readonly variadic: boolean;
  readonly choices?: readonly string[];
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
): Argument<Choice> {
  return { summary, required: true, variadic: false, choices, parse: (text) => oneOf(text, choices) };
}

interface RestParts extends ArgumentParts {
  /** Whether at least one is needed. */
  readonly required?: boolean;
  readonly parse?: (text: string) => string;
}

/** Any number of words. */
export function restArgument(summary: string, parts: RestParts = {}): Argument<readonly string[]> {
  return { summary, required: false, variadic: true, parse: verbatim, ...parts };
}
