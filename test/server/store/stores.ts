import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Json } from "../../../src/server/json.ts";
import { applySeed } from "../../../src/server/seed/apply.ts";
import type { Seed } from "../../../src/server/seed/seed.ts";
import { openStore, type ReferenceStore } from "../../../src/server/store/open.ts";
import type {
  AuditLog,
  Buyer,
  MerchantAccount,
  StoredFlowRule,
  User,
} from "../../../src/server/store/records.ts";
import { readStoredList, type StoredList } from "../../../src/server/store/stored-lists.ts";
import type { Role } from "../../../src/server/store/tables/roles.ts";

export const now = new Date("2031-05-06T07:08:09.000Z");

/** A UUID with a number in it. */
export function id(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
}

/** Opens a store with a fixed clock and counted ids; it is closed with the test. */
export async function openTestStore(path = ":memory:"): Promise<ReferenceStore> {
  let count = 900_000;
  const store = await openStore({
    path,
    now: () => now,
    newId: () => id(count++),
    randomBytes: (length) => new Uint8Array(length).fill(7),
  });
  onTestFinished(() => store.close());
  return store;
}

export async function seededStore(seed: Seed): Promise<ReferenceStore> {
  const store = await openTestStore();
  await applySeed(store, seed);
  return store;
}

/** A path in a fresh folder that goes away with the test. */
export function freshPath(): string {
  const folder = mkdtempSync(join(tmpdir(), "payctl-store-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "data", "reference.db");
}

interface PaymentMethodRow {
  readonly id: string;
  readonly merchant_account_id: string;
  readonly kind: string;
  readonly status: string;
  readonly buyer_id: string | null;
}

/** What the rows of each list are. */
interface StoredRows extends Record<StoredList, unknown> {
  readonly merchant_accounts: MerchantAccount;
  readonly roles: Role;
  readonly users: User;
  readonly buyers: Buyer;
  readonly payment_methods: PaymentMethodRow;
  readonly flow_rules: StoredFlowRule;
  readonly audit_logs: AuditLog;
}

export async function storedRows<List extends StoredList>(
  store: ReferenceStore,
  list: List,
): Promise<StoredRows[List][]> {
  return (await readStoredList(store, list)).map((row) => JSON.parse(row));
}

export function parsedAll<Value>(rows: readonly Json<Value>[]): Value[] {
  return rows.map((row) => JSON.parse(row));
}
