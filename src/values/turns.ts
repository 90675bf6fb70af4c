/**
 * Runs work one after the other, in the order in which it comes, whether it succeeds or fails. The next one also waits
 * for `after`, but the answer does not.
 */
type InTurn = <Value>(
  work: () => Promise<Value>,
  after?: (value: Value) => Promise<void> | undefined,
) => Promise<Value>;

export function createQueue(): InTurn {
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

/** The same for each name. */
interface NamedQueues {
  inTurn<Value>(name: string, work: () => Promise<Value>): Promise<Value>;
  /** Those that have work. */
  busy(): ReadonlySet<string>;
}

export function createNamedQueues(): NamedQueues {
  const queues = new Map<string, { readonly inTurn: InTurn; length: number }>();
  return {
    async inTurn(name, work) {
      const queue = queues.get(name) ?? { inTurn: createQueue(), length: 0 };
      queues.set(name, queue);
      queue.length += 1;
      try {
        return await queue.inTurn(work);
      } finally {
        queue.length -= 1;
        if (queue.length === 0) queues.delete(name);
      }
    },
    busy: () => new Set(queues.keys()),
  };
}
