import { readPublicKey } from "../../../contract/public-key.ts";
import { UsageError } from "../../../errors.ts";
import { type Json, json, parsed } from "../../json.ts";
import type { SeedEntry } from "../../seed/seed.ts";
import { page } from "../paging.ts";
import type { ApiKeyPair, KeyPairRecord, Made, MerchantAccount, Rows, Slice, User } from "../records.ts";
import { type Sql, selectRows, withNul } from "../sql.ts";
import { identity, times } from "./made.ts";
import type { Role } from "./roles.ts";

const minute = 60_000;

export function apiKeyPairs(sql: Sql) {
  const find = async (column: "id" | "thumbprint", value: string) => {
    const row = await sql.get<PairRow>(`SELECT ${columns} FROM api_key_pairs WHERE ${column} = ?`, value);
    return row && recordOf(row);
  };
  const all = (id?: string) =>
    selectRows<PairRow>(sql, { columns, table: "api_key_pairs", order: "created_at DESC, id DESC" }, id);
  return {
    findByThumbprint: (thumbprint: string) => find("thumbprint", thumbprint),
    find: (id: string) => find("id", id),
    /** With `within`, only the pairs whose accounts are all among these. */
    page({ within }: { readonly within?: readonly string[] }, slice: Slice): Promise<Rows<ApiKeyPair>> {
      const [where, values] = within === undefined ? ["TRUE", []] : [allWithin(within.length), within];
      const listing = { columns, answer: answerOf, from: "api_key_pairs", at: "created_at", id: "id" };
      return page(sql, { ...listing, where, values }, slice);
    },
    /** All of them, newest first, or the one with an id. */
    list: async (id?: string) => (await all(id)).map(answerOf),
    /** The same as entries of a seed. */
    entries: async (id?: string) => (await all(id)).map(entryOf),
    delete: (id: string) => sql.delete("api_key_pairs", "id = ?", id),
    /** Records a use; writes at most once a minute. */
    touch(id: string, at: Date) {
      const due = new Date(at.getTime() - minute);
      const where = "id = ? AND (last_used_at IS NULL OR last_used_at <= ?)";
      return sql.update("api_key_pairs", { last_used_at: at.toISOString() }, where, id, due.toISOString());
    },
    /** A role or account that does not exist is a ConflictError. */
    insert: (entry: SeedEntry<"api_key_pairs">, made: Made) => insert(sql, entry, made),
  };
}

/** A pair without accounts of its own may use every account, so it is never limited to these. */
function allWithin(count: number): string {
  const own = "SELECT 1 FROM api_key_pair_accounts WHERE api_key_pair_id = api_key_pairs.id";
  // No account has an empty id.
  const few = Array.from({ length: count }, () => "?").join(", ") || "''";
  return `EXISTS (${own}) AND NOT EXISTS (${own} AND merchant_account_id NOT IN (${few}))`;
}

/** Joined at every read, so that accounts, roles and creator are always the current ones. */
const columns = `thumbprint, display_name, public_key, active, creator_id, updated_at, last_used_at, created_at, id,
  (SELECT users.body FROM users WHERE users.id = creator_id) AS creator,
  (SELECT string_agg(account.body, ',' ORDER BY place) FROM api_key_pair_accounts
    JOIN merchant_accounts AS account ON account.id = merchant_account_id
    WHERE api_key_pair_id = api_key_pairs.id) AS accounts,
  (SELECT string_agg(roles.body, ',' ORDER BY place) FROM api_key_pair_roles
    JOIN roles ON roles.id = role_id WHERE api_key_pair_id = api_key_pairs.id) AS roles`;

interface PairRow {
  readonly id: string;
  readonly thumbprint: string;
  readonly display_name: string;
  readonly public_key: string;
  readonly active: number;
  readonly creator_id: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly last_used_at: string | null;
  readonly creator: Json<User> | null;
  /** JSON arrays without their brackets. */
  readonly accounts: string | null;
  readonly roles: string | null;
}

function partsOf({ accounts, active, creator, display_name, roles, ...row }: PairRow) {
  return {
    ...row,
    display_name: withNul(display_name),
    active: active === 1,
    creator: creator === null ? undefined : parsed(creator),
    accounts: listed<MerchantAccount>(accounts),
    roles: listed<Role>(roles),
  };
}

function listed<Value>(texts: string | null): readonly Value[] {
  return texts === null ? [] : parsed(`[${texts}]` as Json<Value[]>);
}

function recordOf(row: PairRow): KeyPairRecord {
  const { accounts, active, creator, display_name, id, last_used_at, public_key, roles, thumbprint } =
    partsOf(row);
  return {
    id,
    thumbprint,
    displayName: display_name,
    publicKey: public_key,
    active,
    allow: allowedBy(roles),
    merchantAccountIds: someOrAll(accounts.map((account) => account.id)),
    creator,
    lastUsedAt: last_used_at,
  };
}

export function allowedBy(roles: readonly Role[]): readonly string[] {
  return [...new Set(roles.flatMap(({ permissions }) => permissions.allow))];
}

export function someOrAll([first, ...others]: readonly string[]): KeyPairRecord["merchantAccountIds"] {
  return first === undefined ? undefined : [first, ...others];
}

function answerOf(row: PairRow): Json<ApiKeyPair> {
  const { accounts, creator, creator_id: _, public_key: __, roles, ...parts } = partsOf(row);
  return json({
    id: parts.id,
    thumbprint: parts.thumbprint,
    display_name: parts.display_name,
    algorithm: "ECDSA",
    active: parts.active,
    created_at: parts.created_at,
    updated_at: parts.updated_at,
    type: "api-key-pair",
    private_key: null,
    last_used_at: parts.last_used_at,
    creator: creator === undefined ? null : creatorOf(creator),
    merchant_accounts: accounts.map(accountOf),
    roles: [...roles],
  });
}

function creatorOf({ email_address, id, name }: User) {
  return { id, name: name ?? null, email_address: email_address ?? null, thumbprint: null };
}

function accountOf(account: MerchantAccount) {
  return {
    id: account.id,
    display_name: account.display_name,
    created_at: account.created_at,
    updated_at: account.updated_at,
    type: "merchant-account" as const,
    over_capture_amount: account.over_capture_amount ?? null,
    over_capture_percentage: account.over_capture_percentage ?? null,
  };
}

function entryOf(row: PairRow): Json<SeedEntry<"api_key_pairs">> {
  const { accounts, creator: _, roles, thumbprint: __, ...entry } = partsOf(row);
  return json<SeedEntry<"api_key_pairs">>({
    ...entry,
    role_slugs: roles.map(({ slug }) => slug ?? ""),
    merchant_account_ids: accounts.map(({ id }) => id),
  });
}

/** A key pair's row, its roles, and the accounts that it may use. */
async function insert(sql: Sql, entry: SeedEntry<"api_key_pairs">, made: Made): Promise<void> {
  const key = readPublicKey(entry.public_key);
  if (key === undefined) throw new UsageError("a key pair needs the PEM of a P-521 public key");
  const { id } = identity(entry, made);
  await sql.insert("api_key_pairs", {
    id,
    thumbprint: key.thumbprint,
    display_name: entry.display_name,
    public_key: key.pem,
    active: Number(entry.active ?? true),
    creator_id: entry.creator_id ?? null,
    ...times(entry, made),
    last_used_at: entry.last_used_at ?? null,
  });
  for (const [place, slug] of (entry.role_slugs ?? []).entries()) {
    const role = await sql.get<{ id: string }>("SELECT id FROM roles WHERE slug = ?", slug);
    await sql.insert("api_key_pair_roles", { api_key_pair_id: id, place, role_id: role?.id ?? null });
  }
  for (const [place, account] of (entry.merchant_account_ids ?? []).entries()) {
    await sql.insert("api_key_pair_accounts", { api_key_pair_id: id, place, merchant_account_id: account });
  }
}
