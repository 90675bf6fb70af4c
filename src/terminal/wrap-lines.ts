import { type Advice, hintText, readAdvice } from "../errors.ts";

/** How much of a line a text takes. */
type Measure = (text: string) => number;

/** Right for our own texts, which are plain; names from elsewhere may take two cells for a character. */
const characters: Measure = (text) => text.length;

/** Breaks a text into lines of at most this many characters, between words. */
export function wrapLines(text: string, width: number): string[] {
  return fillLines(text.match(/\S+/g) ?? [], width);
}

/** As wrapLines, but a text that fits stays as it is, with all its spaces. */
export function wrapText(text: string, width: number, measure = characters): string[] {
  return measure(text) <= width ? [text] : fillLines(text.match(/\S+/g) ?? [], width, measure);
}

/** Puts words into lines of at most this width; a longer word gets its own line. */
export function fillLines(words: readonly string[], width: number, measure = characters): string[] {
  const lines: string[] = [];
  let line = "";
  let used = 0;
  for (const word of words) {
    const length = measure(word);
    if (line !== "" && used + 1 + length > width) {
      lines.push(line);
      line = "";
    }
    used = line === "" ? length : used + 1 + length;
    line = line === "" ? word : `${line} ${word}`;
  }
  return line === "" ? lines : [...lines, line];
}

/** The lines to the right of a label, all aligned with the first. */
export function hangLines(
  label: string,
  lines: readonly string[],
  style: (label: string) => string = (text) => text,
): string[] {
  const room = " ".repeat(label.length + 1);
  return lines.map((line, index) => (index === 0 ? `${style(label)} ${line}` : room + line));
}

/** Breaks a hint into lines between words, and never inside its command: that is there to be copied. */
export function wrapHint(advice: Advice, width: number, measure = characters): string[] {
  const whole = hintText(advice);
  if (measure(whole) <= width) return [whole];
  const { text, command } = readAdvice(advice);
  const words = (command === undefined ? text : `${text}:`).match(/\S+/g) ?? [];
  return fillLines(command === undefined ? words : [...words, command], width, measure);
}
