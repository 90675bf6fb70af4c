import { fstatSync } from "node:fs";

/** Milliseconds; no system notifies a process that its parent is gone. */
const interval = 500;

/**
 * Reports when the parent is gone; if standard input is free, at once when the parent closes its end of a pipe, as even
 * `kill -9` does. Returns what ends the watch.
 */
export function watchParent(isInputFree: boolean, orphaned: () => void): () => void {
  const first = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid !== first) orphaned();
  }, interval);
  const stdin = isInputFree && isPiped() ? process.stdin : undefined;
  stdin?.on("end", orphaned).on("close", orphaned).resume();
  return () => {
    clearInterval(timer);
    stdin?.off("end", orphaned).off("close", orphaned);
    // A pipe that is still open would keep the process alive.
    stdin?.destroy();
  };
}

/** Whether standard input is a pipe; a terminal, a file and /dev/null don't tell whether anyone is there. */
function isPiped(): boolean {
  try {
    const input = fstatSync(0);
    return input.isFIFO() || input.isSocket();
  } catch {
    return false;
  }
}
