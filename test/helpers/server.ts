import { randomBytes, randomUUID } from "node:crypto";
import type { Exchange } from "../../src/contract/exchange.ts";
import { createApp } from "../../src/server/app.ts";
import { createVerifySignature } from "../../src/server/authentication/verify.ts";
import { createFaults } from "../../src/server/faults/faults.ts";
import { handlers } from "../../src/server/handlers/table.ts";
import { createJournal } from "../../src/server/journal/journal.ts";
import { createRouter } from "../../src/server/router.ts";
import { applySeed } from "../../src/server/seed/apply.ts";
import demo from "../../src/server/seed/demo.yaml";
import type { Seed } from "../../src/server/seed/seed.ts";
import { openSources } from "../../src/server/sources.ts";
import { openStore, type ReferenceStore } from "../../src/server/store/open.ts";
import type { World } from "../../src/server/world.ts";
import { buildToken, ecdsa, generateKey, type TestKey } from "./keys.ts";

export interface ReferenceOptions {
  /** What the store begins with; the demo unless given. */
  readonly seed?: Seed;
  readonly now?: () => Date;
  readonly embedLimit?: number;
  readonly deterministic?: number;
  readonly latency?: number;
  readonly controlToken?: string;
}

export interface RequestOptions {
  /** The administrator's with every scope unless given; null sends none. */
  readonly token?: string | null;
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Bytes and text are sent as they are, anything else as JSON. */
  readonly body?: unknown;
  readonly address?: string;
}

export interface TokenOptions {
  /** The administrator's unless given. */
  readonly key?: TestKey;
  readonly scopes?: readonly string[];
  /** Replace and add; undefined removes. */
  readonly header?: Readonly<Record<string, unknown>>;
  readonly claims?: Readonly<Record<string, unknown>>;
}

export interface JsonAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined where the answer had no body. */
  // biome-ignore lint/suspicious/noExplicitAny: tests compare answers whole, and TypeScript can't know them
  readonly json: any;
}

/** The reference server in memory, without a port. */
export interface Reference {
  readonly exchange: Exchange;
  readonly store: ReferenceStore;
  /** An unrestricted key pair whose role allows everything. */
  readonly administrator: { readonly id: string; readonly key: TestKey; readonly privateKey: string };
  /** What went wrong inside, in order; a test that expects nothing of the kind finds it empty. */
  readonly reports: readonly unknown[];
  /** The milliseconds of every wait, which took no time. */
  readonly waits: readonly number[];
  token(options?: TokenOptions): string;
  request(method: string, target: string, options?: RequestOptions): Promise<JsonAnswer>;
  close(): Promise<void>;
}

/** A key for all tests of a file: making one costs more than most tests. */
const administratorKey = generateKey();
const administratorId = "ad000000-0000-4000-8000-000000000001";
const everything = ["*.read", "*.write"];

export async function startReference(options: ReferenceOptions = {}): Promise<Reference> {
  const now = options.now ?? (() => new Date());
  const { deterministic } = options;
  const sources = openSources({ now, newId: () => randomUUID(), randomBytes, deterministic });
  const store = await openStore({
    path: ":memory:",
    now: sources.clock.now,
    newId: sources.newId,
    randomBytes: sources.lastingBytes,
  });
  const keyPair = {
    id: administratorId,
    displayName: "Administrator",
    publicKey: administratorKey.publicPem,
  };
  const seed = options.seed ?? demo;
  await applySeed(store, seed, { keyPair });
  const reports: unknown[] = [];
  const waits: number[] = [];
  const world: World = {
    store,
    sources,
    embedLimit: options.embedLimit ?? 50,
    faults: createFaults([]),
    journal: createJournal(),
    reset: async () => {
      await applySeed(store, seed, { clear: true, keyPair });
      return true;
    },
  };
  const newControlId = () => randomUUID();
  const root = createApp(world, {
    handlers,
    verifySignature: createVerifySignature(),
    latency: options.latency ?? 0,
    sleep: async (milliseconds) => void waits.push(milliseconds),
    access: { token: options.controlToken },
    newControlId,
    report: (error) => reports.push(error),
  });
  const exchange = createRouter({ root, find: () => undefined, logging: (inner) => inner, newControlId });
  const token = (wanted: TokenOptions = {}) => signToken(wanted, now());
  return {
    exchange,
    store,
    administrator: {
      id: administratorId,
      key: administratorKey,
      privateKey: administratorKey.privatePem,
    },
    reports,
    waits,
    token,
    request: async (method, target, wanted = {}) =>
      send(exchange, { method, target, token: token(), ...wanted }),
    close: () => store.close(),
  };
}

function signToken({ claims, header, key = administratorKey, scopes = everything }: TokenOptions, now: Date) {
  const seconds = Math.floor(now.getTime() / 1000);
  return buildToken({
    header: { alg: "ES512", typ: "JWT", kid: key.thumbprint, ...header },
    claims: {
      iss: "payctl-test",
      nbf: seconds - 30,
      iat: seconds - 30,
      exp: seconds + 300,
      jti: randomUUID(),
      scopes,
      ...claims,
    },
    sign: ecdsa(key),
  });
}

interface Sent extends RequestOptions {
  readonly method: string;
  readonly target: string;
}

async function send(exchange: Exchange, sent: Sent): Promise<JsonAnswer> {
  const { address, body, headers, method, target, token } = sent;
  const answer = await exchange({
    method,
    target,
    headers: {
      ...(token == null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: bytesOf(body) }),
    ...(address === undefined ? {} : { address }),
  });
  const json = answer.body === "" ? undefined : JSON.parse(answer.body);
  return { status: answer.status, headers: answer.headers, json };
}

function bytesOf(body: unknown): Uint8Array {
  if (body instanceof Uint8Array) return body;
  return Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
}
