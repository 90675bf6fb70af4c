import { type IncomingHttpHeaders, METHODS, STATUS_CODES } from "node:http";
import { actions, flows } from "../contract/flow-actions.ts";
import {
  type AnyOperation,
  allOperations,
  findOperation,
  merchantAccountHeader,
} from "../contract/operations.ts";
import { nodesBelow } from "../contract/schema-nodes.ts";
import { knownScopes } from "../contract/scopes.ts";
import { findJson } from "../values/record.ts";
import { mediaTypeOf, membersOf, type PassedBody, readPassedBody } from "./bodies.ts";
import { type Described, describe } from "./described.ts";
import { createHarmless, type Harmless, type PlaceOfValue } from "./harmless.ts";
import { createStandIns, type StandIns } from "./stand-ins.ts";

/** Header names are lower case. */
interface Message {
  readonly headers: Readonly<IncomingHttpHeaders>;
  readonly body: PassedBody;
}

/** An exchange as it went by. */
export interface Passed extends Message {
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly milliseconds: number;
  readonly method: string;
  readonly target: string;
  readonly answer: Message & { readonly status: number };
}

const content: unique symbol = Symbol("harmless");

/** An entry that contains nothing private: only `createDescriber` can make one, and only one of these can be written. */
export interface HarmlessEntry {
  /** An entry of HAR 1.2; names that begin with `_` are our own. */
  readonly [content]: object;
}

/** The entry as one line of JSON. */
export function entryLine(entry: HarmlessEntry): string {
  return JSON.stringify(entry[content]);
}

/** The program that a recording names as its maker. */
export const recorder = "payctl serve record";

/** Stands for the service in a recording, whose address is private (RFC 2606: it leads nowhere). */
export const recordedOrigin = "https://service.invalid";

/**
 * Turns exchanges of one sitting into entries; `key` is random, and is not kept anywhere. Ids and times of two sittings
 * can't be compared.
 */
export function createDescriber(key: Uint8Array, sitting: number) {
  const standIns = createStandIns(key);
  const harmless = createHarmless(standIns);
  return async (passed: Passed): Promise<HarmlessEntry> => {
    const operation = findOperation(passed.method, passed.target);
    const described = await describe(operation);
    const entry = entryOf(passed, { described, harmless, operation, standIns });
    return { [content]: { _sitting: sitting, ...entry } };
  };
}

interface Parts {
  readonly described: Described;
  readonly harmless: Harmless;
  readonly operation: AnyOperation | undefined;
  readonly standIns: StandIns;
}

const message = { httpVersion: "HTTP/1.1", cookies: [], headersSize: -1 };

function entryOf(passed: Passed, parts: Parts) {
  const { described, harmless, operation, standIns } = parts;
  const { answer, milliseconds, startedAt } = passed;
  const { status } = answer;
  const scopes = scopesOf(passed.headers["authorization"]);
  const took = Math.round(milliseconds);
  const place = { nodes: described.answer(status), isFailure: status >= 400 };
  const answered = contentOf(answer, place, harmless);
  return {
    startedDateTime: standIns.moment(startedAt),
    time: took,
    request: { ...message, ...requestOf(passed, parts) },
    response: {
      ...message,
      status,
      statusText: STATUS_CODES[status] ?? "",
      headers: [],
      content: answered,
      redirectURL: "",
      bodySize: answered.size,
    },
    cache: {},
    timings: { send: 0, wait: took, receive: 0 },
    ...(operation && { _operation: operation.name }),
    ...(scopes && { _scopes: scopes }),
  };
}

function requestOf(passed: Passed, parts: Parts) {
  const { described, harmless, standIns } = parts;
  const account = passed.headers[merchantAccountHeader]?.toString();
  const { size, ...sent } = contentOf(passed, { nodes: described.body }, harmless);
  const query = queryOf(passed.target, parts);
  const search = query.length === 0 ? "" : `?${new URLSearchParams(query)}`;
  return {
    method: METHODS.includes(passed.method) ? passed.method : "OTHER",
    url: `${recordedOrigin}${pathOf(passed.target, parts)}${search}`,
    headers: account === undefined ? [] : [{ name: merchantAccountHeader, value: standIns.text(account) }],
    queryString: query.map(([name, value]) => ({ name, value })),
    ...(size > 0 && { postData: { text: "", ...sent } }),
    bodySize: size,
  };
}

/** Words of paths that the contract knows, each with those of the areas that it only names. */
const pathWords: ReadonlySet<string> = new Set([
  ...allOperations.flatMap(({ path }) => path.split("/")),
  ...knownScopes.map((scope) => scope.split(".")[0] ?? ""),
  ...flows,
  ...actions,
]);

function pathOf(target: string, { operation, standIns }: Parts): string {
  const [path = ""] = target.split("?", 1);
  // Only what no operation has may be undecodable.
  const steps = path.split("/").map((step) => (operation === undefined ? step : decodeURIComponent(step)));
  return steps.map((step) => encodeURIComponent(pathWords.has(step) ? step : standIns.text(step))).join("/");
}

function queryOf(target: string, { described, harmless }: Parts) {
  const given = new URLSearchParams(target.replace(/^[^?]*/, ""));
  return [...given].map(([name, value]): [string, string] => {
    const nodes = nodesBelow(described.query, name);
    return [harmless.name(name, nodes.length > 0), String(harmless.json(value, { name, nodes }))];
  });
}

const mediaTypes = ["", "application/json", "application/problem+json", "text/html"];

/** What of a body may be kept; of one that was not understood, its size and why. */
function contentOf({ body, headers }: Message, place: PlaceOfValue, harmless: Harmless) {
  const read = readPassedBody(body, headers["content-encoding"]);
  const type = mediaTypeOf(headers["content-type"]);
  const mimeType = mediaTypes.includes(type) ? type : "application/octet-stream";
  if (read.kind !== "json")
    return { mimeType, size: body.size, ...(read.kind === "other" && { comment: read.reason }) };
  const text = JSON.stringify(harmless.json(read.value, place));
  return { mimeType, size: Buffer.byteLength(text), text };
}

/** What a token allows, in words of the contract; undefined without a token, empty for one that can't be read. */
export function scopesOf(authorization: string | undefined): readonly string[] | undefined {
  if (authorization === undefined) return undefined;
  const [, claims = ""] = authorization.replace(/^Bearer +/i, "").split(".");
  const { scopes } = membersOf(findJson(Buffer.from(claims, "base64url").toString()));
  return Array.isArray(scopes) ? knownScopes.filter((scope) => scopes.includes(scope)) : [];
}
