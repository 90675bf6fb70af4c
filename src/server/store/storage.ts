import type { WorldRecord } from "../worlds/record.ts";
import type { Image, Snapshots } from "./snapshots.ts";
import type { ReferenceStore } from "./store.ts";

/** What a store needs from the outside world. */
export interface StoreSources {
  readonly now: () => Date;
  /** A fresh UUID. */
  readonly newId: () => string;
  readonly randomBytes: (length: number) => Uint8Array;
}

/** Called when a database is lost, which the other side of a network can be, and when it is back. */
export interface Outage {
  /** `reason` names the database, without secrets. */
  begins(reason: string): void;
  ends(): void;
}

/** A store that is open, and what can be done to all of its data at once. */
export interface Dataset {
  readonly store: ReferenceStore;
  /** Of the data as it is now. */
  takeImage(): Promise<Image>;
  /** `wentBack` is called after the data went back, before anything else happens to it. */
  openSnapshots(wentBack: () => Promise<void>): Snapshots;
}

/** The dataset of a world. */
export interface WorldDataset extends Dataset {
  /** What the world began with. */
  readonly origin: Image;
}

export interface ImageOptions {
  /** What it begins as; without data unless given. */
  readonly from?: Image;
  readonly sources: StoreSources;
}

/** All that a server stores: its own data, its worlds, and the snapshots of each. */
export interface Storage {
  /** Whether it is there after a restart. */
  readonly lasting: boolean;
  readonly root: Dataset;
  /** Runs what a start does to the data; of several servers of one database, one at a time. */
  starting<Value>(work: () => Promise<Value>): Promise<Value>;
  /** What a reset of the root goes back to, where that is not its seed. */
  findOrigin(): Promise<Image | undefined>;
  /** Begins with the data in a snapshot's file, which stays what a reset goes back to; without a file, that is forgotten. */
  begin(file?: string): Promise<void>;
  makeImage(options: ImageOptions, fill: (store: ReferenceStore) => Promise<void>): Promise<Image>;
  /** What a world began with stays as long as that world. */
  dropImage(image: Image): Promise<void>;
  readonly worlds: WorldStorage;
  close(): Promise<void>;
}

/** The stored worlds; each is there whole or not at all. */
export interface WorldStorage {
  /** Where several servers may be asked for a world. */
  readonly uses?: SharedUses;
  /** Those of an earlier start. */
  read(): Promise<readonly WorldRecord[]>;
  create(record: WorldRecord, origin: Image): Promise<void>;
  rewrite(record: WorldRecord): Promise<void>;
  open(record: WorldRecord, sources: StoreSources): Promise<WorldDataset>;
  /** To be called with its store closed. */
  remove(name: string): Promise<void>;
}

/** When a world was last used by any of the servers, by the clock of the database. */
export interface SharedUses {
  /** It is used now. */
  note(record: WorldRecord): Promise<void>;
  /** Removes the world if it was not used for so many milliseconds. */
  removeIdle(record: WorldRecord, idle: number): Promise<IdleRemoval>;
}

export interface IdleRemoval {
  readonly isRemoved: boolean;
  /** Milliseconds until it may be removed; none where it is not there any more. */
  readonly rest: number;
}
