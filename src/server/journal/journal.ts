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

/** The latest requests, newest first, in memory. */
export interface Journal {
  add(entry: JournalEntry): void;
  list(): readonly JournalEntry[];
  clear(): void;
}

const most = 1000;

export function createJournal(): Journal {
  const texts: string[] = [];
  return {
    // As text an entry takes a fraction of the memory, and nobody can change it.
    add(entry) {
      texts.push(JSON.stringify(entry));
      if (texts.length > most) texts.shift();
    },
    list: () => texts.map((text): JournalEntry => JSON.parse(text)).toReversed(),
    clear: () => void texts.splice(0),
  };
}
