import { readPublicKey } from "../../../contract/public-key.ts";
import { UsageError } from "../../../errors.ts";
import { type Json, json, parsed } from "../../json.ts";
import type { SeedEntry } from "../../seed/seed.ts";
import { page } from "../paging.ts";
import type { ApiKeyPair, KeyPairRecord, Made, MerchantAccount, Rows, Slice, User } from "../records.ts";
import { chosen, given, type Sql, withNul } from "../sql.ts";
import { identity, times } from "./made.ts";
import type { Role } from "./roles.ts";

const minute = 60_000;

const newestFirst = "created_at DESC, id DESC";

export function apiKeyPairs(sql: Sql) {
  const find = async (column: "id" | "thumbprint", value: string) => {
    const row = await sql.get<RecordRow>(`${recordSql} WHERE api_key_pairs.${column} = ?`, value);
    return row && record(row);
  };
  return {
    findByThumbprint: (thumbprint: string) => find("thumbprint", thumbprint),
    find: (id: string) => find("id", id),
    /** With `within`, only the pairs whose accounts are all among these. */
    page({ within }: { readonly within?: readonly string[] }, slice: Slice): Promise<Rows<ApiKeyPair>> {
      const listing = { ...answerListing, at: "created_at", id: "id" };
      if (within === undefined) return page(sql, { ...listing, where: "TRUE", values: [] }, slice);
      return page(sql, { ...listing, where: allWithin(within.length), values: within }, slice);
    },
    /** All of them, newest first, or the one with an id. */
    async list(id?: string) {
      const { answer, columns } = answerListing;
      const text = `SELECT ${columns} FROM ${chosen("api_key_pairs", newestFirst, id)}`;
      return (await sql.all<AnswerRow>(text, ...given(id))).map(answer);
    },
    /** The same as entries of a seed. */
    async entries(id?: string) {
      const text = `SELECT ${entryColumns} FROM ${chosen("api_key_pairs", newestFirst, id)}`;
      return (await sql.all<EntryRow>(text, ...given(id))).map(entryOf);
    },
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

/** The bodies of a pair's roles, as a JSON array without its brackets. */
const roleBodies = `(SELECT string_agg(roles.body, ',' ORDER BY place) FROM api_key_pair_roles
    JOIN roles ON roles.id = role_id WHERE api_key_pair_id = api_key_pairs.id)`;

/** The ids of a pair's accounts, which contain no comma. */
const accountIds = `(SELECT string_agg(merchant_account_id, ',' ORDER BY place)
    FROM api_key_pair_accounts WHERE api_key_pair_id = api_key_pairs.id)`;

const recordSql = `SELECT api_key_pairs.id, thumbprint, display_name, public_key, active,
  last_used_at, users.body AS creator, ${roleBodies} AS roles, ${accountIds} AS accounts
  FROM api_key_pairs LEFT JOIN users ON users.id = creator_id`;

interface RecordRow {
  readonly id: string;
  readonly thumbprint: string;
  readonly display_name: string;
  readonly public_key: string;
  readonly active: number;
  readonly last_used_at: string | null;
  readonly creator: Json<User> | null;
  readonly roles: string | null;
  readonly accounts: string | null;
}

function record(row: RecordRow): KeyPairRecord {
  return {
    id: row.id,
    thumbprint: row.thumbprint,
    displayName: withNul(row.display_name),
    publicKey: row.public_key,
    active: row.active === 1,
    allow: allowedBy(listed<Role>(row.roles)),
    merchantAccountIds: someOrAll(row.accounts?.split(",") ?? []),
    creator: row.creator === null ? undefined : parsed(row.creator),
    lastUsedAt: row.last_used_at,
  };
}

function listed<Value>(texts: string | null): readonly Value[] {
  return texts === null ? [] : parsed(`[${texts}]` as Json<Value[]>);
}

export function allowedBy(roles: readonly Role[]): readonly string[] {
  return [...new Set(roles.flatMap(({ permissions }) => permissions.allow))];
}

export function someOrAll([first, ...others]: readonly string[]): KeyPairRecord["merchantAccountIds"] {
  return first === undefined ? undefined : [first, ...others];
}

interface AnswerRow {
  readonly id: string;
  readonly thumbprint: string;
  readonly display_name: string;
  readonly active: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly last_used_at: string | null;
  readonly creator: Json<User> | null;
  readonly accounts: string | null;
  readonly roles: string | null;
}

/** Joined at every read, so that accounts, roles and creator are always the current ones. */
const answerListing = {
  columns: `thumbprint, display_name, active, updated_at, last_used_at, created_at, id,
  (SELECT users.body FROM users WHERE users.id = creator_id) AS creator,
  (SELECT string_agg(account.body, ',' ORDER BY place) FROM api_key_pair_accounts
    JOIN merchant_accounts AS account ON account.id = merchant_account_id
    WHERE api_key_pair_id = api_key_pairs.id) AS accounts,
  ${roleBodies} AS roles`,
  answer: answerOf,
  from: "api_key_pairs",
};

function answerOf(row: AnswerRow): Json<ApiKeyPair> {
  return json({
    id: row.id,
    thumbprint: row.thumbprint,
    display_name: withNul(row.display_name),
    algorithm: "ECDSA",
    active: row.active === 1,
    created_at: row.created_at,
    updated_at: row.updated_at,
    type: "api-key-pair",
    private_key: null,
    last_used_at: row.last_used_at,
    creator: row.creator === null ? null : creatorOf(parsed(row.creator)),
    merchant_accounts: listed<MerchantAccount>(row.accounts).map(accountOf),
    roles: [...listed<Role>(row.roles)],
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

const entryColumns = `id, display_name, public_key, active, creator_id, created_at, updated_at, last_used_at,
  (SELECT string_agg(slug, ',' ORDER BY place) FROM api_key_pair_roles
    JOIN roles ON roles.id = role_id WHERE api_key_pair_id = api_key_pairs.id) AS slugs, ${accountIds} AS accounts`;

interface EntryRow
  extends Pick<
    AnswerRow,
    "accounts" | "active" | "created_at" | "display_name" | "id" | "last_used_at" | "updated_at"
  > {
  readonly public_key: string;
  readonly creator_id: string | null;
  readonly slugs: string | null;
}

function entryOf({ accounts, active, display_name, slugs, ...row }: EntryRow) {
  return json<SeedEntry<"api_key_pairs">>({
    ...row,
    display_name: withNul(display_name),
    active: active === 1,
    role_slugs: slugs?.split(",") ?? [],
    merchant_account_ids: accounts?.split(",") ?? [],
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
