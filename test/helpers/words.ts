/** The words of a command line as a shell would split them: quotes group, nothing else is special. */
export function splitWords(line: string): string[] {
  const words = line.match(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g) ?? [];
  return words.map((word) => word.replace(/'([^']*)'|"([^"]*)"/g, (_, single, double) => single ?? double));
}

/** The program's output, with one name for every request id of the reference server. */
export function withoutRequestIds(text: string): string {
  return text.replace(/\brequest [\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/g, "request ID");
}
