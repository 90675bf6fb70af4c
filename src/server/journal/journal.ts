import { createIdleQueue } from "./idle-queue.ts";

/** One request, with nothing in it that must stay secret. */
export interface JournalEntry {
  /** The same as `x-request-id`. */
  readonly id: string | null;
  readonly time: string;
  readonly method: string;
  readonly path: string;
  readonly operation: string | null;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** Null where there was none, or none that could be read. */
  readonly body: unknown;
  readonly body_bytes: number;
  /** Those of the token; null where none was accepted. */
  readonly scopes: readonly string[] | null;
  /** The status, or what a simulated fault did to the connection. */
  readonly status: number | string;
  readonly milliseconds: number;
  /** Whether a simulated fault had the last word. */
  readonly fault: boolean;
  /** JSON pointers into the body. */
  readonly unread_fields: readonly string[];
}

/** Makes an entry; undefined where that failed. */
export type MakeEntry = () => Promise<JournalEntry | undefined>;

/** The latest requests, newest first, in memory. */
export interface Journal {
  /** Takes its place at once; the entry is made when the server has a moment, or somebody asks. */
  add(make: MakeEntry): void;
  list(): Promise<readonly JournalEntry[]>;
  clear(): void;
}

const most = 1000;

export function createJournal(): Journal {
  let texts: string[] = [];
  const waiting = createIdleQueue<MakeEntry>({ most, work: write });

  async function write(make: MakeEntry): Promise<void> {
    const kept = texts;
    const entry = await make();
    // As text an entry takes a fraction of the memory, and nobody can change it.
    if (entry !== undefined) kept.push(JSON.stringify(entry));
    if (kept.length > most) kept.shift();
  }

  return {
    add: waiting.add,
    async list() {
      await waiting.finish();
      return texts.map((text): JournalEntry => JSON.parse(text)).toReversed();
    },
    clear() {
      waiting.clear();
      texts = [];
    },
  };
}
