import { UsageError } from "../../../errors.ts";
import { builtInRoles, defaultAccount, referenceUser } from "../built-in.ts";
import type { Database } from "../database.ts";
import { isConflict } from "../database-failure.ts";
import { apiKeyPairOf, insertApiKeyPair } from "../tables/api-key-pairs.ts";
import { auditLogOf, insertAuditLog } from "../tables/audit-logs.ts";
import { buyerOf, insertBuyer } from "../tables/buyers.ts";
import { digitalWalletOf, insertDigitalWallet } from "../tables/digital-wallets.ts";
import { countFlowRules, flowRuleOf, insertFlowRule } from "../tables/flow-rules.ts";
import { giftCardOf, insertGiftCard } from "../tables/gift-cards.ts";
import type { Made, Maker } from "../tables/made.ts";
import {
  ensureMerchantAccount,
  insertMerchantAccount,
  merchantAccountOf,
} from "../tables/merchant-accounts.ts";
import { insertNetworkToken, networkTokenOf } from "../tables/network-tokens.ts";
import { insertPaymentMethod, paymentMethodOf } from "../tables/payment-methods.ts";
import { ensureRole, insertRole, roleOf } from "../tables/roles.ts";
import { insertThreeDsConfiguration, threeDsConfigurationOf } from "../tables/three-ds-configurations.ts";
import { ensureUser, findUser, insertUser, userOf } from "../tables/users.ts";
import { generateEntries } from "./generate.ts";
import { rulePositions } from "./rule-positions.ts";
import type { Entry, Seed, SeedList } from "./seed.ts";

type Insert<List extends SeedList> = (entry: Entry<List>, made: Made, index: number) => void;

/** Inserts what exists always, and a seed's entries, each list behind those that it points at. */
export function insertSeed(database: Database, maker: Maker, seed: Seed): void {
  const { newId } = maker;
  const start = maker.now().getTime();
  const generated = generateEntries(seed.generate ?? {}, new Date(start));

  function each<List extends SeedList>(list: List, insert: Insert<List>): void {
    for (const [index, entry] of (seed[list] ?? []).entries()) {
      // A list is answered newest first; a millisecond each keeps the order of the document.
      const made = { newId, at: new Date(start - index).toISOString() };
      refusing(`${list}.${index}`, () => insert(entry, made, index));
    }
    const made = { newId, at: new Date(start).toISOString() };
    for (const entry of generated[list] ?? []) refusing("generate", () => insert(entry, made, 0));
  }

  each("merchant_accounts", (entry, made) => insertMerchantAccount(database, merchantAccountOf(entry, made)));
  each("roles", (entry, made) => insertRole(database, roleOf(entry, made)));
  each("users", (entry, made) => insertUser(database, userOf(entry, made)));
  insertBuiltIn(database, { newId, at: new Date(start).toISOString() });
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
  const user = entry.user ? userOf(entry.user, made) : findUser(database, entry.user_id ?? "");
  if (user === undefined) throw new UsageError("an audit log names a user who does not exist");
  insertAuditLog(database, auditLogOf(entry, { ...made, user }));
}

function refusing(field: string, insert: () => void): void {
  try {
    insert();
  } catch (error) {
    if (!isConflict(error)) throw error;
    const message = "exists already, or points at something that does not exist";
    throw new UsageError("the seed contradicts what is kept", {
      fields: [{ field, message }],
      cause: error,
    });
  }
}
