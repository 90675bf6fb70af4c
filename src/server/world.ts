import type { Report } from "./answer.ts";
import type { TokenIssuer } from "./authentication/issue.ts";
import type { VerifySignature } from "./authentication/verify.ts";
import type { Faults } from "./faults/faults.ts";
import type { Handlers } from "./handler.ts";
import type { Clock, Sources } from "./sources.ts";
import type { Snapshots } from "./store/storage.ts";
import type { Counts, ReferenceStore, StoredJournal } from "./store/store.ts";
import type { Worlds } from "./worlds/record.ts";

/** Everything that belongs to one set of data: what happens in one world changes nothing in another. */
export interface World {
  /** Also holds the secret for cursors. */
  readonly store: ReferenceStore;
  /** Its clocks, ids and randomness. */
  readonly sources: Sources;
  /** Moves the clock on from its latest state, for every server that shows the same time. */
  changeClock(move: (clock: Clock) => void): Promise<void>;
  readonly faults: Faults;
  readonly counts: Counts;
  readonly journal: StoredJournal;
  readonly issuer: TokenIssuer;
  /** Calls that an embed token may make in any 60 seconds. */
  readonly embedLimit: number;
  readonly snapshots: Snapshots;
  /** The other worlds; only the one at the root has any. */
  readonly worlds?: Worlds;
  /** Goes back to what it was made from; false if that is not known. */
  reset(): Promise<boolean>;
}

/** What the worlds of a server have in common. */
export interface Shared {
  readonly handlers: Handlers;
  /** Origins whose pages may call the API; none unless given. */
  readonly cors?: readonly string[];
  /** One queue for the signatures of all worlds. */
  readonly verifySignature: VerifySignature;
  sleep(milliseconds: number): Promise<void>;
  /** Undefined: the control interface is off. */
  readonly access: ControlAccess | undefined;
  /** Distinguishes this server from every other; undefined for one that does not run in a process of its own. */
  readonly identity?: ServerIdentity;
  /** Where the server is reached, and the file of the key that worlds share, once there is one. */
  readonly info?: ServerInfo;
  /** Begins the end of the server; running requests are answered first. */
  stop(): void;
  /** For anything that is not a request to the API. */
  newControlId(): string;
  readonly report: Report;
}

export interface ServerInfo {
  readonly url: string;
  /** What to type for payctl, if its name alone is not enough. */
  readonly command?: string | undefined;
  /** A PEM file with the authorities that clients have to trust. */
  readonly caFile?: string | undefined;
  keyFile(): string | undefined;
  /** The file of its log, if it has one. */
  readonly log?: string | undefined;
}

/** Each world is below this and its name; no path of the API starts with it. */
export const worldsPrefix = "/_worlds/";

/** Where programs ask by HEAD whether a server is there, even those that may not control it. */
export const healthPath = "/_reference/health";

/** Says which server answers there. */
export const instanceHeader = "x-payctl-instance";

/** The address of a server, from that of one of its worlds or its own. */
export function rootOf(url: string): string {
  return url.replace(/\/_worlds\/[^/]*$/, "");
}

export interface ServerIdentity {
  readonly pid: number;
  /** Random at each start. */
  readonly instance: string;
}

/** Who may control the server: anyone with the token or, without one, programs on this machine. */
export interface ControlAccess {
  readonly token?: string | undefined;
  /** Whether its own page has an https address, and never another one. */
  readonly speaksTls?: boolean;
}
