import { fstatSync } from "node:fs";

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
  orphaned,
  parent,
  stdin,
}: {
  /** What other processes write to this one; undefined if that is for something else. */
  readonly stdin: ParentInput | undefined;
  /** The id of the process that started this one, or of the one that has adopted it. */
  parent(): number;
  orphaned(): void;
}): Watch {
  const first = parent();
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
