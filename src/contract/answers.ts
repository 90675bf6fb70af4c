import answers from "./answers.json" with { type: "json" };

/** What an operation answers, as far as help, completion and `--fields` need it without the schemas. */
interface Answer {
  /** Whether it is a list of items; the fields are then those of an item. */
  readonly list: boolean;
  /** Their dotted names; one that ends in `.*` stands for whatever the service puts there. */
  readonly fields: readonly string[];
}

const byOperation: Readonly<Record<string, Answer>> = answers;

/** Undefined for an operation that answers without a body, or with an empty one. */
export function findAnswer(operation: string): Answer | undefined {
  return byOperation[operation];
}

export function answerFields(operation: string): readonly string[] {
  return byOperation[operation]?.fields ?? [];
}
