/** Breaks a text into lines of at most this many characters, between words. */
export function wrapLines(text: string, width: number): string[] {
  return fillLines(text.match(/\S+/g) ?? [], width);
}

/** As wrapLines, but a text that fits stays as it is, with all its spaces. */
export function wrapText(text: string, width: number): string[] {
  return text.length <= width ? [text] : wrapLines(text, width);
}

/** Puts words into lines of at most this many characters; a longer word gets its own line. */
export function fillLines(words: readonly string[], width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of words) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && longer.length > width) {
      lines.push(line);
      line = word;
    } else line = longer;
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

/** Where a command begins: after a colon, or at the start. */
const start = "(?<=: )|^(?=payctl |chmod |kill )";
/** A command extends to a semicolon or a comma before a space, except inside quotes and brackets. */
const command = String.raw`(?:\\.|'[^']*'|\([^)]*\)|[^;,'(\\]|[;,](?! |$))+\S*`;
const unit = new RegExp(String.raw`(?:${start})${command}|'[^']*'\S*|\S+`, "g");

/** Breaks a hint into lines, but never inside a command: it is there to be copied. */
export function wrapHint(hint: string, width: number): string[] {
  if (hint.length <= width) return [hint];
  return fillLines(hint.match(unit) ?? [], width);
}
