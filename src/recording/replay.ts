import type { ApiResponse } from "../contract/exchange.ts";
import { transientStatuses } from "../contract/failure.ts";
import { type AnyOperation, merchantAccountHeader } from "../contract/operations.ts";
import { fillPath } from "../contract/path.ts";
import { nodesBelow } from "../contract/schema-nodes.ts";
import { covers, isWriteScope } from "../contract/scopes.ts";
import { cardFields } from "../contract/secret-fields.ts";
import { mask } from "../values/mask.ts";
import { isRecord } from "../values/record.ts";
import { isUuid } from "../values/text.ts";
import { mapTexts, mediaTypeOf, type ReadBody, readBodyText } from "./bodies.ts";
import { type Asked, type BodyDifference, type Comparison, compareBodies } from "./compare.ts";
import { describe, wordsOf } from "./described.ts";
import type { Recorded } from "./read-har.ts";

export type VerdictWord = "same" | "different" | "more" | "not served" | "not sent";

/** How an exchange went that was recorded elsewhere. */
export interface ReplayVerdict extends Pick<Recorded, "file" | "entry" | "method" | "path" | "status"> {
  readonly operation: string | null;
  readonly verdict: VerdictWord;
  /** Why it was not sent; null if it was. */
  readonly reason: string | null;
  readonly differences: readonly BodyDifference[];
  /** Members that the contract does not know. */
  readonly more: readonly string[];
}

/** Where exchanges are sent. */
export interface ReplayTarget {
  /** Only the reference server can fail on demand. */
  readonly kind: Asked;
  /** Whether it may be changed. */
  readonly allowsWrites: boolean;
  /** What stands there for an account that the recorded service has accepted, or for none; undefined leaves it to the service. */
  account(recorded: string | undefined): string | undefined;
  send(request: Outgoing): Promise<ApiResponse>;
}

/** Sends the exchanges of one sitting in order, and compares the answers. */
export async function* replay(
  exchanges: readonly Recorded[],
  target: ReplayTarget,
): AsyncGenerator<ReplayVerdict> {
  const bound = new Map<string, string>();
  for (const { account, parameters, status } of exchanges)
    for (const name of status < 400 ? [account, parameters["merchant_account_id"]] : []) {
      const here = name && target.account(name);
      if (name && here) bound.set(name, here);
    }
  for (const exchange of exchanges) yield await replayOne(exchange, { bound, target });
}

interface Sending {
  readonly operation: AnyOperation;
  readonly target: ReplayTarget;
  /** Texts of the recording, and what stands for them here. */
  readonly bound: Map<string, string>;
}

async function replayOne(exchange: Recorded, state: Omit<Sending, "operation">): Promise<ReplayVerdict> {
  const { entry, file, method, operation, path, status } = exchange;
  const about = { file, entry, operation: operation?.name ?? null, method, path, status };
  const nothing = { reason: null, differences: [], more: [] };
  if (operation === undefined) return { ...about, verdict: "not served", ...nothing };
  const sending = { ...state, operation };
  const reason = await reasonNotToSend(exchange, sending);
  if (reason !== undefined) return { ...about, verdict: "not sent", ...nothing, reason };
  const answer = await state.target.send(requestOf(exchange, sending));
  const { bound, differences, more } = await compareAnswers(exchange, answer, sending);
  for (const [recorded, ours] of bound) if (!state.bound.has(recorded)) state.bound.set(recorded, ours);
  return { ...about, verdict: verdictOf(differences, more), reason: null, differences, more };
}

function verdictOf(differences: readonly BodyDifference[], more: readonly string[]): VerdictWord {
  if (differences.length > 0) return "different";
  return more.length > 0 ? "more" : "same";
}

/** A request to send, still to be signed. */
export type Outgoing = ReturnType<typeof requestOf>;

function requestOf(exchange: Recorded, { bound, operation, target }: Sending) {
  const { account, body, parameters, query, status } = exchange;
  const ours = (text: string) => bound.get(text) ?? text;
  const given = Object.entries(parameters).map(([name, value]) => [name, ours(value)]);
  const search = new URLSearchParams(query.map(({ name, value }): [string, string] => [name, ours(value)]));
  const scopes = scopesFor(exchange, operation);
  // A service that refused the account is asked about the same one.
  const named = account && (bound.get(account) ?? (status < 400 ? undefined : account));
  const chosen = named ?? (operation.merchantHeader ? target.account(undefined) : undefined);
  return {
    operation,
    target: `${fillPath(operation.path, Object.fromEntries(given))}${query.length === 0 ? "" : `?${search}`}`,
    headers: {
      ...(body.kind === "json" && { "content-type": "application/json" }),
      ...(chosen !== undefined && { [merchantAccountHeader]: chosen }),
    },
    ...(body.kind === "json" && {
      body: new TextEncoder().encode(JSON.stringify(mapTexts(body.value, ours))),
    }),
    /** Undefined for a request without a token. */
    scopes,
    /** Whether the token has to be refused. */
    isFlawed: status === 401 && scopes !== undefined,
    /** A failure that the answer should be, which only a simulated fault can bring about. */
    failing: transientStatuses.includes(status) ? status : undefined,
  };
}

/** A browser leaves the token out of what it exports: the answer then tells that there was one. */
function scopesFor({ scopes, status }: Recorded, operation: AnyOperation): readonly string[] | undefined {
  const isUnknown = scopes === undefined ? status !== 401 : scopes.length === 0 && status < 400;
  if (!isUnknown) return scopes;
  return [operation.scope, ...("wideningScope" in operation ? [operation.wideningScope] : [])];
}

/** Undefined if it can be sent. */
async function reasonNotToSend(exchange: Recorded, sending: Sending): Promise<string | undefined> {
  const { operation, target } = sending;
  const { body, query, scopes, status } = exchange;
  if (status === 0 || status === 304) return "the recording has no answer of the service to it";
  if (body.kind === "other") return "its body is not in the recording";
  const texts = textsIn(body.kind === "json" && body.value);
  const cards = texts.filter(({ name }) => cardFields.some((field) => field === name));
  const secret = [...query, ...cards].find(({ value }) => value === mask);
  if (secret !== undefined) return `it needs a secret, which no recording has: ${secret.name}`;
  if (status === 403 && scopes !== undefined && covers(scopes, operation.scope))
    return "the service refused it for a reason that the recording does not show";
  if (target.kind === "service" && transientStatuses.includes(status))
    return "such a failure can't be asked for";
  if (!target.allowsWrites && operation.method !== "GET" && isWriteScope(operation.scope))
    return "it would change something; add --allow-writes";
  const ids = texts.filter(({ value }) => isUuid(value));
  const unknown = await unboundText(exchange, ids, sending);
  return unknown && `it needs a value that nothing before it showed: ${unknown}`;
}

/** The name of something that only answers can have shown: a cursor and, at a service, what it has ids of its own for. */
async function unboundText(
  { parameters, query, status }: Recorded,
  ids: readonly NamedText[],
  { bound, operation, target }: Sending,
): Promise<string | undefined> {
  // Of refusals, these depend on what there is.
  if (status >= 400 && status !== 400 && status !== 409) return undefined;
  const described = await describe(operation);
  const isKnown = ({ name, value }: NamedText) =>
    bound.has(value) ||
    (name === "limit" && /^\d+$/.test(value)) ||
    [described.path, described.query].some((nodes) => wordsOf(nodesBelow(nodes, name)).includes(value));
  const inPath = Object.entries(parameters).map(([name, value]) => ({ name, value }));
  const asked = status < 400 ? query : [];
  const cursors = asked.filter(({ name }) => name === "cursor");
  const needed = target.kind === "service" ? [...inPath, ...asked, ...ids] : cursors;
  return needed.find((text) => !isKnown(text))?.name;
}

type NamedText = Recorded["query"][number];

/** Each text with the name of the member that it stands in. */
function textsIn(value: unknown, name = "body"): readonly NamedText[] {
  if (typeof value === "string") return [{ name, value }];
  if (Array.isArray(value)) return value.flatMap((item) => textsIn(item, name));
  return isRecord(value) ? Object.entries(value).flatMap(([field, inner]) => textsIn(inner, field)) : [];
}

async function compareAnswers(
  { answer, mediaType, status }: Recorded,
  ours: ApiResponse,
  { operation, target }: Sending,
): Promise<Comparison> {
  const nothing = { more: [], bound: [] };
  // The rest then follows from that.
  if (status !== ours.status) return { ...nothing, differences: [differ("status", status, ours.status)] };
  const ourBody: ReadBody = ours.body === "" ? { kind: "none" } : readBodyText(ours.body);
  const differences = [
    differ("", kinds[answer.kind], kinds[ourBody.kind]),
    ...(answer.kind === "none"
      ? []
      : [differ("content-type", mediaType, mediaTypeOf(ours.headers["content-type"]))]),
  ].filter((one) => one.recorded !== one.ours);
  if (answer.kind !== "json" || ourBody.kind !== "json") return { ...nothing, differences };
  const nodes = (await describe(operation)).answer(status);
  const compared = compareBodies(answer.value, ourBody.value, { asked: target.kind, nodes });
  return { ...compared, differences: [...differences, ...compared.differences] };
}

const kinds = { json: "JSON", none: "no body", other: "a body that is not JSON" } as const;

function differ(pointer: string, recorded: unknown, ours: unknown): BodyDifference {
  return { pointer, recorded: String(recorded), ours: String(ours) };
}
