import { grouped } from "../values/text.ts";
import { type OutputStream, writeAside } from "./streams.ts";

/** The progress of long work, shown on a terminal while it runs. */
export interface Progress {
  /** Counts further units of the work. */
  advance(count: number): Promise<void>;
  /** Removes the line. */
  end(): Promise<void>;
}

/** What is counted. */
export interface Task {
  /** A word before the numbers: `exported`. */
  readonly done: string;
  /** How many units there are, if known. */
  readonly total?: number;
}

interface ProgressParts {
  readonly line: StatusLine;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

const millisecondsBetweenDrawings = 100;

export function createProgress(task: Task, { line, now }: ProgressParts): Progress {
  const start = now();
  let drawnAt = Number.NEGATIVE_INFINITY;
  let count = 0;
  return {
    async advance(more) {
      count += more;
      if (now() - drawnAt < millisecondsBetweenDrawings) return;
      drawnAt = now();
      await line.draw(progressText(task, count, (drawnAt - start) / 1000));
    },
    end: () => line.clear(),
  };
}

export const silentProgress: Progress = { advance: async () => {}, end: async () => {} };

/** `exported 1,200 of 5,000 · 400/s · 10s left`; rate and time left only once known. */
export function progressText({ done, total }: Task, count: number, seconds: number): string {
  const rate = seconds > 0 ? count / seconds : 0;
  const parts = [
    total === undefined ? `${done} ${grouped(count)}` : `${done} ${grouped(count)} of ${grouped(total)}`,
  ];
  if (rate > 0) parts.push(`${grouped(rate < 10 ? Number(rate.toFixed(1)) : Math.round(rate))}/s`);
  if (rate > 0 && total !== undefined) parts.push(`${shortTime((total - count) / rate)} left`);
  return parts.join(" · ");
}

function shortTime(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  if (whole < 60) return `${whole}s`;
  if (whole < 3600) return `${Math.floor(whole / 60)}m ${whole % 60}s`;
  return `${Math.floor(whole / 3600)}h ${Math.floor((whole % 3600) / 60)}m`;
}

type StatusLine = ReturnType<typeof createStatusLine>;

const toStartAndErase = "\r\u001b[K";

/** The last line of a terminal, drawn over and over. */
export function createStatusLine(stream: OutputStream, width: () => number) {
  let shown = "";
  let pauses = 0;
  /** Erases the line, before other output. */
  const clear = async (): Promise<void> => {
    if (shown === "") return;
    shown = "";
    await writeAside(stream, toStartAndErase);
  };
  return {
    /** What it shows; empty while it is not drawn. */
    get text(): string {
      return shown;
    },
    async draw(text: string): Promise<void> {
      if (pauses > 0) return;
      shown = text;
      // The last cell stays free: a full line would wrap.
      await writeAside(stream, toStartAndErase + text.slice(0, width() - 1));
    },
    clear,
    /** Erases the line, and does not draw it before the work is done: a program may be asking a person. */
    async handOver<Value>(work: () => Promise<Value>): Promise<Value> {
      pauses += 1;
      try {
        await clear();
        return await work();
      } finally {
        pauses -= 1;
      }
    },
  };
}

interface WaitParts {
  readonly line: StatusLine;
  /** Calls back after this many milliseconds, unless the returned function is called first. */
  readonly later: (milliseconds: number, action: () => void) => () => void;
}

/** After this long, a person wants to know what the command is waiting for. */
const millisecondsBeforeNotice = 1000;

/**
 * Does the work; if that takes long, the line says what the command is waiting for, unless it already shows something.
 */
export async function waitVisibly<Value>(
  text: string,
  work: () => Promise<Value>,
  { later, line }: WaitParts,
): Promise<Value> {
  const cancel = later(millisecondsBeforeNotice, () => {
    if (line.text === "") void line.draw(text);
  });
  try {
    return await work();
  } finally {
    cancel();
    if (line.text === text) await line.clear();
  }
}
