import { grouped } from "../grouped.ts";
import type { StatusLine } from "./status-line.ts";

/** How far a long piece of work has come, shown on a terminal while it runs. */
export interface Progress {
  /** Counts further units of the work. */
  advance(count: number): Promise<void>;
  /** Takes the line away. */
  end(): Promise<void>;
}

/** What is counted. */
export interface Task {
  /** A word before the numbers: `exported`. */
  readonly done: string;
  /** How many units there are, where that is known. */
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

/** `exported 1,200 of 5,000 · 400/s · 10s left`; rate and time left once they are known. */
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
