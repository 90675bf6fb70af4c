/** An answer, as the log tells of it. */
export interface LogEntry {
  /** ISO 8601. */
  readonly time: string;
  readonly method: string;
  readonly path: string;
  /** Or what a simulated fault did to the connection. */
  readonly status: number | string;
  readonly milliseconds: number;
  readonly id: string;
}

export function jsonLine({ id, method, milliseconds, path, status, time }: LogEntry): string {
  return JSON.stringify({ event: "request", time, method, path, status, milliseconds, id });
}

/** Characters that the longest line has by itself, nearly. */
const longest = 200;

/**
 * A line for people, of at most so many characters: what matters least gives way first. The date does so in every line
 * of a terminal or in none, so that what is behind it stays in its column.
 */
export function textLine(entry: LogEntry, room: number): string {
  const { id, method, milliseconds, path, status, time } = entry;
  const asked = `${room < longest ? `${time.slice(11, 19)}Z` : time} ${method}`;
  const took = `${milliseconds} ms`;
  const short = `${asked} ${shortened(path)} ${status}`;
  const lines = [
    `${asked} ${path} ${status} ${took} ${id}`,
    `${asked} ${path} ${status} ${took}`,
    `${short} ${took}`,
    short,
  ];
  return lines.find((line) => line.length <= room) ?? `${short.slice(0, room - 1)}…`;
}

/** Eight digits of a UUID tell it from the others on a screen. */
function shortened(path: string): string {
  return path.replace(/([\da-f]{8})-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/gi, "$1…");
}
