/** Timers as they are when the program begins: a test runner may put others in their place later. */
export const { clearInterval, clearTimeout, setImmediate, setInterval, setTimeout } = globalThis;

/** Resolves in the next turn of the event loop. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Milliseconds; keeps no process alive. */
export function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}

/** To be called at once by what others import: a bundle evaluates a file when something of it is first used. */
export function keepTimers(): readonly unknown[] {
  return [clearInterval, clearTimeout, setImmediate, setInterval, setTimeout];
}
