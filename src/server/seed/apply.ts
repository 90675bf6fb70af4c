import { type StoredList, storedLists } from "../../contract/control/words.ts";
import { UsageError } from "../../errors.ts";
import {
  alwaysExists,
  builtInRoles,
  defaultAccount,
  referenceUser,
  serverKeyPairName,
} from "../store/built-in.ts";
import { ConflictError, type Made } from "../store/records.ts";
import type { Maker, ReferenceStore, Resources } from "../store/store.ts";
import { ruleGroup, rulePositions } from "./flow-rules.ts";
import { generateEntries } from "./generate.ts";
import type { Seed, SeedEntry } from "./seed.ts";
import { withTimes } from "./times.ts";

export interface SeedOptions {
  /** Removes all data first. */
  readonly clear?: true;
  /** PEM, SPKI, of a key pair that may do everything; registered in the same transaction. */
  readonly administrator?: string;
}

/** Adds a checked seed, completely or not at all; an entry that contradicts the stored data is a UsageError. */
export function applySeed(store: ReferenceStore, seed: Seed, options: SeedOptions = {}): Promise<void> {
  const { administrator, clear } = options;
  const keyPair = administrator === undefined ? undefined : administratorOf(store, administrator);
  return store.write(async (resources) => {
    if (clear) await resources.lists.clear();
    await insertSeed(resources, store, seed);
    if (keyPair !== undefined) await resources.apiKeyPairs.insert(keyPair, defaultsOf(store));
  });
}

/** Registers a key pair that may do everything, by its PEM, in a seeded store; no other one may have the same key. */
export function registerAdministrator(store: ReferenceStore, publicKey: string): Promise<void> {
  const keyPair = administratorOf(store, publicKey);
  return store.write(({ apiKeyPairs }) => apiKeyPairs.insert(keyPair, defaultsOf(store)));
}

function administratorOf({ newId }: Maker, publicKey: string): SeedEntry<"api_key_pairs"> {
  return {
    id: newId(),
    display_name: serverKeyPairName,
    public_key: publicKey,
    role_slugs: ["administrator"],
    creator_id: referenceUser.id,
  };
}

function defaultsOf({ newId, now }: Maker): Made {
  return { newId, at: now().toISOString() };
}

/** What is made up for an entry, and where it stands among others. */
interface RowDefaults extends Made {
  /** The position of a rule. */
  readonly position: number;
  /** Of audit logs with the same time, the one of the higher rank is newer. */
  readonly rank: number;
}

type Insert<List extends StoredList> = (
  resources: Resources,
  entry: SeedEntry<List>,
  defaults: RowDefaults,
) => Promise<unknown>;

/** How an entry of each list is stored. */
const inserts: { readonly [List in StoredList]: Insert<List> } = {
  merchant_accounts: ({ merchantAccounts }, entry, defaults) => merchantAccounts.insert(entry, defaults),
  roles: ({ roles }, entry, defaults) => roles.insert(entry, defaults),
  users: ({ users }, entry, defaults) => users.insert(entry, defaults),
  api_key_pairs: ({ apiKeyPairs }, entry, defaults) => apiKeyPairs.insert(entry, defaults),
  buyers: ({ buyers }, entry, defaults) => buyers.insert(entry, defaults),
  payment_methods: ({ paymentMethods }, entry, defaults) => paymentMethods.insert(entry, defaults),
  network_tokens: ({ networkTokens }, entry, defaults) => networkTokens.insert(entry, defaults),
  digital_wallets: ({ digitalWallets }, entry, defaults) => digitalWallets.insert(entry, defaults),
  gift_cards: ({ giftCards }, entry, defaults) => giftCards.insert(entry, defaults),
  three_ds_configurations: ({ threeDsConfigurations: configurations }, entry, defaults) =>
    configurations.insert(entry, defaults),
  flow_rules: ({ flowRules }, entry, defaults) => flowRules.insert(entry, defaults),
  audit_logs: ({ auditLogs }, entry, defaults) => auditLogs.insertEntry(entry, defaults),
  account_updater_jobs: ({ accountUpdaterJobs }, entry, defaults) =>
    accountUpdaterJobs.insertEntry(entry, defaults),
};

/** Stores an entry in place of the row with the id; one that contradicts others is a UsageError. */
export async function replaceEntry<List extends StoredList>(
  resources: Resources,
  { id, list }: { readonly list: List; readonly id: string },
  entry: SeedEntry<List>,
  defaults: RowDefaults,
): Promise<void> {
  const insert: Insert<List> = inserts[list];
  await explainConflict("", async () => insert(await resources.replacing(list, id), entry, defaults));
}

/** Inserts what always exists, and a seed's entries; an entry with the id of something that always exists changes it. */
async function insertSeed(resources: Resources, maker: Maker, seed: Seed): Promise<void> {
  const { newId } = maker;
  const now = maker.now();
  const generated: { readonly [List in StoredList]?: Iterable<SeedEntry<List>> } = generateEntries(
    seed.generate ?? {},
    now,
  );
  const positions = await positionsAfterStored(resources.flowRules, seed.flow_rules ?? []);

  async function insertList<List extends StoredList>(list: List): Promise<void> {
    const insert: Insert<List> = inserts[list];
    const entries: readonly SeedEntry<List>[] = seed[list] ?? [];
    for (const [index, entry] of entries.entries()) {
      // A list is answered newest first; a millisecond each keeps the order of the document.
      const at = new Date(now.getTime() - index).toISOString();
      const defaults = { newId, at, position: positions[index] ?? index, rank: entries.length - index };
      const path = `${list}.${index}`;
      const into = await resourcesFor(resources, list, entry.id);
      await explainConflict(path, () => insert(into, withTimes(entry, now, path), defaults));
    }
    const defaults = { newId, at: now.toISOString(), position: 0, rank: 0 };
    for (const batch of batches(generated[list] ?? [])) {
      await explainConflict("generate", () => allOf(batch, (entry) => insert(resources, entry, defaults)));
    }
  }

  for (const list of storedLists) {
    // The first that may point at what always exists, after the lists that may name it.
    if (list === "api_key_pairs") await insertBuiltIn(resources, { newId, at: now.toISOString() });
    await insertList(list);
  }
}

/** One after the other, each entry would wait for a round trip to the database. */
function* batches<Entry>(entries: Iterable<Entry>): Generator<readonly Entry[]> {
  let batch: Entry[] = [];
  for (const entry of entries) {
    if (batch.push(entry) < 200) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

/** Resolves once all are done, also if one fails: nothing may come after the end of its transaction. */
async function allOf<Entry>(entries: readonly Entry[], work: (entry: Entry) => Promise<unknown>) {
  const outcomes = await Promise.allSettled(entries.map(work));
  for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
}

async function resourcesFor(resources: Resources, list: StoredList, id: string | null | undefined) {
  const isThere = id != null && alwaysExists(list, id) && (await resources.lists.row(list, id)) !== undefined;
  return isThere ? resources.replacing(list, id) : resources;
}

/** New rules come after those that are stored in their flow and action, which are counted once for each. */
async function positionsAfterStored({ count }: Resources["flowRules"], rules: Seed["flow_rules"] & object) {
  const positions = rulePositions(rules);
  const stored = new Map<string, number>();
  for (const rule of rules) {
    const group = ruleGroup(rule);
    if (!stored.has(group)) stored.set(group, await count(rule));
  }
  return rules.map((rule, index) => (positions[index] ?? 0) + (stored.get(ruleGroup(rule)) ?? 0));
}

async function insertBuiltIn({ merchantAccounts, roles, users }: Resources, defaults: Made): Promise<void> {
  await merchantAccounts.ensure(defaultAccount, defaults);
  for (const role of builtInRoles) await roles.ensure(role, defaults);
  await users.ensure(referenceUser);
}

async function explainConflict(field: string, insert: () => Promise<unknown>): Promise<void> {
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
