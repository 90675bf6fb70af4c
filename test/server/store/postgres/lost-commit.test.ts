import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { openPostgresStorage } from "../../../../src/server/store/postgres/storage.ts";
import type { SqlStore } from "../../../../src/server/store/sql.ts";
import type { ReferenceStore } from "../../../../src/server/store/store.ts";
import { asking } from "../../../helpers/engine.ts";
import { startPostgres, type TestPostgres } from "../../../helpers/postgres.ts";

/** On the way to a database, something happens instead of the next commit; then the connection is lost. */
interface Accident {
  readonly address: string;
  insteadOfCommit(happens: () => Promise<void>): void;
  /** The same, but the commit arrives and its answer does not. */
  afterCommit(happens: () => Promise<void>): void;
}

let postgres: TestPostgres;

beforeAll(async () => {
  postgres = await startPostgres();
});

afterAll(() => postgres.remove());

async function openAccident(schema: string): Promise<Accident> {
  let planned: { readonly passes: boolean; happens(): Promise<void> } | undefined;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const upstream = connect(postgres.port, "127.0.0.1");
    for (const [end, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      sockets.add(end.setNoDelay());
      end.on("error", () => {}).on("close", () => isHeld || other.destroy());
    }
    let isHeld = false;
    upstream.on("data", (bytes) => isHeld || socket.write(bytes));
    socket.on("data", (bytes) => {
      const accident = planned;
      if (accident === undefined || !bytes.includes("COMMIT")) {
        upstream.write(bytes);
        return;
      }
      planned = undefined;
      isHeld = true;
      if (accident.passes) upstream.write(bytes);
      void accident.happens().finally(() => socket.destroy());
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const url = new URL(`${postgres.address}/postgres?schema=${schema}`);
  const place = server.address();
  url.port = String(typeof place === "object" ? place?.port : undefined);
  return {
    address: url.href,
    insteadOfCommit(happens) {
      planned = { passes: false, happens };
    },
    afterCommit(happens) {
      planned = { passes: true, happens };
    },
  };
}

async function setUp(schema: string) {
  const accident = await openAccident(schema);
  const storage = await openPostgresStorage({
    database: accident.address,
    now: () => new Date(),
    newId: () => randomUUID(),
    randomBytes,
  });
  onTestFinished(() => storage.close());
  const store = storage.root.store as ReferenceStore & SqlStore;
  return {
    accident,
    add: (id: string) => store.change((sql) => sql.insert("users", { id, body: "{}" })),
    users: async () => {
      const text = `SELECT id FROM ${schema}.users ORDER BY id`;
      const { rows } = await asking(`${postgres.address}/postgres`, (client) => client.query(text));
      return rows.map(({ id }) => id);
    },
  };
}

const unknown = { status: 500, body: { message: "It is not known whether the change was made" } };

test("a change whose commit was lost with its database is answered as unknown", async () => {
  const { accident, add, users } = await setUp("crash");
  await add("before");
  accident.insteadOfCommit(async () => {
    await postgres.kill();
    await postgres.start();
  });
  await expect(add("mine")).rejects.toMatchObject(unknown);
  expect(await users()).toEqual(["before"]);
});

test("a change whose commit arrived, and its answer did not, is made once, and answered as unknown", async () => {
  const { accident, add, users } = await setUp("cut");
  accident.afterCommit(() => new Promise((resolve) => setTimeout(resolve, 200)));
  await expect(add("mine")).rejects.toMatchObject(unknown);
  expect(await users()).toEqual(["mine"]);
});
