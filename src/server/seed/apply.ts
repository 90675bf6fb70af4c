import { UsageError } from "../../errors.ts";
import { builtInRoles, defaultAccount, referenceUser } from "../store/built-in.ts";
import type { Database } from "../store/database.ts";
import { isConflict } from "../store/database-failure.ts";
import type { ReferenceStore } from "../store/open.ts";
import { clearTables } from "../store/snapshots.ts";
import { apiKeyPairOf, insertApiKeyPair } from "../store/tables/api-key-pairs.ts";
import { auditLogOf, auditPlaceOf, insertAuditLog } from "../store/tables/audit-logs.ts";
import { buyerOf, insertBuyer } from "../store/tables/buyers.ts";
import { digitalWalletOf, insertDigitalWallet } from "../store/tables/digital-wallets.ts";
import { countFlowRules, flowRuleOf, insertFlowRule } from "../store/tables/flow-rules.ts";
import { giftCardOf, insertGiftCard } from "../store/tables/gift-cards.ts";
import type { Made, Maker } from "../store/tables/made.ts";
import {
  ensureMerchantAccount,
  insertMerchantAccount,
  merchantAccountOf,
} from "../store/tables/merchant-accounts.ts";
import { insertNetworkToken, networkTokenOf } from "../store/tables/network-tokens.ts";
import { insertPaymentMethod, paymentMethodOf } from "../store/tables/payment-methods.ts";
import { ensureRole, insertRole, roleOf } from "../store/tables/roles.ts";
import {
  insertThreeDsConfiguration,
  threeDsConfigurationOf,
} from "../store/tables/three-ds-configurations.ts";
import { ensureUser, findUser, insertUser, userOf } from "../store/tables/users.ts";
import { rulePositions } from "./flow-rules.ts";
import { generateEntries } from "./generate.ts";
import type { Entry, Seed, SeedList } from "./seed.ts";
import { withTimes } from "./times.ts";

/** A key pair that may do everything, beside a seed. */
export interface Registration {
  readonly id: string;
  readonly displayName: string;
  /** PEM, SPKI, P-521. */
  readonly publicKey: string;
}

export interface SeedOptions {
  /** Removes all data first. */
  readonly clear?: true;
  /** Registered in the same transaction. */
  readonly keyPair?: Registration;
}

/** Adds a checked seed, wholly or not at all; an entry that contradicts the stored data is a UsageError. */
export function applySeed(store: ReferenceStore, seed: Seed, options: SeedOptions = {}): Promise<void> {
  return store.change((database) => {
    if (options.clear) clearTables(database);
    insertSeed(database, store, seed);
    if (options.keyPair !== undefined) insertRegistration(database, options.keyPair, store);
  });
}

/** Registers a key pair in a seeded store; no other one may have the same key. */
export function registerKeyPair(store: ReferenceStore, registration: Registration): Promise<void> {
  return store.change((database) => insertRegistration(database, registration, store));
}

function insertRegistration(database: Database, registration: Registration, maker: Maker): void {
  const entry = {
    id: registration.id,
    display_name: registration.displayName,
    public_key: registration.publicKey,
    role_slugs: ["administrator"],
    creator_id: referenceUser.id,
  };
  const made = { newId: maker.newId, at: maker.now().toISOString() };
  insertApiKeyPair(database, apiKeyPairOf(entry, made));
}

type Insert<List extends SeedList> = (entry: Entry<List>, made: Made, index: number) => void;

/** Inserts what exists always, and a seed's entries, each list after those that it points at. */
function insertSeed(database: Database, maker: Maker, seed: Seed): void {
  const { newId } = maker;
  const now = maker.now();
  const start = now.getTime();
  const generated = generateEntries(seed.generate ?? {}, now);

  function each<List extends SeedList>(list: List, insert: Insert<List>): void {
    for (const [index, entry] of (seed[list] ?? []).entries()) {
      // A list is answered newest first; a millisecond each keeps the order of the document.
      const made = { newId, at: new Date(start - index).toISOString() };
      const path = `${list}.${index}`;
      refusing(path, () => insert(withTimes(entry, now, path), made, index));
    }
    const made = { newId, at: now.toISOString() };
    for (const entry of generated[list] ?? []) refusing("generate", () => insert(entry, made, 0));
  }

  each("merchant_accounts", (entry, made) => insertMerchantAccount(database, merchantAccountOf(entry, made)));
  each("roles", (entry, made) => insertRole(database, roleOf(entry, made)));
  each("users", (entry, made) => insertUser(database, userOf(entry, made)));
  insertBuiltIn(database, { newId, at: now.toISOString() });
  each("api_key_pairs", (entry, made) => insertApiKeyPair(database, apiKeyPairOf(entry, made)));
  each("buyers", (entry, made) => insertBuyer(database, buyerOf(entry, made)));
  each("payment_methods", (entry, made) => insertPaymentMethod(database, paymentMethodOf(entry, made)));
  each("network_tokens", (entry, made) => insertNetworkToken(database, networkTokenOf(entry, made)));
  each("digital_wallets", (entry, made) => insertDigitalWallet(database, digitalWalletOf(entry, made)));
  each("gift_cards", (entry, made) => insertGiftCard(database, giftCardOf(entry, made)));
  each("three_ds_configurations", (entry, made) =>
    insertThreeDsConfiguration(database, threeDsConfigurationOf(entry, made)),
  );
  const positions = rulePositions(seed.flow_rules ?? [], (rule) => countFlowRules(database, rule));
  each("flow_rules", (entry, made, index) =>
    insertFlowRule(database, flowRuleOf(entry, { ...made, position: positions[index] ?? index })),
  );
  each("audit_logs", (entry, made) => insertAuditEntry(database, entry, made));
}

function insertBuiltIn(database: Database, made: Made): void {
  ensureMerchantAccount(database, merchantAccountOf(defaultAccount, made));
  for (const role of builtInRoles) ensureRole(database, roleOf(role, made));
  ensureUser(database, referenceUser);
}

function insertAuditEntry(database: Database, entry: Entry<"audit_logs">, made: Made): void {
  const place = auditPlaceOf(entry, made);
  const user = findUser(database, entry.user_id ?? "");
  insertAuditLog(database, auditLogOf(entry, { place, at: made.at, user }), place);
}

function refusing(field: string, insert: () => void): void {
  try {
    insert();
  } catch (error) {
    if (!isConflict(error)) throw error;
    const message = "exists already, or points at something that does not exist";
    throw new UsageError("the seed conflicts with what is stored", {
      fields: [{ field, message }],
      cause: error,
    });
  }
}
