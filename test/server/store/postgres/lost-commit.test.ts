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
  // What was not committed is then not on disk either, so a crash forgets its number.
  postgres = await startPostgres({ wal_writer_delay: "10s" });
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

async function openUsers(database: string) {
  const storage = await openPostgresStorage({
    database,
    now: () => new Date(),
    newId: () => randomUUID(),
    randomBytes,
  });
  onTestFinished(() => storage.close());
  const store = storage.root.store as ReferenceStore & SqlStore;
  return {
    add: (id: string) => store.change((sql) => sql.insert("users", { id, body: "{}" })),
    hits: store.common?.cell("faults"),
  };
}

async function setUp(schema: string) {
  const accident = await openAccident(schema);
  const { add, hits } = await openUsers(accident.address);
  const other = await openUsers(`${postgres.address}/postgres?schema=${schema}`);
  return {
    accident,
    add,
    addElsewhere: other.add,
    count: () =>
      hits?.update((text) => ({ text: String(Number(text ?? 0) + 1), value: Number(text ?? 0) + 1 })),
    users: async () => {
      const text = `SELECT id FROM ${schema}.users ORDER BY id`;
      const { rows } = await asking(`${postgres.address}/postgres`, (client) => client.query(text));
      return rows.map(({ id }) => id);
    },
  };
}

test("a change whose commit was lost with its database is not mistaken for another with the same number", async () => {
  const { accident, add, addElsewhere, users } = await setUp("crash");
  await add("before");
  accident.insteadOfCommit(async () => {
    await postgres.kill();
    await postgres.start();
    // Numbers that the crash freed are used again.
    for (const id of ["x", "y", "z"]) await addElsewhere(id);
  });
  await expect(add("mine")).rejects.toMatchObject({
    status: 500,
    body: { message: "It is not known whether the change was made" },
  });
  expect(await users()).toEqual(["before", "x", "y", "z"]);
});

test("a change whose commit arrived is answered, and made once, although the connection was lost", async () => {
  const { accident, add, users } = await setUp("cut");
  accident.afterCommit(() => new Promise((resolve) => setTimeout(resolve, 200)));
  await add("mine");
  expect(await users()).toEqual(["mine"]);
});

test("a hit of a fault whose commit arrived is counted once, although the connection was lost", async () => {
  const { accident, count } = await setUp("hits");
  expect(await count()).toBe(1);
  accident.afterCommit(() => new Promise((resolve) => setTimeout(resolve, 200)));
  expect(await count()).toBe(2);
  expect(await count()).toBe(3);
});
