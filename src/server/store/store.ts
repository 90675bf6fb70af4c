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
import type { ThreeDsConfigurations } from "./tables/three-ds-configurations.ts";

/** The resources of the service, inside one transaction. Methods speak of resources, never of SQL. */
export interface Resources {
  readonly merchantAccounts: MerchantAccounts;
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
}

/** Stores the resources. The interface is asynchronous, so that another engine can implement it. */
export interface Store {
  /** Random bytes that live as long as the data; they authenticate cursors. */
  readonly secret: Uint8Array;
  /** Grows with every change: what was read at a version holds as long as the version is the same. */
  version(): number;
  /** Sees a consistent state. */
  read<Value>(work: (resources: Resources) => Promise<Value>): Promise<Value>;
  /**
   * All or nothing; resolved once the change is durable. Runs `work` exactly once; when it throws, only its own writes
   * are undone. Changes that arrive together share a commit, so `work` may await its resources and nothing else.
   */
  write<Value>(work: (resources: Resources) => Promise<Value>): Promise<Value>;
  close(): Promise<void>;
}
