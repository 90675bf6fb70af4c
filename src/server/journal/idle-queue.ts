interface IdleQueueParts<Item> {
  /** The oldest of more are dropped undone. */
  readonly most: number;
  /** Never rejects. */
  work(item: Item): Promise<void>;
}

/** Does its work one after the other, but only when nothing new has come for a moment. */
export interface IdleQueue<Item> {
  add(item: Item): void;
  /** Does what waits at once. */
  finish(): Promise<void>;
  /** Forgets what waits. */
  clear(): void;
}

/** Short, so that what waits is soon in its last form; long enough that requests in a row are not held up by it. */
const moment = 20;

export function createIdleQueue<Item>({ most, work }: IdleQueueParts<Item>): IdleQueue<Item> {
  const waiting: Item[] = [];
  let last: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let latest = 0;

  async function drain(): Promise<void> {
    for (const item of waiting.splice(0)) await work(item);
  }

  function finish(): Promise<void> {
    last = last.then(drain);
    return last;
  }

  /** A timer that is set behind a long commit counts from before it. */
  function finishLater(): void {
    if (performance.now() - latest < moment) timer?.refresh();
    else void finish();
  }

  return {
    add(item) {
      if (waiting.push(item) > most) waiting.shift();
      latest = performance.now();
      if (timer === undefined) timer = setTimeout(finishLater, moment).unref();
      else timer.refresh();
    },
    finish,
    clear: () => void waiting.splice(0),
  };
}
