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

/** The text after a colon is a command if it starts like one, not a list of names: payctl, a flag, a group, `ls -l`. */
const start = String.raw`(?<=: )(?=payctl |--?\w|\(|[a-z][\w-]* [-'<\d])|^(?=payctl |chmod |kill )`;
/** A command extends to a semicolon or a comma before a space, except inside quotes and brackets. */
const command = String.raw`(?:\\.|'[^']*'|\([^)]*\)|[^;,'(\\]|[;,](?! |$))+\S*`;
const unit = new RegExp(String.raw`(?:${start})${command}|'[^']*'\S*|\S+`, "g");

/** Breaks a hint into lines, but never inside a command: it is there to be copied. */
export function wrapHint(hint: string, width: number, measure = characters): string[] {
  if (measure(hint) <= width) return [hint];
  return fillLines(hint.match(unit) ?? [], width, measure);
}
