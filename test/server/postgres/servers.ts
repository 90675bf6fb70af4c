import { randomUUID } from "node:crypto";
import { onTestFinished } from "vitest";
import { type RunningServer, type ServeOptions, startServer } from "../../../src/server/running/serve.ts";
import type { Seed } from "../../../src/server/seed/seed.ts";
import { once } from "../../../src/values/once.ts";
import { buildToken, ecdsa, generateKey, type TestKey } from "../../helpers/keys.ts";
import { sharedPostgres } from "../../helpers/postgres.ts";

export const administrator = generateKey();

/** The address of an unused schema. */
export async function freshAddress(): Promise<string> {
  return `${await sharedPostgres()}/postgres?schema=test_${randomUUID().replaceAll("-", "_")}`;
}

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers as they need them
  readonly json: any;
}

export interface TestServer {
  readonly server: RunningServer;
  /** What it has logged; with the log off, only bugs. */
  readonly log: readonly string[];
  request(method: string, target: string, body?: unknown, asking?: Asking): Promise<Answer>;
}

interface Asking {
  readonly key?: TestKey;
  readonly scopes?: readonly string[];
  readonly jti?: string;
}

type Options = Partial<Omit<ServeOptions, "data">> & {
  readonly seed?: Seed;
  readonly key?: TestKey;
  /** Whether its key pair is removed when it stops. */
  readonly administratorLeaves?: boolean;
};

/** Starts a server of a database in this process; it stops with the test. */
export async function startOn(
  database: string,
  { administratorLeaves = false, key = administrator, seed, ...options }: Options = {},
): Promise<TestServer> {
  const log: string[] = [];
  const server = await startServer({
    port: false,
    host: "127.0.0.1",
    database,
    data: { seed, reset: false, administrator: key.publicPem, administratorLeaves },
    embedLimit: 50,
    log: "off",
    stopWanted: () => {},
    now: () => new Date(),
    newId: () => randomUUID(),
    write: (text) => log.push(text),
    ...options,
  });
  const stop = once(server.stop);
  onTestFinished(stop);
  return {
    server: { ...server, stop },
    log,
    async request(method, target, body, asking) {
      const answer = await server.exchange({
        method,
        target,
        headers: {
          authorization: `Bearer ${tokenOf({ key, ...asking })}`,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: Buffer.from(JSON.stringify(body)) }),
      });
      return { status: answer.status, json: answer.body === "" ? undefined : JSON.parse(answer.body) };
    },
  };
}

function tokenOf({
  jti = randomUUID(),
  key = administrator,
  scopes = ["*.read", "*.write"],
}: Asking): string {
  const seconds = Math.floor(Date.now() / 1000);
  const times = { nbf: seconds - 30, iat: seconds - 30, exp: seconds + 3600 };
  return buildToken({
    header: { alg: "ES512", typ: "JWT", kid: key.thumbprint },
    claims: { iss: "payctl-test", ...times, jti, scopes },
    sign: ecdsa(key),
  });
}
