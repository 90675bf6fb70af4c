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
  /** Takes note of the moment of the latest change, whichever server made it. */
  see(moment: number): void;
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

/** A key pair that signs issued tokens, its roles, and the accounts that it may use. */
interface IssuedKeyPair {
  readonly id: string;
  readonly thumbprint: string;
  /** PEM, SPKI. */
  readonly publicKey: string;
  readonly active: boolean;
  readonly roleSlugs: readonly string[];
  /** Empty: every account. */
  readonly merchantAccountIds: readonly string[];
  readonly createdAt: Date;
}

/** The key pairs that sign issued tokens: each opens every dataset, with the roles which that has. */
export interface IssuedKeyPairs {
  find(thumbprint: string): Promise<KeyPairRecord | undefined>;
  /** Adds one, and deletes those that were stored before the given time. */
  keep(pair: IssuedKeyPair, forgetBefore: Date): Promise<void>;
}

/** The texts that are kept next to the data of a dataset. */
export type CellName = "administrators" | "clock" | "faults" | "options" | "secret";

/** What a request has to know of a dataset before anything else. */
export interface DatasetState {
  readonly id: number;
  /** What a reset of a world goes back to. */
  readonly origin: number | null;
  /** When its data was last changed, in microseconds of the clock that orders changes. */
  readonly moment: number;
  readonly cells: Readonly<Partial<Record<CellName, string>>>;
  /** Greater than that of every look which began earlier. */
  readonly look: number;
}

export interface Cells {
  /** Gets the latest text, if there is one; one server at a time, and the work may run again. */
  change<Value>(
    name: CellName,
    work: (text: string | undefined) => { readonly text: string; readonly value: Value },
  ): Promise<Value>;
}

/** What is counted in a dataset, by all its servers together. */
export interface Counts {
  /** Work may count under names, each of which says how often it has been counted. */
  count<Value>(work: (next: (key: string) => Promise<number>) => Promise<Value>): Promise<Value>;
  /** The counts whose names begin like this. */
  list(prefix: string): Promise<ReadonlyMap<string, number>>;
  forget(keys: readonly string[]): Promise<void>;
  /** Counts a call under each key, unless one of them has as many as it may. */
  addCall(call: LimitedCall): Promise<CountedCall>;
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
export interface StoredJournal {
  /** The entry of a request as JSON. */
  add(id: JournalEntry["id"], text: string): Promise<void>;
  /** Read as far as they are asked for; with `after`, only what came after that entry, or everything if it is not there. */
  newest(after?: string): AsyncIterable<JournalEntry>;
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
