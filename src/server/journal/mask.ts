/** Stands for whatever the journal does not repeat. */
export const mask = "********";

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return uuid.test(text);
}

/** Whether a text looks like a word of the API: too plain for a token, a number or a person's data. */
export function isPlainWord(text: string): boolean {
  return /^_?[a-z]+(?:[-_][a-z]+)*$/.test(text) && text.length <= 40;
}
