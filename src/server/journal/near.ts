import type { Near } from "../../contract/control/schemas/requests.ts";
import type { StoredList } from "../../contract/control/words.ts";
import type { ApiRequest, ApiResponse } from "../../contract/exchange.ts";
import { type AnyOperation, allOperations, merchantAccountHeader } from "../../contract/operations.ts";
import { matchPath } from "../../contract/path.ts";
import { covers } from "../../contract/scopes.ts";
import { isRecord } from "../../values/record.ts";
import { nearest, suggest } from "../../values/suggest.ts";
import { parseUrl } from "../../values/url.ts";
import { jsonOf } from "../json.ts";
import type { Trace } from "../layer.ts";
import { pathOf } from "../routes.ts";
import type { Whereabouts } from "../store/records.ts";
import type { Resources, Store } from "../store/store.ts";
import { refusalOf } from "./refusal.ts";

interface Refused {
  readonly request: ApiRequest;
  readonly trace: Trace;
  readonly answer: ApiResponse;
}

/**
 * Looks for what a request that was refused for its path, its scope, its account or its resource probably meant, and
 * for why a page can't read an answer.
 */
export async function findNear(refused: Refused, store: Store): Promise<Near | null> {
  const { answer, request, trace } = refused;
  if (trace.isForeign) return nearOrigin(refused);
  if (trace.isFaulted || answer.status < 403) return null;
  if (answer.status === 404 && trace.operation === undefined) return nearPath(request);
  if (answer.status === 405) return nearMethod(request);
  if (answer.status === 403) return nearPermission(refused);
  if (answer.status !== 404) return null;
  const account = request.headers[merchantAccountHeader];
  if (trace.merchantAccountId === undefined && account !== undefined) {
    return store.read((resources) => nearAccount(resources, account));
  }
  const asked = askedIds(refused);
  return store.read((resources) => nearResource(resources, asked, refused));
}

function nearOrigin({ request }: Refused): Near {
  const { origin = "" } = request.headers;
  const message =
    parseUrl(origin)?.origin === origin
      ? `Pages of ${origin} may not call the API; --cors ${origin} lets them`
      : "Pages of this origin may not call the API; --cors ORIGIN lets them";
  return { message };
}

function nearPath({ method, target }: ApiRequest): Near | null {
  const given = pathOf(target).split("/");
  // Of two operations with one path, that of the request's method comes first and is kept.
  const rows = [...allOperations].sort((a, b) => Number(b.method === method) - Number(a.method === method));
  const row = nearest(rows.map((value) => ({ ...fixedParts(value.path, given), value })));
  return row === undefined ? null : nearOperation(row, "No operation has this path");
}

/** A path and a template without the parameters and what is in their place, so that only fixed words are compared. */
function fixedParts(template: string, given: readonly string[]) {
  const wanted = template.split("/");
  if (given.length !== wanted.length) return { word: given.join("/"), meant: template };
  const isFixed = (_: string, index: number) => !wanted[index]?.startsWith("{");
  return { word: given.filter(isFixed).join("/"), meant: wanted.filter(isFixed).join("/") };
}

function nearMethod({ target }: ApiRequest): Near | null {
  const row = allOperations.find(({ path }) => matchPath(path, pathOf(target)) !== undefined);
  return row === undefined ? null : nearOperation(row, "The path takes other methods");
}

function nearOperation({ method, name, path }: AnyOperation, why: string): Near {
  return { operation: name, message: `${why}; ${name} is ${method} ${path}` };
}

function nearPermission({ answer, trace }: Refused): Near | null {
  const { accounts, operation, token } = trace;
  if (operation === undefined) return null;
  if (pointersOf(answer).includes(merchantAccountHeader)) {
    const [own] = accounts ?? [];
    const allowed = `The key pair may use only ${accounts?.join(", ")}`;
    return own === undefined ? null : { merchant_account_id: own, message: allowed };
  }
  const { message = "" } = refusalOf(answer.body) ?? {};
  const isLacking = !covers(token?.scopes ?? [], operation.scope) || message.includes(operation.scope);
  return isLacking ? { scope: operation.scope, message } : { message };
}

/** Accounts that are compared with one that does not exist. */
const mostAccounts = 1000;

async function nearAccount({ lists }: Resources, asked: string): Promise<Near | null> {
  const id = suggest(asked, await lists.ids("merchant_accounts", mostAccounts));
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
  const pointers = pointersOf(answer);
  const body = pointers.length === 0 ? undefined : jsonOf(request.body ?? trace.body);
  const ids = pointers.map((pointer) => valueAt(body, pointer)).filter((id) => typeof id === "string");
  return [...named.toReversed(), ...ids.map((id) => ({ id, list: undefined }))];
}

const listsByParameter: Readonly<Record<string, StoredList>> = {
  api_key_pair_id: "api_key_pairs",
  digital_wallet_id: "digital_wallets",
  merchant_account_id: "merchant_accounts",
  network_token_id: "network_tokens",
  payment_method_id: "payment_methods",
  rule_id: "flow_rules",
};

/** A resource with the same id in another account, below another resource, or of another kind. */
async function nearResource(
  resources: Resources,
  asked: readonly AskedId[],
  refused: Refused,
): Promise<Near | null> {
  for (const { id, list } of asked) {
    const found = await findElsewhere(resources, { id: id.toLowerCase(), list }, refused);
    if (found !== undefined) return found;
    if (list === "merchant_accounts") return nearAccount(resources, id);
  }
  return null;
}

async function findElsewhere(
  { lists }: Resources,
  asked: AskedId,
  { request, trace }: Refused,
): Promise<Near | undefined> {
  const { id } = asked;
  for (const row of await lists.find(id)) {
    const { list } = row;
    const isOwn = row.account === null || row.account === trace.merchantAccountId;
    const isBelow = row.parent === null || request.target.includes(row.parent);
    if (list === asked.list && isOwn && isBelow) continue;
    const account = row.account === null ? {} : { merchant_account_id: row.account };
    return { resource: { list, id }, ...account, message: describe(row) };
  }
  return undefined;
}

function describe({ account, list, parent }: Whereabouts): string {
  const owner = account === null ? "" : ` of the merchant account ${account}`;
  const place = parent === null ? "" : `, below ${parent}`;
  return `There is one in ${list}${owner}${place}`;
}

/** The parts of the request that the failure names. */
function pointersOf({ body }: ApiResponse): readonly string[] {
  return refusalOf(body)?.problems.map(({ pointer }) => pointer) ?? [];
}

/** What a JSON pointer leads to (RFC 6901). */
function valueAt(value: unknown, pointer: string): unknown {
  const steps = pointer.split("/").slice(1);
  return steps.reduce<unknown>((part, step) => {
    if (Array.isArray(part)) return part[Number(step)];
    return isRecord(part) ? part[step] : undefined;
  }, value);
}
