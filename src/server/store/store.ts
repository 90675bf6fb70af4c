import type { JournalEntry } from "../../contract/control/schemas/requests.ts";
import type { StoredList } from "../../contract/control/words.ts";
import type { Clock } from "../sources.ts";
import type { Notes } from "./notes.ts";
import type { KeyPairRecord } from "./records.ts";
import type { StoredLists } from "./stored-lists.ts";
import type { AccountUpdaterJobs } from "./tables/account-updater-jobs.ts";
import type { ApiKeyPairs } from "./tables/api-key-pairs.ts";
import type { AuditLogs } from "./tables/audit-logs.ts";
import type { Buyers } from "./tables/buyers.ts";
import type { DigitalWallets } from "./tables/digital-wallets.ts";
import type { FlowRules } from "./tables/flow-rules.ts";
import type { GiftCards } from "./tables/gift-cards.ts";
import type { MerchantAccounts } from "./tables/merchant-accounts.ts";
import type { NetworkTokens } from "./tables/network-tokens.ts";
import type { PaymentMethods } from "./tables/payment-methods.ts";
import type { Roles } from "./tables/roles.ts";
import type { ThreeDsConfigurations } from "./tables/three-ds-configurations.ts";
import type { Users } from "./tables/users.ts";

/** The resources of the service, inside one transaction. Methods speak of resources, never of SQL. */
export interface Resources {
  readonly merchantAccounts: MerchantAccounts;
  readonly users: Users;
  readonly roles: Roles;
  readonly apiKeyPairs: ApiKeyPairs;
  readonly auditLogs: AuditLogs;
  readonly buyers: Buyers;
  readonly paymentMethods: PaymentMethods;
  readonly networkTokens: NetworkTokens;
  readonly accountUpdaterJobs: AccountUpdaterJobs;
  readonly digitalWallets: DigitalWallets;
  readonly giftCards: GiftCards;
  readonly threeDsConfigurations: ThreeDsConfigurations;
  readonly flowRules: FlowRules;
  readonly lists: StoredLists;
  readonly notes: Notes;
  /** The same resources, where what is inserted into a list replaces its row with the id. */
  replacing(list: StoredList, id: string): Promise<Resources>;
}

/** A row was refused because it, or the row it points at, contradicts another. */
export class ConflictError extends Error {
  override readonly name = "ConflictError";

  constructor(cause: unknown) {
    super("a row contradicts what is stored", { cause });
  }
}

/** Stores the resources, on an engine that only its own folder knows. */
export interface Store {
  /** Random bytes that live as long as the data; they authenticate cursors. */
  readonly secret: Uint8Array;
  /** What servers of the same data share; undefined if there is only one server. */
  readonly common?: Common;
  /** The current key pair: after the answer to a change, it is never found as it was before. */
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
  close(): Promise<void>;
}

/** What servers of one database share besides the data. */
export interface Common {
  /** Asks what others have changed. What follows cells has their texts afterwards, none older than the question. */
  ask(): Promise<void>;
  /** `apply` gets the text of a cell with the next question, and whenever it is another one; undefined for none. */
  follow(name: FollowedCell, apply: (text: string | undefined) => void): void;
  cell(name: FollowedCell): Cell;
  readonly calls: Calls;
  readonly journal: CommonJournal;
}

/** Those whose texts come with each question. */
export type FollowedCell = "administrators" | "clock" | "faults" | "worlds";

/** Gets the latest text, if there is one. */
export type ChangeText<Value> = (text: string | undefined) => {
  readonly text: string;
  readonly value: Value;
};

/** A text under a name. */
export interface Cell {
  /** One at a time across all servers; if another transaction has to go first, the work runs again. */
  update<Value>(work: ChangeText<Value>): Promise<Value>;
  /** The same without a wait for the disk. */
  count<Value>(work: ChangeText<Value>): Promise<Value>;
}

/** Calls of which there may be so many in a time. */
export interface Calls {
  /** Counts one for each key, unless one of them has as many as it may. */
  add(call: LimitedCall): CountedCall | Promise<CountedCall>;
}

interface LimitedCall {
  readonly keys: readonly string[];
  /** How many in any time of this length, in milliseconds by the clock of the data. */
  readonly most: number;
  readonly window: number;
  readonly clock: Clock;
}

interface CountedCall {
  readonly now: number;
  /** Of the calls in the way; undefined for a call that was counted. */
  readonly oldest?: number | undefined;
}

/** The latest entries, newest first. */
export interface CommonJournal {
  add(entry: JournalEntry): Promise<void>;
  list(after: string | undefined): Promise<readonly JournalEntry[]>;
  clear(): Promise<void>;
}

/** The source of made-up ids and times. */
export interface Maker {
  readonly now: () => Date;
  /** A fresh UUID. */
  readonly newId: () => string;
}

/** A store with the source of times and ids for what is made in it. */
export interface ReferenceStore extends Store, Maker {
  /** A name of its database for people, without secrets. */
  readonly name: string;
  /** The version of the newest schema of its engine. */
  readonly schemaVersion: number;
}
