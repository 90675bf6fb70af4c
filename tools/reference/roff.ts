/** A text for man, without requests and escapes; a minus stays a minus instead of becoming a hyphen. */
export function plain(text: string): string {
  return text
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replaceAll("~", "\\(ti")
    .replaceAll("^", "\\(ha");
}

export function bold(text: string): string {
  return `\\fB${plain(text)}\\fR`;
}

/** A line whose first character stays text: a dot or an apostrophe there would be a request. */
export function guarded(line: string): string {
  return /^[.']/.test(line) ? `\\&${line}` : line;
}

export function paragraphs(text: string): readonly string[] {
  return text.split("\n\n").flatMap((paragraph) => [".PP", guarded(plain(paragraph))]);
}

/** A term with its text indented below. */
export function definition(term: string, text: string): readonly string[] {
  return [".TP", guarded(term), guarded(plain(text))];
}

/** Lines indented by one more level. */
export function indented(lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [".RS", ...lines, ".RE"];
}

export function heading(title: string): string {
  return `.SH ${title}`;
}

export function subheading(title: string): string {
  return `.SS ${plain(title)}`;
}

/** Text to type, line by line. */
export function listing(lines: readonly string[]): readonly string[] {
  return [".PP", ".nf", ".RS", ...lines.map((line) => guarded(plain(line))), ".RE", ".fi"];
}
