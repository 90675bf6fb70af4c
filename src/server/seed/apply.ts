import { UsageError } from "../../errors.ts";
import { builtInRoles, defaultAccount, referenceUser } from "../store/built-in.ts";
import { ConflictError, type ReferenceStore, type Resources } from "../store/store.ts";
import { apiKeyPairOf } from "../store/tables/api-key-pairs.ts";
import { auditLogOf, auditPlaceOf } from "../store/tables/audit-logs.ts";
import { buyerOf } from "../store/tables/buyers.ts";
import { digitalWalletOf } from "../store/tables/digital-wallets.ts";
import { flowRuleOf } from "../store/tables/flow-rules.ts";
import { giftCardOf } from "../store/tables/gift-cards.ts";
import type { Made, Maker } from "../store/tables/made.ts";
import { merchantAccountOf } from "../store/tables/merchant-accounts.ts";
import { networkTokenOf } from "../store/tables/network-tokens.ts";
import { paymentMethodOf } from "../store/tables/payment-methods.ts";
import { roleOf } from "../store/tables/roles.ts";
import { threeDsConfigurationOf } from "../store/tables/three-ds-configurations.ts";
import { userOf } from "../store/tables/users.ts";
import { rulePositions } from "./flow-rules.ts";
import { generateEntries } from "./generate.ts";
import type { Seed, SeedEntry, SeedList } from "./seed.ts";
import { withTimes } from "./times.ts";

/** A key pair that may do everything, beside a seed. */
export interface AdministratorKeyPair {
  readonly id: string;
  readonly displayName: string;
  /** PEM, SPKI, P-521. */
  readonly publicKey: string;
}

export interface SeedOptions {
  /** Removes all data first. */
  readonly clear?: true;
  /** Registered in the same transaction. */
  readonly keyPair?: AdministratorKeyPair;
}

/** Adds a checked seed, wholly or not at all; an entry that contradicts the stored data is a UsageError. */
export function applySeed(store: ReferenceStore, seed: Seed, options: SeedOptions = {}): Promise<void> {
  return store.write(async (resources) => {
    if (options.clear) await resources.lists.clear();
    await insertSeed(resources, store, seed);
    if (options.keyPair !== undefined) await insertRegistration(resources, options.keyPair, store);
  });
}

/** Registers a key pair in a seeded store; no other one may have the same key. */
export function registerKeyPair(store: ReferenceStore, registration: AdministratorKeyPair): Promise<void> {
  return store.write((resources) => insertRegistration(resources, registration, store));
}

function insertRegistration({ apiKeyPairs }: Resources, registration: AdministratorKeyPair, maker: Maker) {
  const entry = {
    id: registration.id,
    display_name: registration.displayName,
    public_key: registration.publicKey,
    role_slugs: ["administrator"],
    creator_id: referenceUser.id,
  };
  const made = { newId: maker.newId, at: maker.now().toISOString() };
  return apiKeyPairs.insert(apiKeyPairOf(entry, made));
}

type Insert<List extends SeedList> = (entry: SeedEntry<List>, made: Made, index: number) => Promise<void>;

/** Inserts what exists always, and a seed's entries, each list after those that it points at. */
async function insertSeed(resources: Resources, maker: Maker, seed: Seed): Promise<void> {
  const { newId } = maker;
  const now = maker.now();
  const start = now.getTime();
  const generated = generateEntries(seed.generate ?? {}, now);

  async function each<List extends SeedList>(list: List, insert: Insert<List>): Promise<void> {
    for (const [index, entry] of (seed[list] ?? []).entries()) {
      // A list is answered newest first; a millisecond each keeps the order of the document.
      const made = { newId, at: new Date(start - index).toISOString() };
      const path = `${list}.${index}`;
      await refusing(path, () => insert(withTimes(entry, now, path), made, index));
    }
    const made = { newId, at: now.toISOString() };
    for (const entry of generated[list] ?? []) await refusing("generate", () => insert(entry, made, 0));
  }

  const { apiKeyPairs, auditLogs, flowRules, users } = resources;
  await each("merchant_accounts", (entry, made) =>
    resources.merchantAccounts.insert(merchantAccountOf(entry, made)),
  );
  await each("roles", (entry, made) => resources.roles.insert(roleOf(entry, made)));
  await each("users", (entry, made) => users.insert(userOf(entry, made)));
  await insertBuiltIn(resources, { newId, at: now.toISOString() });
  await each("api_key_pairs", (entry, made) => apiKeyPairs.insert(apiKeyPairOf(entry, made)));
  await each("buyers", (entry, made) => resources.buyers.insert(buyerOf(entry, made)));
  await each("payment_methods", (entry, made) =>
    resources.paymentMethods.insert(paymentMethodOf(entry, made)),
  );
  await each("network_tokens", (entry, made) => resources.networkTokens.insert(networkTokenOf(entry, made)));
  await each("digital_wallets", (entry, made) =>
    resources.digitalWallets.insert(digitalWalletOf(entry, made)),
  );
  await each("gift_cards", (entry, made) => resources.giftCards.insert(giftCardOf(entry, made)));
  await each("three_ds_configurations", (entry, made) =>
    resources.threeDsConfigurations.insert(threeDsConfigurationOf(entry, made)),
  );
  const positions = await positionsBehindStored(flowRules, seed.flow_rules ?? []);
  await each("flow_rules", (entry, made, index) =>
    flowRules.insert(flowRuleOf(entry, { ...made, position: positions[index] ?? index })),
  );
  await each("audit_logs", async (entry, made) => {
    const place = auditPlaceOf(entry, made);
    const user = entry.user_id === undefined ? undefined : await users.find(entry.user_id);
    await auditLogs.insertAt(place, auditLogOf(entry, { place, at: made.at, user }));
  });
}

/** New rules come after those that are stored in their flow and action. */
async function positionsBehindStored({ count }: Resources["flowRules"], rules: Seed["flow_rules"] & object) {
  const places = rulePositions(rules);
  const stored: number[] = [];
  for (const rule of rules) stored.push(await count(rule));
  return places.map((place, index) => place + (stored[index] ?? 0));
}

async function insertBuiltIn({ merchantAccounts, roles, users }: Resources, made: Made): Promise<void> {
  await merchantAccounts.ensure(merchantAccountOf(defaultAccount, made));
  for (const role of builtInRoles) await roles.ensure(roleOf(role, made));
  await users.ensure(referenceUser);
}

async function refusing(field: string, insert: () => Promise<void>): Promise<void> {
  try {
    await insert();
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    const message = "exists already, or points at something that does not exist";
    throw new UsageError("the seed conflicts with what is stored", {
      fields: [{ field, message }],
      cause: error,
    });
  }
}
