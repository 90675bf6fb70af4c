import { fstatSync } from "node:fs";

/** Why a server should stop on its own, in a sentence. */
export type EndReason = string;

/** Something that is watched until the server stops. */
export interface Watch {
  stop(): void;
}

/** A pipe from the process that started this one. */
export type ParentInput = Pick<NodeJS.ReadStream, "destroy" | "off" | "on" | "resume">;

/** Milliseconds; no system notifies a process that its parent is gone. */
const interval = 500;

/** Reports when the parent is gone, and at once when it closes its end of a pipe, as even `kill -9` does. */
export function watchParent({
  end,
  parent,
  stdin,
}: {
  /** What other processes write to this one; undefined if that is for something else. */
  readonly stdin: ParentInput | undefined;
  /** The id of the process that started this one, or of the one that has adopted it. */
  parent(): number;
  end(reason: EndReason): void;
}): Watch {
  const first = parent();
  const orphaned = () => end("the process that started it is gone");
  const timer = setInterval(() => {
    if (parent() !== first) orphaned();
  }, interval);
  stdin?.on("end", orphaned).on("close", orphaned).resume();
  return {
    stop() {
      clearInterval(timer);
      stdin?.off("end", orphaned).off("close", orphaned);
      // A pipe that is still open would keep the process alive.
      stdin?.destroy();
    },
  };
}

/** Whether standard input is a pipe; a terminal, a file and /dev/null don't tell whether anyone is there. */
export function isPiped(): boolean {
  try {
    const input = fstatSync(0);
    return input.isFIFO() || input.isSocket();
  } catch {
    return false;
  }
}

/** Reports when nothing has come for a while. */
export function watchIdle({
  end,
  idleFor,
  limit,
}: {
  /** Milliseconds without a request. */
  readonly limit: number;
  /** Milliseconds since the last request was answered; 0 while one runs. */
  idleFor(): number;
  end(): void;
}): Watch {
  let timer: NodeJS.Timeout;
  const check = () => {
    const left = limit - idleFor();
    if (left <= 0) end();
    else timer = setTimeout(check, left);
  };
  timer = setTimeout(check, limit);
  return { stop: () => clearTimeout(timer) };
}

/** Counts requests, so that the time since the last one is known. */
export function createActivity() {
  let running = 0;
  let last = performance.now();
  return {
    idleFor: () => (running > 0 ? 0 : performance.now() - last),
    async during<Value>(work: () => Promise<Value>): Promise<Value> {
      running += 1;
      try {
        return await work();
      } finally {
        running -= 1;
        last = performance.now();
      }
    },
  };
}
