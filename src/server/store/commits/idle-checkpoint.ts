import type { Database } from "../database.ts";

/** How long nothing may have been written; short pauses between requests should not count. */
const idleMilliseconds = 1000;

/** Moves the write-ahead log into the database when nobody waits for an answer. */
export interface IdleCheckpoint {
  /** To be called after each commit. */
  postpone(): void;
  stop(): void;
}

/** `whenFree` orders the checkpoint among the other work. */
export function createIdleCheckpoint(
  database: Database,
  whenFree: (work: () => Promise<void>) => Promise<void>,
): IdleCheckpoint {
  let timer: NodeJS.Timeout | undefined;

  async function checkpoint(): Promise<void> {
    // A checkpoint that fails loses nothing: the log still holds every change, and closing tries again.
    await whenFree(async () => database.exec("PRAGMA wal_checkpoint(PASSIVE)")).catch(() => undefined);
  }

  return {
    postpone() {
      if (timer === undefined) timer = setTimeout(checkpoint, idleMilliseconds).unref();
      else timer.refresh();
    },
    stop: () => clearTimeout(timer),
  };
}
