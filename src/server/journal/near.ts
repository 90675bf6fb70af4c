import type { ApiRequest, ApiResponse } from "../../contract/exchange.ts";
import { type AnyOperation, allOperations, merchantAccountHeader } from "../../contract/operations.ts";
import { matchPath } from "../../contract/path.ts";
import { covers } from "../../contract/scopes.ts";
import { isRecord } from "../../values/record.ts";
import { suggest } from "../../values/suggest.ts";
import type { Trace } from "../layer.ts";
import { pathOf } from "../routes.ts";
import type { Database } from "../store/database.ts";
import type { ReferenceStore } from "../store/open.ts";
import type { StoredList } from "../store/stored-lists.ts";

/** What a refused request probably meant, and why it was not that. */
export interface Near {
  readonly operation?: string;
  readonly scope?: string;
  readonly merchant_account_id?: string;
  /** A stored resource, by the list that it is in. */
  readonly resource?: { readonly list: StoredList; readonly id: string };
  readonly message: string;
}

interface Refused {
  readonly request: ApiRequest;
  readonly trace: Trace;
  readonly answer: ApiResponse;
}

/** Looks for what was meant by a request that was refused for its path, its scope, its account or its resource. */
export async function findNear(refused: Refused, store: ReferenceStore): Promise<Near | null> {
  const { answer, request, trace } = refused;
  if (trace.isFaulted) return null;
  if (answer.status === 404 && trace.operation === undefined) return nearPath(request);
  if (answer.status === 405) return nearMethod(request);
  if (answer.status === 403) return nearPermission(refused);
  if (answer.status !== 404) return null;
  const account = request.headers[merchantAccountHeader];
  if (trace.merchantAccountId === undefined && account !== undefined) {
    return store.inspect((database) => nearAccount(database, account));
  }
  const asked = askedIds(refused);
  return store.inspect((database) => nearResource(database, asked, refused));
}

function nearPath({ method, target }: ApiRequest): Near | null {
  const path = pathOf(target);
  const candidates = new Map<string, AnyOperation>();
  // Of two operations with one path, that of the request's method comes last and stays.
  const rows = [...allOperations].sort((a, b) => Number(a.method === method) - Number(b.method === method));
  for (const row of rows) candidates.set(filledLike(row.path, path), row);
  const found = suggest(path, candidates.keys());
  const row = found === undefined ? undefined : candidates.get(found);
  return row === undefined ? null : nearOperation(row, "No operation has this path");
}

/** A template whose parameters are the segments that stand in their place, so that only fixed words are compared. */
function filledLike(template: string, path: string): string {
  const given = path.split("/");
  const fixed = template.split("/");
  if (given.length !== fixed.length) return template;
  return fixed.map((segment, index) => (segment.startsWith("{") ? given[index] : segment)).join("/");
}

function nearMethod({ target }: ApiRequest): Near | null {
  const row = allOperations.find(({ path }) => matchPath(path, pathOf(target)) !== undefined);
  return row === undefined ? null : nearOperation(row, "The path takes other methods");
}

function nearOperation({ method, name, path }: AnyOperation, why: string): Near {
  return { operation: name, message: `${why}; ${name} is ${method} ${path}` };
}

function nearPermission({ answer, trace }: Refused): Near | null {
  const { accounts, operation, scopes = [] } = trace;
  if (operation === undefined) return null;
  const { message, pointers } = readFailure(answer);
  if (pointers.includes(merchantAccountHeader)) {
    const [own] = accounts ?? [];
    const allowed = `The key pair may use only ${accounts?.join(", ")}`;
    return own === undefined ? null : { merchant_account_id: own, message: allowed };
  }
  const isLacking = !covers(scopes, operation.scope) || message.includes(operation.scope);
  return isLacking ? { scope: operation.scope, message } : { message };
}

/** Accounts that are compared with one that does not exist. */
const mostAccounts = 1000;

function nearAccount(database: Database, asked: string): Near | null {
  const sql = "SELECT id FROM merchant_accounts ORDER BY id LIMIT ?";
  const ids = database.all<{ id: string }>(sql, mostAccounts).map(({ id }) => id);
  const id = suggest(asked, ids);
  return id === undefined ? null : { merchant_account_id: id, message: `There is a merchant account ${id}` };
}

/** An id that was not found, and the list that it was expected in. */
interface AskedId {
  readonly id: string;
  readonly list: string | undefined;
}

/** The ids of the path, the last first, and those of the body that the failure points at. */
function askedIds({ answer, request, trace }: Refused): readonly AskedId[] {
  const path = matchPath(trace.operation?.path ?? "", pathOf(request.target)) ?? {};
  const named = Object.entries(path).map(([name, id]) => ({ id, list: listsByParameter[name] }));
  const { pointers } = readFailure(answer);
  const body = pointers.length === 0 ? undefined : readJson(request.body ?? trace.body);
  const inBody = pointers.map((pointer) => idIn(valueAt(body, pointer)));
  const ids = inBody.filter((id) => id !== undefined).map((id) => ({ id, list: undefined }));
  return [...named.toReversed(), ...ids];
}

/** An id stands for itself, or in an object of its own. */
function idIn(value: unknown): string | undefined {
  const id = isRecord(value) ? value["id"] : value;
  return typeof id === "string" ? id : undefined;
}

const listsByParameter: Readonly<Record<string, StoredList>> = {
  api_key_pair_id: "api_key_pairs",
  digital_wallet_id: "digital_wallets",
  merchant_account_id: "merchant_accounts",
  network_token_id: "network_tokens",
  payment_method_id: "payment_methods",
  rule_id: "flow_rules",
};

/** Whose a resource is; `parent` is a part of the path that leads to it. */
const whereabouts: readonly (readonly [StoredList, string])[] = [
  [
    "network_tokens",
    `SELECT merchant_account_id AS account, payment_method_id AS parent FROM network_tokens
      JOIN payment_methods ON payment_methods.id = payment_method_id WHERE network_tokens.id = ?`,
  ],
  [
    "flow_rules",
    `SELECT merchant_account_id AS account, flow || '/actions/' || action AS parent FROM flow_rules WHERE id = ?`,
  ],
  ["payment_methods", inAccount("payment_methods")],
  ["digital_wallets", inAccount("digital_wallets")],
  ["gift_cards", `${inAccount("gift_cards")} AND stored`],
  ["buyers", inAccount("buyers")],
  ["api_key_pairs", "SELECT NULL AS account, NULL AS parent FROM api_key_pairs WHERE id = ?"],
];

function inAccount(table: string): string {
  return `SELECT merchant_account_id AS account, NULL AS parent FROM ${table} WHERE id = ?`;
}

interface Whereabouts {
  readonly account: string | null;
  readonly parent: string | null;
}

/** A resource of the same id in another account, below another resource, or of another kind. */
function nearResource(database: Database, asked: readonly AskedId[], refused: Refused): Near | null {
  for (const { id, list } of asked) {
    const found = findElsewhere(database, { id: id.toLowerCase(), list }, refused);
    if (found !== undefined) return found;
    if (list === "merchant_accounts") return nearAccount(database, id);
  }
  return null;
}

function findElsewhere(database: Database, asked: AskedId, { request, trace }: Refused): Near | undefined {
  const { id } = asked;
  for (const [list, sql] of whereabouts) {
    const row = database.get<Whereabouts>(sql, id);
    if (row === undefined) continue;
    const isOwn = row.account === null || row.account === trace.merchantAccountId;
    const isBelow = row.parent === null || request.target.includes(row.parent);
    if (list === asked.list && isOwn && isBelow) continue;
    const account = row.account === null ? {} : { merchant_account_id: row.account };
    return { resource: { list, id }, ...account, message: describe(list, row) };
  }
  return undefined;
}

function describe(list: StoredList, { account, parent }: Whereabouts): string {
  const owner = account === null ? "" : ` of the merchant account ${account}`;
  const place = parent === null ? "" : `, below ${parent}`;
  return `There is one in ${list}${owner}${place}`;
}

interface ReadFailure {
  readonly message: string;
  readonly pointers: readonly string[];
}

function readFailure({ body }: ApiResponse): ReadFailure {
  const failure: unknown = JSON.parse(body);
  const { details, message } = isRecord(failure) ? failure : {};
  const pointers = (Array.isArray(details) ? details : []).map((detail) => String(detail.pointer));
  return { message: String(message), pointers };
}

function readJson(body: Uint8Array | undefined): unknown {
  try {
    return JSON.parse(Buffer.from(body ?? []).toString());
  } catch {
    return undefined;
  }
}

/** What a JSON pointer leads to (RFC 6901). */
function valueAt(value: unknown, pointer: string): unknown {
  const steps = pointer.split("/").slice(1);
  return steps.reduce<unknown>((part, step) => {
    if (Array.isArray(part)) return part[Number(step)];
    return isRecord(part) ? part[step] : undefined;
  }, value);
}
