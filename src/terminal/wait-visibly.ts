import type { StatusLine } from "./status-line.ts";

interface WaitParts {
  readonly line: StatusLine;
  /** Calls back after so many milliseconds, unless what it answers is called first. */
  readonly later: (milliseconds: number, action: () => void) => () => void;
}

/** Who waits for longer wants to know what for. */
const milliseconds = 1000;

/** Does the work; the line, unless it shows something already, says what is waited for when that takes long. */
export async function waitVisibly<Value>(
  text: string,
  work: () => Promise<Value>,
  { later, line }: WaitParts,
): Promise<Value> {
  const cancel = later(milliseconds, () => {
    if (line.text === "") void line.draw(text);
  });
  try {
    return await work();
  } finally {
    cancel();
    if (line.text === text) await line.clear();
  }
}
