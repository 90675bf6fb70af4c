/** Stands for whatever the journal does not repeat. */
export const mask = "********";

/** Whether a text looks like a word of the API: too plain for a token, a number or a person's data. */
export function isPlainWord(text: string): boolean {
  return /^_?[a-z]+(?:[-_][a-z]+)*$/.test(text) && text.length <= 40;
}
