/**
 * Runs work one after the other, in the order in which it comes, whether it succeeds or fails. The next one also waits
 * for `after`, but the answer does not.
 */
export function createQueue(): <Value>(
  work: () => Promise<Value>,
  after?: (value: Value) => Promise<void> | undefined,
) => Promise<Value> {
  let last: Promise<unknown> = Promise.resolve();
  return (work, after = () => undefined) => {
    const done = last.then(work);
    last = done.then(after).catch(() => undefined);
    return done;
  };
}

/** Runs so many at the same time; the others wait in the order in which they come. */
export function createSlots(most: number): <Value>(work: () => Promise<Value>) => Promise<Value> {
  const waiting: (() => void)[] = [];
  let free = most;

  function leave(): void {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  }

  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    return work().finally(leave);
  };
}

/** A queue for each name. */
export function createNamedQueues() {
  const last = new Map<string, Promise<unknown>>();
  return {
    async inTurn<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
      const done = Promise.resolve(last.get(name)).then(work);
      const settled = done.catch(() => undefined);
      last.set(name, settled);
      await settled;
      if (last.get(name) === settled) last.delete(name);
      return done;
    },
  };
}
