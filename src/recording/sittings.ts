import { isRecord } from "../values/record.ts";
import type { Recorded, RecordedBody } from "./read-har.ts";
import { mapTexts } from "./replay.ts";

/** The account that the reference server uses for a request that names none. */
const usualAccount = "default";

/** The exchanges of each sitting, in their order; one has nothing in common with another. */
export function splitSittings(exchanges: readonly Recorded[]): readonly (readonly Recorded[])[] {
  const sittings = new Map<string, Recorded[]>();
  for (const exchange of exchanges) {
    const name = JSON.stringify([exchange.file, exchange.sitting]);
    sittings.set(name, [...(sittings.get(name) ?? []), exchange]);
  }
  return [...sittings.values()].map(withUsualAccount).map(withLatestUse);
}

/** A recording uses the key pairs that it lists, and a replay has others: the latest use counts for all lists. */
function withLatestUse(exchanges: readonly Recorded[]): readonly Recorded[] {
  const isList = ({ operation }: Recorded) => operation?.name === "listApiKeyPairs";
  const latest = new Map(
    exchanges
      .filter(isList)
      .flatMap(pairsOf)
      .map(({ id, last_used_at: at }) => [id, at]),
  );
  const isTime = (at: unknown) => at === null || typeof at === "string";
  const renew = (pair: unknown) =>
    isRecord(pair) && isTime(pair["last_used_at"]) && isTime(latest.get(pair["id"]))
      ? { ...pair, last_used_at: latest.get(pair["id"]) }
      : pair;
  return exchanges.map((exchange) => {
    const { answer } = exchange;
    if (!isList(exchange) || answer.kind !== "json" || !isRecord(answer.value)) return exchange;
    const { items } = answer.value;
    if (!Array.isArray(items)) return exchange;
    return { ...exchange, answer: { kind: "json", value: { ...answer.value, items: items.map(renew) } } };
  });
}

function pairsOf({ answer }: Recorded) {
  const items = answer.kind === "json" && isRecord(answer.value) ? answer.value["items"] : [];
  return Array.isArray(items) ? items.filter(isRecord) : [];
}

/** What the service uses for a request that names no account may have any name; here it has one only. */
function withUsualAccount(exchanges: readonly Recorded[]): readonly Recorded[] {
  const name =
    exchanges.map(unnamedAccount).find((account) => account !== undefined) ?? onlyAccount(exchanges);
  if (name === undefined || name === usualAccount) return exchanges;
  const rename = (text: string) => (text === name ? usualAccount : text);
  const inBody = (body: RecordedBody): RecordedBody =>
    body.kind === "json" ? { kind: "json", value: mapTexts(body.value, rename) } : body;
  return exchanges.map((exchange) => ({
    ...exchange,
    account: exchange.account && rename(exchange.account),
    parameters: Object.fromEntries(
      Object.entries(exchange.parameters).map(([key, value]) => [key, rename(value)]),
    ),
    query: exchange.query.map((pair) => ({ ...pair, value: rename(pair.value) })),
    body: inBody(exchange.body),
    answer: inBody(exchange.answer),
  }));
}

/** The one that all requests name. */
function onlyAccount(exchanges: readonly Recorded[]): string | undefined {
  const [only, ...others] = new Set(exchanges.flatMap(({ account }) => account ?? []));
  return others.length === 0 ? only : undefined;
}

function unnamedAccount({ account, answer, operation, status }: Recorded): string | undefined {
  if (account !== undefined || !operation?.merchantHeader || status >= 400) return undefined;
  const value = answer.kind === "json" && isRecord(answer.value) ? answer.value : {};
  const { items } = value;
  const [first = value] = Array.isArray(items) ? items.filter(isRecord) : [];
  const name = first["merchant_account_id"];
  return typeof name === "string" ? name : undefined;
}
