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

/** Makes arguments of one kind. */
function kindOf<Value>({
  required,
  variadic,
  parse,
}: Pick<Argument<Value>, "parse" | "required" | "variadic">) {
  return (summary: string, parts: { readonly completes?: string } = {}): Argument<Value> => {
    return { summary, required, variadic, parse, ...parts };
  };
}

export const argument = kindOf<string>({ required: true, variadic: false, parse: parseWord });
export const optionalArgument = kindOf<string | undefined>({
  required: false,
  variadic: false,
  parse: verbatim,
});
export const uuidArgument = kindOf<string>({ required: true, variadic: false, parse: parseUuid });
/** One word or more. */
export const wordsArgument = kindOf<readonly string[]>({ required: true, variadic: true, parse: parseWord });
/** Any number of words, or none. */
export const restArgument = kindOf<readonly string[]>({ required: false, variadic: true, parse: verbatim });

export function choiceArgument<const Choice extends string>(
  summary: string,
  choices: readonly Choice[],
  parts: Pick<Argument<Choice>, "choicesAfter"> = {},
): Argument<Choice> {
  const parse = (text: string) => oneOf(text, choices);
  return { summary, required: true, variadic: false, choices, parse, ...parts };
}
