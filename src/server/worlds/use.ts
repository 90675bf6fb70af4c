import type { SharedUses } from "../store/storage.ts";
import type { WorldRecord } from "./record.ts";

/** Milliseconds; a longer timer would fire at once. */
const longestTimer = 2_147_483_647;

/** Milliseconds between two records of the use of a world, so a world may outlive its idle time by this much. */
export function notePause(idle: number): number {
  return Math.min(60_000, idle / 10);
}

interface UseParts {
  readonly record: WorldRecord;
  /** Absent if only this server serves the world. */
  readonly shared: SharedUses | undefined;
  /** Ends the world if it is idle by then; resolves to the milliseconds that are left, or to none once it has ended. */
  end(idle: number): Promise<number>;
  report(error: unknown): void;
}

/** Who is using a world, and what happens when it is not used for long. */
export function createWorldUse({ end, record, report, shared }: UseParts) {
  const { idle } = record.settings;
  const share =
    shared === undefined || idle === null ? undefined : createNote(record, shared, notePause(idle));
  let busy = 0;
  let lastAsked = performance.now();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function note(): Promise<void> {
    if (!isClosed) await share?.();
  }

  function watch(longest: number, rest = longest): void {
    if (isClosed || rest <= 0) return;
    const pause = Math.min(Math.max(rest, 1), longest, longestTimer);
    timer = setTimeout(() => void look(longest), pause).unref();
  }

  async function look(longest: number): Promise<void> {
    try {
      if (busy === 0) return watch(longest, await end(longest));
      await note();
    } catch (error) {
      report(error);
    }
    watch(longest);
  }

  if (idle !== null) watch(idle);
  return {
    /** Every request to the world is made through this. */
    async during<Value>(work: () => Promise<Value>): Promise<Value> {
      busy += 1;
      try {
        await note();
        return await work();
      } finally {
        busy -= 1;
        lastAsked = performance.now();
        void note();
      }
    },
    isBusy: () => busy > 0,
    /** Milliseconds since this server was last asked for it. */
    rested: () => performance.now() - lastAsked,
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

/** Other servers learn of a use before it is answered, so that none of them ends the world meanwhile. */
function createNote(record: WorldRecord, shared: SharedUses, pause: number): () => Promise<void> {
  let last: { readonly at: number; readonly written: Promise<void> } | undefined;
  return async () => {
    if (last === undefined || performance.now() - last.at >= pause) {
      const written = shared.note(record).catch(() => {
        // Without its database the world can't answer either.
        last = undefined;
      });
      last = { at: performance.now(), written };
    }
    await last.written;
  };
}
