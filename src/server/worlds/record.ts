import type { FaultRule } from "../../contract/control/schemas/faults.ts";
import type { WorldOptions } from "../../contract/control/schemas/worlds.ts";
import type { Closing } from "../../contract/control/words.ts";
import { parseDuration } from "../../values/duration.ts";
import { digest } from "../digest.ts";
import { invalid } from "../failure.ts";
import { checkFaults } from "../faults/check-faults.ts";
import type { Journal, JournalTally } from "../journal/journal.ts";
import type { Respond } from "../layer.ts";

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
  /** Milliseconds without a request after which it ends; null for never. */
  readonly idle: number | null;
  readonly key: "own" | "shared";
}

/** What is stored about a world, besides its data. */
export interface WorldRecord {
  readonly name: string;
  /** RFC 3339, by the time of day. */
  readonly createdAt: string;
  readonly settings: WorldSettings;
  /** Of everything that was asked for, so that the same request can be recognised. */
  readonly asked: string;
  /** PEM, SPKI; undefined if the world shares the server's key pair. */
  readonly publicKey?: string | undefined;
  /** What authenticates cursors, in base64. */
  readonly secret: string;
  /** How often it was opened; a deterministic world draws other ids each time. */
  readonly openings: number;
}

/** A world as it was asked for. */
export interface Created {
  readonly record: WorldRecord;
  readonly isNew: boolean;
  /** PEM, PKCS #8, of an own key; it is never returned again. */
  readonly privateKey?: string | undefined;
}

/** What is kept of a world that was closed. */
export interface ClosedWorld extends Pick<WorldRecord, "createdAt" | "name" | "publicKey"> {
  readonly settings: Pick<WorldSettings, "from" | "idle" | "key">;
  /** RFC 3339, by the time of day. */
  readonly closedAt: string;
  readonly closedBy: Closing;
  readonly journal: Journal;
}

/** The worlds other than the one at the root. */
export interface Worlds {
  /** Makes a world, or finds the one made with the same options; a Failure says why there can be none. */
  create(name: string, options: WorldOptions): Promise<Created>;
  list(): readonly WorldRecord[];
  /** The latest that this server closed, the latest first. */
  closed(): readonly ClosedWorld[];
  find(name: string): WorldRecord | undefined;
  /** Undefined for one that is not open, or whose journal would have to be read for it. */
  tally(name: string): Promise<JournalTally | undefined>;
  /** Resolves once its files are gone; false for an unknown name. */
  delete(name: string): Promise<boolean>;
  /** The world's Respond; undefined for an unknown one. */
  respond(name: string): Respond | undefined;
  /** What was asked of a world, or else of the latest closed one of this name; undefined for an unknown one. */
  journalOf(name: string): Promise<Journal> | Journal | undefined;
  /** Says which world has a key pair of this thumbprint, or that the root has; undefined if none is known to. */
  findKeyOwner(thumbprint: string): Promise<string | undefined>;
  /** PEM, SPKI, of the key pair that worlds share. */
  readonly administrator: string;
  /** The names of the worlds that have a key of their own, by its thumbprint. */
  readonly owners: ReadonlyMap<string, string>;
  close(): Promise<void>;
  /** Asks what other servers of the database have changed: at the root, which worlds there are, and in this one. */
  ask(name: string | undefined): Promise<void>;
}

/** What the server's own options decide if a request says nothing. */
export interface WorldDefaults {
  readonly embedLimit: number;
  readonly idle: number | null;
}

/** The settings that a request asks for; a Failure 422 for impossible ones. */
export function settingsOf(options: WorldOptions, defaults: WorldDefaults): WorldSettings {
  const faults = options.faults ?? [];
  refuseFaults(faults);
  return {
    from: options.from ?? "seed",
    clock: options.clock === undefined ? null : new Date(options.clock).toISOString(),
    frozen: options.frozen ?? false,
    deterministic: options.deterministic ?? null,
    faults,
    embedLimit: options.embed_limit ?? defaults.embedLimit,
    idle: options.idle === undefined ? defaults.idle : idleOf(options.idle),
    key: options.key ?? "shared",
  };
}

/** The same for two requests that ask for the same, however they spell it, and whatever the server's own options. */
export function askedOf(options: WorldOptions): string {
  const settings = settingsOf(options, { embedLimit: 0, idle: null });
  return digest(JSON.stringify(sorted([settings, options.seed ?? null])));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, part]) => [name, sorted(part)]));
}

function idleOf(text: string): number {
  const idle = parseDuration(text);
  if (idle > 0) return idle;
  throw invalid([{ loc: ["body", "idle"], msg: "must be longer than zero", type: "value_error" }]);
}

function refuseFaults(rules: readonly FaultRule[]): void {
  const problems = checkFaults(rules).map(({ field, index, message }) => {
    return { loc: ["body", "faults", String(index), field], msg: message, type: "value_error" };
  });
  if (problems.length > 0) throw invalid(problems);
}
