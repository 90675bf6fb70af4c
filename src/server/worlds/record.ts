import type { FaultRule } from "../../contract/control/schemas/faults.ts";
import type { WorldOptions } from "../../contract/control/schemas/worlds.ts";
import { digest } from "../digest.ts";
import { refuseFaults } from "../faults/faults.ts";
import type { StoredJournal } from "../store/store.ts";

/** How a world differs from its source; all of it is given once, when it is made. */
export interface WorldSettings {
  /** `seed`, `empty`, `world:NAME` or `snapshot:NAME`. */
  readonly from: string;
  /** RFC 3339, where its clock starts. */
  readonly clock: string | null;
  readonly frozen: boolean;
  readonly deterministic: number | null;
  readonly faults: readonly FaultRule[];
  readonly embedLimit: number;
}

/** What is stored about a world, besides its data and what may change. */
export interface WorldRecord {
  readonly name: string;
  /** RFC 3339, by the time of day. */
  readonly createdAt: string;
  readonly settings: WorldSettings;
  /** Of everything that was asked for, so that the same request can be recognised. */
  readonly asked: string;
}

/** A world as it was asked for. */
export interface CreatedWorld {
  readonly record: WorldRecord;
  readonly isNew: boolean;
}

/** The worlds other than the one at the root. */
export interface Worlds {
  /** Makes a world, or finds the one made with the same options; a Failure says why there can be none. */
  create(name: string, options: WorldOptions): Promise<CreatedWorld>;
  list(): Promise<readonly WorldRecord[]>;
  names(): Promise<readonly string[]>;
  find(name: string): Promise<WorldRecord | undefined>;
  /** Resolves once its rows are gone; false for an unknown name. */
  delete(name: string): Promise<boolean>;
  /** What was asked of a world; undefined for an unknown one. */
  journalOf(name: string): Promise<StoredJournal | undefined>;
  /** PEM, SPKI, of the key pair that worlds share. */
  readonly administrator: string;
}

/** The settings that a request asks for, with the server's embed limit if it names none; a Failure 422 for impossible ones. */
export function settingsOf(options: WorldOptions, embedLimit: number): WorldSettings {
  const faults = options.faults ?? [];
  refuseFaults(faults, ["body", "faults"]);
  return {
    from: options.from ?? "seed",
    clock: options.clock === undefined ? null : new Date(options.clock).toISOString(),
    frozen: options.frozen ?? false,
    deterministic: options.deterministic ?? null,
    faults,
    embedLimit: options.embed_limit ?? embedLimit,
  };
}

/** The same for two requests that ask for the same, however they spell it, and whatever the server's own options. */
export function askedOf(options: WorldOptions): string {
  const settings = settingsOf(options, 0);
  return digest(JSON.stringify(sorted([settings, options.seed ?? null])));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, part]) => [name, sorted(part)]));
}
