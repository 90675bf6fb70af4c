import { STATUS_CODES } from "node:http";
import {
  type AnyOperation,
  allOperations,
  findOperation,
  merchantAccountHeader,
} from "../contract/operations.ts";
import { fillPath, matchPath } from "../contract/path.ts";
import { nodesBelow, type SchemaNode } from "../contract/schema-nodes.ts";
import { knownScopes } from "../contract/scopes.ts";
import { findJson, isRecord } from "../values/record.ts";
import { type PassedBody, type ReadBody, readPassedBody } from "./bodies.ts";
import { type Described, describe } from "./described.ts";
import { type HarEntry, type NameValue, recordedOrigin } from "./har.ts";
import { createHarmless, type Harmless } from "./harmless.ts";
import { createStandIns, type StandIns } from "./stand-ins.ts";

type Headers = Readonly<Record<string, string | undefined>>;

/** An exchange as it went by. Header names are lower case. */
export interface Passed {
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly milliseconds: number;
  readonly method: string;
  readonly target: string;
  readonly headers: Headers;
  readonly body: PassedBody;
  readonly answer: { readonly status: number; readonly headers: Headers; readonly body: PassedBody };
}

const content: unique symbol = Symbol("harmless");

/** An entry that contains nothing private: only `createDescriber` can make one, and only one of these can be written. */
export interface HarmlessEntry {
  readonly [content]: HarEntry;
}

/** The entry as one line of JSON. */
export function entryLine(entry: HarmlessEntry): string {
  return JSON.stringify(entry[content]);
}

/** Turns exchanges of one sitting into entries; `key` is random, and is not kept anywhere. */
export function createDescriber(key: Uint8Array, sitting: string) {
  const standIns = createStandIns(key);
  const harmless = createHarmless(standIns);
  return async (passed: Passed): Promise<HarmlessEntry> => {
    const operation = findOperation(passed.method, passed.target);
    const described = await describe(operation);
    const parts = { described, harmless, operation, standIns };
    return { [content]: { pageref: sitting, ...entryOf(passed, parts) } };
  };
}

interface Parts {
  readonly described: Described;
  readonly harmless: Harmless;
  readonly operation: AnyOperation | undefined;
  readonly standIns: StandIns;
}

function entryOf(passed: Passed, parts: Parts): Omit<HarEntry, "pageref"> {
  const { harmless, operation, standIns } = parts;
  const { answer, milliseconds, startedAt } = passed;
  const scopes = scopesOf(passed.headers["authorization"]);
  const took = Math.max(0, Math.round(milliseconds));
  const time = { send: 0, wait: took, receive: 0 };
  const message = { httpVersion: "HTTP/1.1", cookies: [], headersSize: -1 } as const;
  const nodes = parts.described.answer(answer.status);
  const answered = readPassedBody(answer.body, answer.headers["content-encoding"]);
  const text = textOf(answered, (value) =>
    answer.status < 400 ? successOf(value, nodes, parts) : harmless.failure(value, nodes),
  );
  const isAllowed = answer.headers["allow"]?.split(",").every((word) => methods.has(word.trim()));
  return {
    startedDateTime: standIns.moment(startedAt),
    time: took,
    request: { ...message, ...requestOf(passed, parts) },
    response: {
      ...message,
      status: answer.status,
      statusText: STATUS_CODES[answer.status] ?? "",
      headers: [
        ...typeHeader(answer.headers),
        ...(isAllowed ? [{ name: "allow", value: answer.headers["allow"] ?? "" }] : []),
      ],
      content: { mimeType: mediaTypeOf(answer.headers), ...contentOf(text, answered) },
      redirectURL: "",
      bodySize: text === undefined ? answer.body.size : Buffer.byteLength(text),
    },
    cache: {},
    timings: time,
    ...(operation === undefined ? {} : { _operation: operation.name }),
    ...(scopes === undefined ? {} : { _scopes: scopes }),
  };
}

function requestOf(passed: Passed, parts: Parts) {
  const { described, harmless, standIns } = parts;
  const sent = readPassedBody(passed.body, passed.headers["content-encoding"]);
  const account = passed.headers[merchantAccountHeader];
  const text = textOf(sent, (value) => harmless.json(value, described.body));
  const queryString = queryOf(passed.target, parts);
  const search = queryString.map(
    ({ name, value }) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  );
  return {
    method: methods.has(passed.method) ? passed.method : "OTHER",
    url: `${recordedOrigin}${pathOf(passed.target, parts)}${search.length === 0 ? "" : `?${search.join("&")}`}`,
    headers: [
      ...typeHeader(passed.headers),
      ...(account === undefined ? [] : [{ name: merchantAccountHeader, value: standIns.text(account) }]),
    ],
    queryString,
    ...(sent.kind === "none"
      ? {}
      : { postData: { mimeType: mediaTypeOf(passed.headers), text: text ?? "", ...reasonOf(sent) } }),
    bodySize: text === undefined ? passed.body.size : Buffer.byteLength(text),
  };
}

/** The size of a page is part of the form of a list. */
function successOf(value: unknown, nodes: readonly SchemaNode[], { harmless, operation }: Parts): unknown {
  const drawn = harmless.json(value, nodes);
  if (!operation?.paged || !isRecord(value) || !isRecord(drawn) || !isPageSize(value["limit"])) return drawn;
  return { ...drawn, limit: value["limit"] };
}

function isPageSize(limit: unknown): boolean {
  return Number.isInteger(limit) && Math.abs(Number(limit)) < 1000;
}

/** Words of paths that the contract knows, each with those of the areas that it only names. */
const pathWords: ReadonlySet<string> = new Set([
  ...allOperations.flatMap(({ path }) => path.split("/")),
  ...knownScopes.map((scope) => scope.split(".")[0] ?? ""),
]);

function pathOf(target: string, { described, harmless, operation, standIns }: Parts): string {
  const [path = ""] = target.split("?", 1);
  if (operation === undefined) {
    const steps = path.split("/").map((step) => (pathWords.has(step) ? step : standIns.text(step)));
    return steps.map(encodeURIComponent).join("/");
  }
  const parameters = Object.entries(matchPath(operation.path, path) ?? {}).map(([name, value]) => [
    name,
    String(harmless.json(value, nodesBelow(described.path, name))),
  ]);
  return fillPath(operation.path, Object.fromEntries(parameters));
}

function queryOf(target: string, { described, harmless, operation }: Parts): readonly NameValue[] {
  const at = target.indexOf("?");
  const given = [...new URLSearchParams(at < 0 ? "" : target.slice(at))];
  return given.map(([name, value]) => {
    const nodes = nodesBelow(described.query, name);
    const isPage = operation?.paged && name === "limit" && /^\d{1,3}$/.test(value);
    return {
      name: harmless.name(name, nodes.length > 0),
      value: isPage ? value : String(harmless.json(value, nodes)),
    };
  });
}

const methods: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

const mediaTypes: ReadonlySet<string> = new Set([
  "application/json",
  "application/problem+json",
  "application/x-www-form-urlencoded",
  "text/html",
  "text/plain",
]);

const otherType = "application/octet-stream";

function mediaTypeOf(headers: Headers): string {
  const type = headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase();
  if (type === undefined) return "";
  return mediaTypes.has(type) ? type : otherType;
}

function typeHeader(headers: Headers): readonly NameValue[] {
  const value = mediaTypeOf(headers);
  return value === "" ? [] : [{ name: "content-type", value }];
}

function textOf(body: ReadBody, draw: (value: unknown) => unknown): string | undefined {
  return body.kind === "json" ? JSON.stringify(draw(body.value)) : undefined;
}

function contentOf(text: string | undefined, body: ReadBody) {
  if (text !== undefined) return { size: Buffer.byteLength(text), text };
  return { size: body.kind === "unread" ? body.size : 0, ...reasonOf(body) };
}

function reasonOf(body: ReadBody) {
  return body.kind === "unread" ? { comment: body.reason } : {};
}

/** What a token allows, in words of the contract; undefined without a token, empty for one that can't be read. */
export function scopesOf(authorization: string | undefined): readonly string[] | undefined {
  if (authorization === undefined) return undefined;
  const [, claims = ""] = authorization.replace(/^Bearer +/i, "").split(".");
  const value = findJson(Buffer.from(claims, "base64url").toString());
  const scopes: unknown = isRecord(value) ? value["scopes"] : undefined;
  return Array.isArray(scopes) ? knownScopes.filter((scope) => scopes.includes(scope)) : [];
}
