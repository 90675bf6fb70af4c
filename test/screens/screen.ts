import type { Host } from "../../src/context.ts";
import type { OutputStream } from "../../src/terminal/streams.ts";

/** What both streams showed on a terminal, in order of arrival. */
export interface Transcript {
  readonly alter: (host: Host) => Host;
  text(): string;
}

export function createTranscript(): Transcript {
  let text = "";
  const copying = (stream: OutputStream): OutputStream => ({
    ...stream,
    write(chunk, done) {
      text += chunk;
      return stream.write(chunk, done);
    },
  });
  return {
    alter: (host) => ({ ...host, stdout: copying(host.stdout), stderr: copying(host.stderr) }),
    text: () => text,
  };
}

const part = /\u001b\[(?<digits>[\d;?]*)(?<code>[A-Za-z])|(?<character>[\s\S])/gu;

/** What the screen finally shows: lines are overwritten, erased and kept as on a terminal. */
export function screenOf(text: string): string {
  const lines: string[][] = [[]];
  let row = 0;
  let column = 0;
  const line = (): string[] => {
    while (lines.length <= row) lines.push([]);
    return lines[row] ?? [];
  };
  const moves: Readonly<Record<string, (count: number, digits: string) => void>> = {
    A: (count) => (row = Math.max(0, row - count)),
    B: (count) => (row += count),
    C: (count) => (column += count),
    D: (count) => (column = Math.max(0, column - count)),
    G: (count) => (column = count - 1),
    K: (_, digits) => void line().splice(digits === "2" ? 0 : column),
    J: () => {
      line().splice(column);
      lines.splice(row + 1);
    },
  };
  for (const { groups = {} } of text.matchAll(part)) {
    const { digits = "", code = "", character = "" } = groups;
    if (code !== "") moves[code]?.(Number(digits) || 1, digits);
    else if (character === "\r") column = 0;
    else if (character === "\n") [row, column] = [row + 1, 0];
    else {
      line()[column] = character;
      column += 1;
    }
  }
  const shown = lines.map((cells) => Array.from(cells, (cell) => cell ?? " ").join(""));
  return `${shown.join("\n")}\n`.replace(/ +$/gm, "").replace(/\n+$/, "\n");
}

/** The codes that set colours and styles, each once: `1` is bold, `32` is green. */
export function stylesOf(text: string): readonly string[] {
  const codes = [...text.matchAll(/\u001b\[([\d;]*)m/g)].flatMap(([, digits = ""]) => digits.split(";"));
  return [...new Set(codes)].toSorted((a, b) => Number(a) - Number(b));
}
