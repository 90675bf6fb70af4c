import type { WorldRecord } from "../worlds/record.ts";
import type { Look } from "./cells.ts";
import type {
  Cells,
  Counts,
  DatasetState,
  IssuedKeyPairs,
  Maker,
  ReferenceStore,
  StoredJournal,
} from "./store.ts";

/** What a store needs from the outside world. */
export interface StoreSources extends Maker {
  readonly randomBytes: (length: number) => Uint8Array;
  /** What orders changes: milliseconds of a clock that nobody moves, as one may `now`, which it is unless given. */
  readonly base?: () => number;
}

/** Called when the connection to a database is lost, as can happen over a network, and when it is back. */
export interface Outage {
  /** `reason` names the database, without secrets. */
  begins(reason: string): void;
  ends(): void;
  /** Called once for each reason, and again after a minute of calm: the database is there, but refuses some work. */
  refuses(reason: string): void;
}

/** All that is stored of a world. */
export interface Dataset {
  readonly store: ReferenceStore;
  readonly cells: Cells;
  readonly counts: Counts;
  readonly issued: IssuedKeyPairs;
  readonly journal: StoredJournal;
  /** `wentBack` is called after the data was restored. */
  openSnapshots(wentBack: () => Promise<void>): Snapshots;
}

/** How data is made, in the transaction that makes its dataset. */
export interface Making {
  readonly sources: Maker;
  fill(store: ReferenceStore): Promise<void>;
}

/** A dataset that a world may start with. */
export interface WorldSource {
  readonly dataset: number;
  /** Whether its data may still change, so that a world needs a copy to go back to. */
  readonly changes: boolean;
}

/** What a world starts with, and goes back to. */
export interface WorldStart {
  readonly from?: WorldSource | undefined;
  /** What is added to that. */
  readonly own?: Making | undefined;
}

export interface Snapshot {
  readonly name: string;
  /** RFC 3339, by the clock of its data. */
  readonly takenAt: string;
  readonly rows: number;
}

export interface TakenSnapshot extends Snapshot {
  /** Whether there was none of that name. */
  readonly isNew: boolean;
}

/** Named states of a store. */
export interface Snapshots {
  /** The oldest first. */
  list(): Promise<readonly Snapshot[]>;
  /** Replaces an older one of the same name. */
  take(name: string): Promise<TakenSnapshot>;
  /** Goes back to it; undefined for an unknown name. */
  restore(name: string): Promise<Snapshot | undefined>;
  /** Goes back to an origin. */
  goBack(origin: number): Promise<void>;
  /** False for an unknown name. */
  delete(name: string): Promise<boolean>;
}

/** All that a server stores: its own data, its worlds, and the snapshots of each. */
export interface Storage {
  /** Whether it is there after a restart. */
  readonly lasting: boolean;
  /** Whether other servers may use it at the same time. */
  readonly isShared: boolean;
  readonly root: Dataset;
  /** What the database knows now of the root and the world with a name. */
  look(world: string | undefined): Promise<Look>;
  /** Runs what a start does to the data, for one server of a database at a time. */
  starting<Value>(work: () => Promise<Value>): Promise<Value>;
  /** The number of the origin of a name, made unless it is there; replaces those of the same kind that no world needs. */
  findOrigin(name: OriginName, making: Making): Promise<number>;
  readonly worlds: WorldStorage;
  close(): Promise<void>;
}

export interface OriginName {
  readonly kind: "empty" | "seed";
  /** Another one for other data. */
  readonly key: string;
}

/** A world that is to be made. */
export interface NewWorld {
  readonly record: WorldRecord;
  /** Its texts besides its options. */
  readonly cells: DatasetState["cells"];
}

/** The stored worlds; each is there whole or not at all. */
export interface WorldStorage {
  list(): Promise<readonly WorldRecord[]>;
  /** What a world may start with: another world, or a snapshot of the root; undefined for an unknown name. */
  find(kind: "snapshot" | "world", name: string): Promise<WorldSource | undefined>;
  /** A taken name, or a source that is gone, is a ConflictError, one world too many a Failure. */
  create(world: NewWorld, start: WorldStart): Promise<void>;
  open(state: DatasetState, sources: StoreSources): Dataset;
  /** How often it was opened before. */
  countOpening(dataset: number): Promise<number>;
  /** False if it is gone already. */
  remove(dataset: number): Promise<boolean>;
}
