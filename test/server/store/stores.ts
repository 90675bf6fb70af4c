import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { StoredList } from "../../../src/contract/control/words.ts";
import type { Json } from "../../../src/server/json.ts";
import { applySeed } from "../../../src/server/seed/apply.ts";
import type { Seed } from "../../../src/server/seed/seed.ts";
import { openStorage } from "../../../src/server/store/open-storage.ts";
import type {
  AuditLog,
  Buyer,
  FlowRule,
  Made,
  MerchantAccount,
  User,
} from "../../../src/server/store/records.ts";
import { dataTables } from "../../../src/server/store/schema.ts";
import type { SqlStore, SqlValue } from "../../../src/server/store/sql.ts";
import { openSqliteStorage } from "../../../src/server/store/sqlite/storage.ts";
import type { Storage } from "../../../src/server/store/storage.ts";
import type { ReferenceStore, StoreSources } from "../../../src/server/store/store.ts";
import type { Role } from "../../../src/server/store/tables/roles.ts";
import { once } from "../../../src/values/once.ts";
import { openEmptyStorage } from "../../helpers/engine.ts";
import { freshFolder } from "../../helpers/shared.ts";

export const now = new Date("2031-05-06T07:08:09.000Z");

/** A UUID with a number in it. */
export function id(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
}

/** Stand-ins for missing values of an entry. */
export const made: Made = { newId: () => id(800_000), at: now.toISOString() };

/** A fixed clock and counted ids. */
function testSources(): StoreSources {
  let count = 900_000;
  return {
    now: () => now,
    newId: () => id(count++),
    randomBytes: (length) => new Uint8Array(length).fill(7),
  };
}

/** A store whose engine does not matter, with its access to SQL. */
export interface TestStore extends ReferenceStore, SqlStore {
  close(): Promise<void>;
}

/** Opens an empty store of the tested engine; it is closed with the test, unless the test closes it. */
export async function openTestStore(): Promise<TestStore> {
  return rootOf(await openEmptyStorage(testSources()));
}

/** Opens a file of SQLite; it is closed likewise. */
export async function openTestFile(database = ":memory:"): Promise<TestStore> {
  return rootOf(await openSqliteStorage({ database, ...testSources() }));
}

/** The store at the root; closing it closes the storage. */
function rootOf(storage: Storage): TestStore {
  const close = once(() => storage.close());
  onTestFinished(close);
  // Both engines have it, for code that uses SQL.
  return { ...(storage.root.store as TestStore), close };
}

/** Opens all that a server stores; it is closed with the test. */
export async function openTestStorage(database?: string): Promise<Storage> {
  const sources = testSources();
  const storage = await (database === undefined
    ? openEmptyStorage(sources)
    : openStorage({ database, ...sources }));
  onTestFinished(() => storage.close());
  return storage;
}

export async function seededStore(seed: Seed): Promise<TestStore> {
  const store = await openTestStore();
  await applySeed(store, seed);
  return store;
}

/** A path in a new folder that is removed with the test. */
export function freshPath(): string {
  const folder = freshFolder();
  return join(folder, "data", "reference.db");
}

interface PaymentMethodRow {
  readonly id: string;
  readonly merchant_account_id: string;
  readonly kind: string;
  readonly status: string;
  readonly buyer_id: string | null;
}

/** The type of the rows of each list. */
interface StoredRows extends Record<StoredList, unknown> {
  readonly merchant_accounts: MerchantAccount;
  readonly roles: Role;
  readonly users: User;
  readonly buyers: Buyer;
  readonly payment_methods: PaymentMethodRow;
  readonly flow_rules: FlowRule;
  readonly audit_logs: AuditLog;
}

export async function storedRows<List extends StoredList>(
  store: TestStore,
  list: List,
): Promise<StoredRows[List][]> {
  return (await store.read(({ lists }) => lists.read(list))).map((row) => JSON.parse(row));
}

/** Every row of every table, sorted. */
export function everything(store: Pick<SqlStore, "change">) {
  return store.change((sql) =>
    Promise.all(
      dataTables.map(async ({ name }) => {
        const rows = await sql.all<Record<string, SqlValue>>(`SELECT * FROM ${name}`);
        return [name, rows.map((row) => JSON.stringify(row)).toSorted()] as const;
      }),
    ),
  );
}

export function parsedAll<Value>(rows: readonly Json<Value>[]): Value[] {
  return rows.map((row) => JSON.parse(row));
}
