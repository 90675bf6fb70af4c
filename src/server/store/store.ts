import type { Json } from "../json.ts";
import type {
  AccountUpdaterJob,
  ApiKeyPair,
  AuditLog,
  Buyer,
  DigitalWallet,
  GiftCard,
  KeyPairRecord,
  MerchantAccount,
  NetworkToken,
  PaymentMethod,
  StoredFlowRule,
  ThreeDsConfiguration,
} from "./records.ts";

/** A place in a list: the row's time (RFC 3339, UTC, milliseconds) and its id as tie-break. */
export interface Position {
  readonly at: string;
  readonly id: string;
}

/** Which part of a list: newest first, behind `after` or in front of `before`. */
export interface Slice {
  readonly limit: number;
  readonly after?: Position;
  readonly before?: Position;
}

/** Ready rows, and where the neighbouring pages begin. */
export interface Rows<Item> {
  readonly rows: readonly Json<Item>[];
  readonly next: Position | undefined;
  readonly previous: Position | undefined;
}

/** The resources of the service, inside one transaction. Methods speak of resources, never of SQL. */
export interface Resources {
  readonly merchantAccounts: {
    exists(id: string): Promise<boolean>;
    /** False when the id is taken; nothing is changed then. */
    insert(account: MerchantAccount): Promise<boolean>;
  };
  readonly apiKeyPairs: {
    findByThumbprint(thumbprint: string): Promise<KeyPairRecord | undefined>;
    find(id: string): Promise<KeyPairRecord | undefined>;
    /** With `within`, only the pairs whose accounts are all among these. */
    page(filter: { readonly within?: readonly string[] }, slice: Slice): Promise<Rows<ApiKeyPair>>;
    delete(id: string): Promise<void>;
    /** Records a use; at most one write a minute. */
    touch(id: string, at: Date): Promise<void>;
  };
  readonly auditLogs: {
    page(filter: AuditLogFilter, slice: Slice): Promise<Rows<AuditLog>>;
    insert(entry: AuditLog): Promise<void>;
  };
  readonly buyers: {
    page(filter: BuyerFilter, slice: Slice): Promise<Rows<Buyer>>;
  };
  readonly paymentMethods: {
    /** Those of the ids that exist in the account, in the order asked. */
    findAll(merchantAccountId: string, ids: readonly string[]): Promise<readonly PaymentMethod[]>;
  };
  readonly networkTokens: {
    find(
      merchantAccountId: string,
      paymentMethodId: string,
      id: string,
    ): Promise<Json<NetworkToken> | undefined>;
    update(token: NetworkToken): Promise<void>;
  };
  readonly accountUpdaterJobs: {
    insert(job: AccountUpdaterJob): Promise<void>;
  };
  readonly digitalWallets: {
    find(merchantAccountId: string, id: string): Promise<DigitalWallet | undefined>;
    addDomain(id: string, domainName: string): Promise<void>;
  };
  readonly giftCards: {
    findStored(merchantAccountId: string, id: string): Promise<GiftCard | undefined>;
    findByNumber(merchantAccountId: string, number: string): Promise<GiftCard | undefined>;
  };
  readonly threeDsConfigurations: {
    /** With a currency: its configurations and those that apply to all. */
    list(merchantAccountId: string, currency?: string): Promise<readonly Json<ThreeDsConfiguration>[]>;
  };
  readonly flowRules: {
    find(id: string): Promise<StoredFlowRule | undefined>;
    /** The rules of one flow and action of one account, by position. */
    siblings(rule: StoredFlowRule): Promise<readonly StoredFlowRule[]>;
    update(rule: StoredFlowRule): Promise<void>;
  };
}

export interface AuditLogFilter {
  readonly merchantAccountId: string;
  readonly action?: string | undefined;
  readonly userId?: string | undefined;
  readonly resourceType?: string | undefined;
}

export interface BuyerFilter {
  readonly merchantAccountId: string;
  /** Equals the display name or the external identifier. */
  readonly search?: string | undefined;
  readonly externalIdentifier?: string | undefined;
  /** Whether billing details and account numbers are blanked. */
  readonly hidePersonalData: boolean;
}

/** Keeps the resources. The interface is asynchronous, so that another engine can stand behind it. */
export interface Store {
  /** Random bytes that live as long as the data; they authenticate cursors. */
  readonly secret: Uint8Array;
  /** Grows with every change: what was read at a version holds as long as the version is the same. */
  version(): number;
  /** Sees a consistent state. */
  read<Value>(work: (resources: Resources) => Promise<Value>): Promise<Value>;
  /**
   * All or nothing; resolved once the change is durable. Changes that arrive together share a commit, so `work`
   * may await its resources and nothing else.
   */
  write<Value>(work: (resources: Resources) => Promise<Value>): Promise<Value>;
  close(): Promise<void>;
}
