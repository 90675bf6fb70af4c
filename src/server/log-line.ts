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

/** A line for people, of at most so many characters: what matters least gives way first. */
export function textLine(entry: LogEntry, room: number): string {
  const { id, method, milliseconds, path, status, time } = entry;
  const clock = `${time.slice(11, 19)}Z`;
  const answered = `${status} ${milliseconds} ms`;
  const short = `${method} ${shortened(path)} ${answered}`;
  const lines = [
    `${time} ${method} ${path} ${answered} ${id}`,
    `${time} ${method} ${path} ${answered}`,
    `${clock} ${method} ${path} ${answered}`,
    `${clock} ${short}`,
    short,
  ];
  return lines.find((line) => line.length <= room) ?? `${short.slice(0, room - 1)}…`;
}

/** Eight digits of a UUID tell it from the others on a screen. */
function shortened(path: string): string {
  return path.replace(/([\da-f]{8})-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/gi, "$1…");
}
