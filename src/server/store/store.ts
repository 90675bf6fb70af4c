import type { createCells } from "./cells.ts";
import type { createCounts } from "./counts.ts";
import type { createIssuedKeyPairs } from "./key-pairs.ts";
import type { KeyPairRecord } from "./records.ts";
import type { createResources } from "./resources.ts";
import type { createStoredJournal } from "./stored-journal.ts";

export type Resources = ReturnType<typeof createResources>;
export type Cells = ReturnType<typeof createCells>;
export type Counts = ReturnType<typeof createCounts>;
export type IssuedKeyPairs = ReturnType<typeof createIssuedKeyPairs>;
export type StoredJournal = ReturnType<typeof createStoredJournal>;

/** Stores the resources, on an engine that only its own folder knows. */
export interface Store {
  /** Random bytes that live as long as the data; they authenticate cursors. */
  readonly secret: Uint8Array;
  /** Takes note of the moment of the latest change, whichever server made it. */
  refresh(moment: number): void;
  /** A key pair as it was at that moment, or later. */
  findKeyPair(thumbprint: string): Promise<KeyPairRecord | undefined>;
  /** Sees a consistent state. */
  read<Value>(work: (resources: Resources) => Promise<Value>): Promise<Value>;
  /**
   * All or nothing, in a transaction of its own; resolved once the change is durable. Other changes wait for it, so
   * `work` may await its resources and nothing else. If PostgreSQL lets another transaction go first, all of it is undone,
   * and `work` is called again. The moment is when the change is made, in microseconds of the base clock: later than
   * every earlier change of the data, whichever server made that.
   */
  write<Value>(work: (resources: Resources, moment: number) => Promise<Value>): Promise<Value>;
}

/** The source of made-up ids and times. */
export interface Maker {
  readonly now: () => Date;
  /** A fresh UUID. */
  readonly newId: () => string;
}

/** What a store needs from the outside world. */
export interface StoreSources extends Maker {
  readonly randomBytes: (length: number) => Uint8Array;
  /** What orders changes: milliseconds of a clock that nobody moves, as one may `now`, which it is unless given. */
  readonly base?: () => number;
}

/** A store with the source of times and ids for what is made in it. */
export interface ReferenceStore extends Store, Maker {
  /** A name of its database for people, without secrets. */
  readonly name: string;
  /** The version of the newest schema of its engine. */
  readonly schemaVersion: number;
}
