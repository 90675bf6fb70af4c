import type { ApiResponse } from "../contract/exchange.ts";
import { transientStatuses } from "../contract/failure.ts";
import { type AnyOperation, merchantAccountHeader } from "../contract/operations.ts";
import { fillPath } from "../contract/path.ts";
import { nodesBelow, type SchemaNode } from "../contract/schema-nodes.ts";
import { covers, isWriteScope } from "../contract/scopes.ts";
import { cardFields } from "../contract/secret-fields.ts";
import { mask } from "../values/mask.ts";
import { findJson, isRecord } from "../values/record.ts";
import { isUuid } from "../values/text.ts";
import { type BodyDifference, type Comparison, compareBodies, type DataRelation } from "./compare.ts";
import { describe, wordsOf } from "./described.ts";
import type { Recorded, RecordedBody } from "./read-har.ts";

export type VerdictWord = "same" | "different" | "more" | "not served" | "not sent";

/** How an exchange went that was recorded elsewhere. */
export interface ReplayVerdict {
  readonly file: string;
  readonly entry: number;
  readonly operation: string | null;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly verdict: VerdictWord;
  /** Why it was not sent; null if it was. */
  readonly reason: string | null;
  readonly differences: readonly BodyDifference[];
  /** Members that the contract does not know. */
  readonly more: readonly string[];
}

/** A request to send, still to be signed. */
export interface Outgoing {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  readonly operation: AnyOperation;
  /** Undefined for a request without a token. */
  readonly scopes: readonly string[] | undefined;
  /** Whether the token has to be refused. */
  readonly isFlawed: boolean;
  /** A failure that the answer should be, which only a simulated fault can bring about. */
  readonly failing: number | undefined;
}

/** Where exchanges are sent. */
export interface ReplayTarget {
  /** The reference server has the data of the recording, and can fail on demand; a service has its own. */
  readonly kind: "reference" | "service";
  /** Whether it may be changed. */
  readonly allowsWrites: boolean;
  send(request: Outgoing): Promise<ApiResponse>;
}

/** Sends the exchanges of one sitting in order, and compares the answers. */
export async function* replay(
  exchanges: readonly Recorded[],
  target: ReplayTarget,
): AsyncGenerator<ReplayVerdict> {
  const bound = new Map<string, string>();
  for (const exchange of exchanges) yield await replayOne(exchange, { bound, target });
}

interface State {
  readonly target: ReplayTarget;
  /** Texts of the recording, and what stands for them here. */
  readonly bound: Map<string, string>;
}

async function replayOne(exchange: Recorded, { bound, target }: State): Promise<ReplayVerdict> {
  const { entry, file, method, operation, path, status } = exchange;
  const about = { file, entry, operation: operation?.name ?? null, method, path, status };
  const plain = { reason: null, differences: [], more: [] };
  if (operation === undefined) return { ...about, ...plain, verdict: "not served" };
  const reason = await reasonNotToSend(exchange, { bound, operation, target });
  if (reason !== undefined) return { ...about, ...plain, verdict: "not sent", reason };
  const answer = await target.send(requestOf(exchange, operation, bound));
  const data = target.kind === "reference" ? "same" : "other";
  const { differences, more, bound: pairs } = await compareAnswers(exchange, { answer, data, operation });
  for (const [recorded, ours] of pairs) {
    // What a seed has brought in has the same name here; only what a server makes itself has another.
    const isMade = isUuid(recorded) || cursorsOf(exchange).includes(recorded);
    if ((isMade || target.kind === "service") && !bound.has(recorded)) bound.set(recorded, ours);
  }
  return { ...about, verdict: verdictOf(differences, more), reason: null, differences, more };
}

function verdictOf(differences: readonly BodyDifference[], more: readonly string[]): VerdictWord {
  if (differences.length > 0) return "different";
  return more.length > 0 ? "more" : "same";
}

function cursorsOf({ answer }: Recorded): readonly unknown[] {
  const value = answer.kind === "json" && isRecord(answer.value) ? answer.value : {};
  return [value["next_cursor"], value["previous_cursor"]];
}

function requestOf(
  exchange: Recorded,
  operation: AnyOperation,
  bound: ReadonlyMap<string, string>,
): Outgoing {
  const { account, body, parameters, query, status } = exchange;
  const ours = (text: string) => bound.get(text) ?? text;
  const given = Object.entries(parameters).map(([name, value]) => [name, ours(value)]);
  const search = new URLSearchParams(query.map(({ name, value }): [string, string] => [name, ours(value)]));
  const scopes = scopesFor(exchange, operation);
  return {
    operation,
    method: operation.method,
    target: `${fillPath(operation.path, Object.fromEntries(given))}${query.length === 0 ? "" : `?${search}`}`,
    headers: {
      ...(body.kind === "json" ? { "content-type": "application/json" } : {}),
      ...(account === undefined ? {} : { [merchantAccountHeader]: ours(account) }),
    },
    ...(body.kind === "json"
      ? { body: new TextEncoder().encode(JSON.stringify(mapTexts(body.value, ours))) }
      : {}),
    scopes,
    isFlawed: status === 401 && scopes !== undefined,
    failing: isTransient(status) ? status : undefined,
  };
}

/** A browser leaves the token out of what it exports: the answer then tells that there was one. */
function scopesFor({ scopes, status }: Recorded, operation: AnyOperation): readonly string[] | undefined {
  const isUnknown = scopes === undefined ? status !== 401 : scopes.length === 0 && status < 400;
  if (!isUnknown) return scopes;
  return [operation.scope, ...("wideningScope" in operation ? [operation.wideningScope] : [])];
}

function isTransient(status: number): boolean {
  return transientStatuses.includes(status);
}

/** Every text of a JSON value, names aside. */
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, mapTexts(inner, change)]));
}

interface Sending extends State {
  readonly operation: AnyOperation;
}

/** Undefined if it can be sent. */
async function reasonNotToSend(exchange: Recorded, sending: Sending): Promise<string | undefined> {
  const { operation, target } = sending;
  const { body, query, scopes, status } = exchange;
  if (body.kind === "other") return "its body is not in the recording";
  const secret = secretIn(body.kind === "json" ? body.value : undefined);
  if (secret !== undefined) return `it needs the ${secret} of a card, which no recording has`;
  if (query.some(({ value }) => value === mask)) return "it needs a secret, which no recording has";
  if (status === 403 && scopes !== undefined && covers(scopes, operation.scope))
    return "the service refused it for a reason that the recording does not show";
  if (target.kind === "reference") return cursorMissing(exchange, sending);
  if (isTransient(status)) return "such a failure can't be asked for";
  if (!target.allowsWrites && operation.method !== "GET" && isWriteScope(operation.scope))
    return "it would change something; add --allow-writes";
  return unboundId(exchange, sending);
}

function cursorMissing({ query, status }: Recorded, { bound }: Sending): string | undefined {
  const cursor = query.find(({ name }) => name === "cursor");
  if (cursor === undefined || status >= 400 || bound.has(cursor.value)) return undefined;
  return "it needs a cursor that nothing before it showed";
}

/** A service knows its own ids only, which its answers have to have shown. */
async function unboundId(
  { account, body, parameters, query, status }: Recorded,
  { bound, operation }: Sending,
): Promise<string | undefined> {
  if (status >= 400) return undefined;
  const described = await describe(operation);
  const isOpen = (nodes: readonly SchemaNode[], value: string) =>
    !wordsOf(nodes).includes(value) && !bound.has(value) && !/^\d{1,3}$/.test(value);
  const names = [
    ...Object.entries(parameters).map(([name, value]) => ({
      name,
      value,
      nodes: nodesBelow(described.path, name),
    })),
    ...query.map(({ name, value }) => ({ name, value, nodes: nodesBelow(described.query, name) })),
    ...(account === undefined ? [] : [{ name: merchantAccountHeader, value: account, nodes: [] }]),
    ...(body.kind === "json" ? idsIn(body.value) : []),
  ].filter(({ nodes, value }) => isOpen(nodes, value));
  return names[0] && `it needs an id that nothing before it showed: ${names[0].name}`;
}

function idsIn(value: unknown, name = "body"): readonly { name: string; value: string; nodes: [] }[] {
  if (typeof value === "string") return isUuid(value) ? [{ name, value, nodes: [] }] : [];
  if (Array.isArray(value)) return value.flatMap((item) => idsIn(item, name));
  return isRecord(value) ? Object.entries(value).flatMap(([field, inner]) => idsIn(inner, field)) : [];
}

/** The field of a card that a body has, and that stands for itself alone. */
function secretIn(body: unknown): string | undefined {
  if (Array.isArray(body)) return body.map(secretIn).find((name) => name !== undefined);
  if (!isRecord(body)) return undefined;
  return cardFields.find((name) => body[name] === mask) ?? secretIn(Object.values(body));
}

interface Answered {
  readonly operation: AnyOperation;
  readonly answer: ApiResponse;
  readonly data: DataRelation;
}

async function compareAnswers(
  { answer, mediaType, status }: Recorded,
  { answer: ours, data, operation }: Answered,
): Promise<Comparison> {
  const nothing = { differences: [], more: [], bound: [] };
  // The rest then follows from that.
  if (status !== ours.status) return { ...nothing, differences: [differ("status", status, ours.status)] };
  const ourBody: RecordedBody =
    ours.body === "" ? { kind: "none" } : { kind: "json", value: findJson(ours.body) };
  const ourType = ours.headers["content-type"]?.split(";", 1)[0] ?? "";
  if (answer.kind === "none" && ourBody.kind === "none") return nothing;
  const differences =
    answer.kind === "none" || mediaType === ourType ? [] : [differ("content-type", mediaType, ourType)];
  if (answer.kind !== "json" || ourBody.kind !== "json") {
    if (differences.length > 0) return { ...nothing, differences };
    return { ...nothing, differences: [differ("", bodyWord(answer), bodyWord(ourBody))] };
  }
  const nodes = (await describe(operation)).answer(status);
  const compared = compareBodies(answer.value, ourBody.value, { data, nodes });
  return { ...compared, differences: [...differences, ...compared.differences] };
}

function differ(pointer: string, recorded: unknown, ours: unknown): BodyDifference {
  return { pointer, recorded: String(recorded), ours: String(ours) };
}

function bodyWord({ kind }: RecordedBody): string {
  switch (kind) {
    case "json":
      return "JSON";
    case "none":
      return "no body";
    default:
      return "a body that is not JSON";
  }
}
