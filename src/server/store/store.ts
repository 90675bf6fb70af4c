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
import type { Maker } from "./tables/made.ts";
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
}

/** Stores the resources, on an engine that only its own folder knows. */
export interface Store {
  /** Random bytes that live as long as the data; they authenticate cursors. */
  readonly secret: Uint8Array;
  /** The key pair as it is now: after the answer to a change, nobody finds it as it was before. */
  findKeyPair(thumbprint: string): Promise<KeyPairRecord | undefined>;
  /** Sees a consistent state. */
  read<Value>(work: (resources: Resources) => Promise<Value>): Promise<Value>;
  /**
   * All or nothing; resolved once the change is durable. When `work` throws, only its own writes are undone. Changes
   * that arrive together share a commit, so `work` may await its resources and nothing else; an engine may run it again
   * when its transaction had to give way to another, so it changes nothing but its resources.
   */
  write<Value>(work: (resources: Resources) => Promise<Value>): Promise<Value>;
  close(): Promise<void>;
}

/** A store with the time and the ids of what is made in it. */
export interface ReferenceStore extends Store, Maker {
  /** What people call its database; no secret is in it. */
  readonly name: string;
  /** The version of the newest schema of its engine. */
  readonly schemaVersion: number;
}
