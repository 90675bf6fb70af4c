import type { StoredList } from "../../contract/control/words.ts";
import type { AnswerBody } from "../../contract/operation.ts";
import type { Operations } from "../../contract/operations.ts";
import type { Json } from "../json.ts";

type ItemOf<Row> = AnswerBody<Row> extends { items: readonly (infer Item)[] } ? Item : never;

export type ApiKeyPair = ItemOf<Operations["listApiKeyPairs"]>;
export type AuditLog = ItemOf<Operations["listAuditLogs"]>;
export type Buyer = ItemOf<Operations["listBuyers"]>;
export type BillingDetails = NonNullable<Buyer["billing_details"]>;
export type Address = NonNullable<BillingDetails["address"]>;
export type NetworkToken = AnswerBody<Operations["suspendNetworkToken"]>;
export type AccountUpdaterJob = AnswerBody<Operations["createAccountUpdaterJob"]>;
export type MerchantAccount = AnswerBody<Operations["createMerchantAccount"]>;
export type ThreeDsConfiguration = ItemOf<Operations["listThreeDsConfigurations"]>;
export type FlowRule = AnswerBody<Operations["updateFlowRule"]>;
/** An audit log that the server writes itself. */
export type OwnAuditLog = AuditLog & { readonly id: string; readonly merchant_account_id: string };
/** The user that an audit log names; not every one has an id. */
export type AuditUser = AuditLog["user"];
export type User = AuditUser & { readonly id: string };

/** What authentication needs to know about a key pair. */
export interface KeyPairRecord {
  readonly id: string;
  readonly thumbprint: string;
  readonly displayName: string;
  /** PEM, SPKI. */
  readonly publicKey: string;
  readonly active: boolean;
  /** What its roles allow in total, in scope grammar. */
  readonly allow: readonly string[];
  /** Undefined if not restricted: every account. */
  readonly merchantAccountIds: readonly [string, ...string[]] | undefined;
  /** The dashboard user who created it; audit entries name them. */
  readonly creator: User | undefined;
  /** RFC 3339; null if it was never used, undefined if its uses are not recorded. */
  readonly lastUsedAt: string | null | undefined;
}

export interface PaymentMethod {
  readonly id: string;
  readonly kind: string;
  readonly status: "active" | "inactive";
}

/** A card as it is stored and, without its PIN, shown. */
export interface GiftCard {
  readonly id: string;
  readonly merchant_account_id: string;
  readonly number: string;
  readonly pin: string;
  readonly stored: boolean;
  /** In the smallest unit of the currency; null if the balance can't be fetched. */
  readonly balance: number | null;
  readonly currency: string | null;
  readonly expiration_date: string | null;
  readonly error_code: string | null;
  readonly usage_count: number;
  readonly cit_usage_count: number;
  readonly last_used_at: string | null;
  readonly cit_last_used_at: string | null;
}

/** Where a resource is; `parent` is a part of the path that leads to it. */
export interface Whereabouts {
  readonly list: StoredList;
  readonly account: string | null;
  readonly parent: string | null;
}

/** Rows of one list that point at another row. */
export interface Referrers {
  readonly list: string;
  readonly count: number;
  /** The first few. */
  readonly ids: readonly string[];
}

/** A place in a list: the row's time (RFC 3339, UTC, milliseconds) and its id as tie-break. */
export interface Position {
  readonly at: string;
  readonly id: string;
}

/** A part of a list, newest first: the rows after `after`, or the rows up to and including `until`. */
export interface Slice {
  readonly limit: number;
  readonly after?: Position;
  readonly until?: Position;
}

/** Finished rows, and where the neighbouring pages begin. */
export interface Rows<Item> {
  readonly rows: readonly Json<Item>[];
  readonly next: Position | undefined;
  readonly previous: Position | undefined;
}

/** Stand-ins for missing values of one entry. */
export interface Made {
  readonly newId: () => string;
  /** RFC 3339, UTC, milliseconds. */
  readonly at: string;
}

/** The texts that are kept next to the data of a dataset. */
export type CellName = "clock" | "faults" | "options" | "secret";

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

/** A row was refused because it, or the row it points at, contradicts another. */
export class ConflictError extends Error {
  override readonly name = "ConflictError";

  constructor(cause: unknown) {
    super("a row contradicts what is stored", { cause });
  }
}
