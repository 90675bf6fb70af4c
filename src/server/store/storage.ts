import type { WorldRecord } from "../worlds/record.ts";
import type { Maker, ReferenceStore } from "./store.ts";

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

/** A store that is open, and what can be done to all of its data at once. */
export interface Dataset {
  readonly store: ReferenceStore;
  /** An image of the current data. */
  takeImage(): Promise<Image>;
  /** `wentBack` is called after the data was restored, before anything else happens to it. */
  openSnapshots(wentBack: () => Promise<void>): Snapshots;
}

/** The dataset of a world. */
export interface WorldDataset extends Dataset {
  /** What the world began with. */
  readonly origin: Image;
}

export interface ImageOptions {
  /** The initial data; none unless given. */
  readonly from?: Image;
  readonly sources: StoreSources;
}

/** Data at one moment, which never changes; only its engine knows what the text means. */
export type Image = string;

/** What a snapshot says about itself. */
export interface SnapshotRecord {
  /** RFC 3339, by the clock of its data. */
  readonly takenAt: string;
  readonly rows: number;
}

export interface Snapshot extends SnapshotRecord {
  readonly name: string;
}

export interface TakenSnapshot extends Snapshot {
  /** Whether there was none of that name. */
  readonly isNew: boolean;
}

/** Named states of a store; only one operation at a time uses them. */
export interface Snapshots {
  /** The oldest first. */
  list(): Promise<readonly Snapshot[]>;
  /** Replaces an older one of the same name. */
  take(name: string): Promise<TakenSnapshot>;
  /** Goes back to it; undefined for an unknown name. */
  restore(name: string): Promise<Snapshot | undefined>;
  /** Goes back to any image. */
  restoreImage(image: Image): Promise<void>;
  /** False for an unknown name. */
  delete(name: string): Promise<boolean>;
  /** Its image, for as long as the work takes; undefined for an unknown name. */
  use<Value>(name: string, work: (image: Image) => Promise<Value>): Promise<Value | undefined>;
}

/** All that a server stores: its own data, its worlds, and the snapshots of each. */
export interface Storage {
  /** Whether it is there after a restart. */
  readonly lasting: boolean;
  readonly root: Dataset;
  /** Runs what a start does to the data, for one server of a database at a time. */
  starting<Value>(work: () => Promise<Value>): Promise<Value>;
  makeImage(options: ImageOptions, fill: (store: ReferenceStore) => Promise<void>): Promise<Image>;
  /** False once the database has gone back to a time before it was made. */
  hasImage(image: Image): Promise<boolean>;
  /** A world's origin is kept until the world is removed. */
  dropImage(image: Image): Promise<void>;
  readonly worlds: WorldStorage;
  close(): Promise<void>;
}

/** The stored worlds; each is there whole or not at all. */
export interface WorldStorage {
  /** Those of an earlier start. */
  read(): Promise<readonly WorldRecord[]>;
  create(record: WorldRecord, origin: Image): Promise<void>;
  rewrite(record: WorldRecord): Promise<void>;
  open(record: WorldRecord, sources: StoreSources): Promise<WorldDataset>;
  /** Must be called after its store is closed; false if another server has removed it. */
  remove(name: string): Promise<boolean>;
}
