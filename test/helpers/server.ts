import { randomBytes, randomUUID } from "node:crypto";
import type { Exchange } from "../../src/contract/exchange.ts";
import { createVerifySignature } from "../../src/server/authentication/verify.ts";
import { handlers } from "../../src/server/handlers/table.ts";
import type { Layer } from "../../src/server/layer.ts";
import { assembleServer } from "../../src/server/running/assemble.ts";
import demo from "../../src/server/seed/demo.yaml";
import { keepSeedRecord } from "../../src/server/seed/record.ts";
import type { Seed } from "../../src/server/seed/seed.ts";
import { seedAnew } from "../../src/server/seed/start-data.ts";
import { openSources } from "../../src/server/sources.ts";
import { referenceUser } from "../../src/server/store/built-in.ts";
import type { SqlStore } from "../../src/server/store/sql.ts";
import type { Storage } from "../../src/server/store/storage.ts";
import type { ReferenceStore } from "../../src/server/store/store.ts";
import { findContradiction } from "./described.ts";
import { openEmptyStorage } from "./engine.ts";
import { buildToken, ecdsa, generateKey, type TestKey } from "./keys.ts";

export interface ReferenceOptions {
  /** The initial data of the store; the demo unless given. */
  readonly seed?: Seed;
  readonly now?: () => Date;
  readonly embedLimit?: number;
  readonly deterministic?: number;
  readonly controlToken?: string;
  readonly speaksTls?: boolean;
  readonly cors?: readonly string[];
  /** Around everything; none unless given. */
  readonly logging?: Layer;
  /** Replaces parts of the storage, as by failing ones. */
  alter?(storage: Storage): Storage;
}

export interface RequestOptions {
  /** The administrator's with every scope unless given; null sends none. */
  readonly token?: string | null;
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Bytes and text are sent unchanged, anything else as JSON. */
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
  /** Undefined if the answer had no body. */
  // biome-ignore lint/suspicious/noExplicitAny: tests compare answers whole, and TypeScript can't know them
  readonly json: any;
}

/** The reference server in memory, without a port. */
export interface Reference {
  readonly exchange: Exchange;
  readonly store: ReferenceStore & SqlStore;
  /** An unrestricted key pair whose role allows everything. */
  readonly administrator: { readonly id: string; readonly key: TestKey; readonly privateKey: string };
  /** Internal errors, in order; empty unless a test causes some. */
  readonly reports: readonly unknown[];
  /** The milliseconds of every wait, which took no time. */
  readonly waits: readonly number[];
  /** When it was asked to stop. */
  readonly stops: readonly Date[];
  token(options?: TokenOptions): string;
  request(method: string, target: string, options?: RequestOptions): Promise<JsonAnswer>;
  close(): Promise<void>;
}

/** A key for all tests of a file: making one costs more than most tests. */
const administratorKey = generateKey();
const administrator = {
  id: "ad000000-0000-4000-8000-000000000001",
  display_name: "Administrator",
  public_key: administratorKey.publicPem,
  role_slugs: ["administrator"],
  creator_id: referenceUser.id,
};
const everything = ["*.read", "*.write"];

export async function startReference(options: ReferenceOptions = {}): Promise<Reference> {
  const now = options.now ?? (() => new Date());
  const { alter = (storage) => storage, deterministic } = options;
  const sources = openSources({ now, newId: () => randomUUID(), randomBytes, deterministic });
  const storage = await openEmptyStorage({
    now: sources.clock.now,
    base: sources.clock.base,
    newId: sources.newId,
    randomBytes: sources.lastingBytes,
  });
  // Both engines have it, for code that uses SQL.
  const store = storage.root.store as ReferenceStore & SqlStore;
  const { seed = demo } = options;
  const record = {
    seed: { ...seed, api_key_pairs: [...(seed.api_key_pairs ?? []), administrator] },
    at: store.now().toISOString(),
    name: store.newId(),
  };
  await seedAnew(store, record, administratorKey.publicPem);
  await keepSeedRecord(store, record, "custom");
  await storage.administrators.keep(administratorKey.publicPem);
  const reports: unknown[] = [];
  const waits: number[] = [];
  const stops: Date[] = [];
  const newControlId = () => randomUUID();
  const server = await assembleServer({
    data: { administrator: administratorKey.publicPem, administratorLeaves: false },
    embedLimit: options.embedLimit ?? 50,
    faults: [],
    storage: alter(storage),
    logging: options.logging ?? ((inner) => inner),
    real: { newId: newControlId, now, randomBytes },
    shared: {
      handlers,
      cors: options.cors ?? [],
      verifySignature: createVerifySignature(),
      sleep: async (milliseconds) => void waits.push(milliseconds),
      access: { token: options.controlToken, speaksTls: options.speaksTls ?? false },
      identity: { pid: process.pid, instance: randomUUID() },
      stop: () => void stops.push(now()),
      newControlId,
      report: (error) => reports.push(error),
    },
    sources,
  });
  const { exchange } = server;
  const usualToken = keepUsualToken(now);
  const token = (wanted?: TokenOptions) => (wanted === undefined ? usualToken() : signToken(wanted, now()));
  return {
    exchange,
    store,
    administrator: {
      id: administrator.id,
      key: administratorKey,
      privateKey: administratorKey.privatePem,
    },
    reports,
    waits,
    stops,
    token,
    request: async (method, target, wanted = {}) => {
      const given = wanted.token === undefined ? { ...wanted, token: usualToken() } : wanted;
      const answer = await send(exchange, { method, target, ...given });
      const contradiction = await findContradiction(method, target, answer);
      if (contradiction !== undefined) throw new Error(contradiction);
      return answer;
    },
    close: server.close,
  };
}

/** The administrator's token with every scope, signed again after a minute: signing takes longer than most requests. */
function keepUsualToken(now: () => Date): () => string {
  let signed: { readonly token: string; readonly at: number } | undefined;
  return () => {
    const at = now().getTime();
    if (signed === undefined || Math.abs(at - signed.at) > 60_000) {
      signed = { token: signToken({}, new Date(at)), at };
    }
    return signed.token;
  };
}

/** Signs with a key of the tests; good unless told otherwise. */
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
