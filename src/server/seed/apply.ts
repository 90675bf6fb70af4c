import { UsageError } from "../../errors.ts";
import { builtInRoles, defaultAccount, referenceUser } from "../store/built-in.ts";
import type { Made } from "../store/records.ts";
import { ConflictError, type Maker, type ReferenceStore, type Resources } from "../store/store.ts";
import { ruleGroup, rulePositions } from "./flow-rules.ts";
import { generateEntries } from "./generate.ts";
import type { Seed, SeedEntry, SeedList } from "./seed.ts";
import { withTimes } from "./times.ts";

/** A key pair that may do everything, in addition to a seed. */
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

/** Adds a checked seed, completely or not at all; an entry that contradicts the stored data is a UsageError. */
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
  return apiKeyPairs.insert(entry, made);
}

type Insert<List extends SeedList> = (entry: SeedEntry<List>, made: Made, index: number) => Promise<unknown>;

/** Inserts what always exists, and a seed's entries, each list after those that it points at. */
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

  await each("merchant_accounts", resources.merchantAccounts.insert);
  await each("roles", resources.roles.insert);
  await each("users", resources.users.insert);
  await insertBuiltIn(resources, { newId, at: now.toISOString() });
  await each("api_key_pairs", resources.apiKeyPairs.insert);
  await each("buyers", resources.buyers.insert);
  await each("payment_methods", resources.paymentMethods.insert);
  await each("network_tokens", resources.networkTokens.insert);
  await each("digital_wallets", resources.digitalWallets.insert);
  await each("gift_cards", resources.giftCards.insert);
  await each("three_ds_configurations", resources.threeDsConfigurations.insert);
  const positions = await positionsAfterStored(resources.flowRules, seed.flow_rules ?? []);
  await each("flow_rules", (entry, made, index) =>
    resources.flowRules.insert(entry, { ...made, position: positions[index] ?? index }),
  );
  await each("audit_logs", resources.auditLogs.insertEntry);
}

/** New rules come after those that are stored in their flow and action, which are counted once for each. */
async function positionsAfterStored({ count }: Resources["flowRules"], rules: Seed["flow_rules"] & object) {
  const places = rulePositions(rules);
  const stored = new Map<string, number>();
  for (const rule of rules) {
    const group = ruleGroup(rule);
    if (!stored.has(group)) stored.set(group, await count(rule));
  }
  return rules.map((rule, index) => (places[index] ?? 0) + (stored.get(ruleGroup(rule)) ?? 0));
}

async function insertBuiltIn({ merchantAccounts, roles, users }: Resources, made: Made): Promise<void> {
  await merchantAccounts.ensure(defaultAccount, made);
  for (const role of builtInRoles) await roles.ensure(role, made);
  await users.ensure(referenceUser);
}

async function refusing(field: string, insert: () => Promise<unknown>): Promise<void> {
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
