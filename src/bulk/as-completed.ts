/**
 * Does the work of all items, so many side by side and begun in their order; gives what is done in order of
 * completion, all that is ready at once. Who stops reading stops the work: what runs still ends, nothing new begins.
 */
export async function* asCompleted<Item, Done>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item) => Promise<Done>,
): AsyncGenerator<readonly Done[]> {
  const pool = { next: 0, isStopped: false, isFinished: false };
  const ready: Done[] = [];
  let wake = (): void => {};

  const workOn = async (): Promise<void> => {
    for (;;) {
      const item = items[pool.next];
      if (item === undefined || pool.isStopped) return;
      pool.next += 1;
      ready.push(await work(item));
      wake();
    }
  };
  const workers = Array.from({ length: Math.min(concurrency, items.length) }, workOn);
  const finish = (): void => {
    pool.isFinished = true;
    wake();
  };
  const whole = Promise.all(workers);
  whole.then(finish, finish);

  try {
    while (!pool.isFinished || ready.length > 0) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      if (ready.length > 0) yield ready.splice(0);
      else await woken;
    }
    await whole;
  } finally {
    pool.isStopped = true;
    await Promise.allSettled(workers);
  }
}
