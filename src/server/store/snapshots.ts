/** Some data as it was once, which nobody changes; only its engine knows what the text stands for. */
export type Image = string;

/** What a snapshot tells of itself. */
export interface SnapshotRecord {
  /** RFC 3339, by the clock of its data. */
  readonly takenAt: string;
  readonly rows: number;
}

export interface Snapshot extends SnapshotRecord {
  readonly name: string;
}

/** States of a store that were kept under a name; one thing at a time happens to them. */
export interface Snapshots {
  /** The oldest first. */
  list(): Promise<readonly Snapshot[]>;
  /** In place of an older one of the same name. */
  take(name: string): Promise<Snapshot>;
  /** Goes back to it; undefined for an unknown name. */
  restore(name: string): Promise<Snapshot | undefined>;
  /** Goes back to any image. */
  restoreImage(image: Image): Promise<void>;
  /** False for an unknown name. */
  delete(name: string): Promise<boolean>;
  /** Its image, for as long as the work takes; undefined for an unknown name. */
  use<Value>(name: string, work: (image: Image) => Promise<Value>): Promise<Value | undefined>;
}

/** What the state before the latest reset or restore is kept as; restoring it undoes that. */
export const beforeReset = "before-reset";
