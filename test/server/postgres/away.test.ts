import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { ConfigurationError } from "../../../src/errors.ts";
import { openConnections, unlimited } from "../../../src/server/store/postgres/connections.ts";
import { asking } from "../../helpers/engine.ts";
import { startPostgres, type TestPostgres } from "../../helpers/postgres.ts";
import { freshAddress, startOn } from "./servers.ts";

/** A network between a server and its database that can be cut, or can lose everything sent. */
interface Network {
  readonly address: string;
  cut(): void;
  freeze(): void;
  mend(): void;
}

async function openNetwork(address: string): Promise<Network> {
  const target = new URL(address);
  const sockets = new Set<Socket>();
  let state: "cut" | "frozen" | "whole" = "whole";
  const server = createServer((socket) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const [end, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      sockets.add(end.setNoDelay());
      // What was lost once is not delivered later.
      let isLost = state === "frozen";
      end.on("data", (bytes) => {
        isLost ||= state === "frozen";
        if (!isLost) other.write(bytes);
      });
      end.on("error", () => {}).on("close", () => other.destroy());
    }
    if (state === "cut") socket.destroy();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const place = server.address();
  const url = new URL(address);
  url.port = String(typeof place === "object" ? place?.port : undefined);
  return {
    address: url.href,
    cut() {
      state = "cut";
      for (const socket of sockets) socket.destroy();
    },
    freeze() {
      state = "frozen";
    },
    mend() {
      state = "whole";
    },
  };
}

test("without the database an unknown world is not reported missing; once it is back, one that was never made is", async () => {
  const network = await openNetwork(await freshAddress());
  const server = await startOn(network.address);
  network.cut();
  const away = await server.request("GET", "/_worlds/elsewhere/buyers");
  expect(away).toMatchObject({ status: 503, json: { type: "error", code: "server_error", status: 503 } });
  network.mend();
  // A request may still meet a connection that was cut.
  const ask = async () => (await server.request("GET", "/_worlds/elsewhere/buyers")).status;
  await expect.poll(ask).not.toBe(503);
  expect(await ask()).toBe(404);
});

test("every part of the control interface says why it can't answer without the database, the API does not, and neither reports a bug", async () => {
  const network = await openNetwork(await freshAddress());
  const server = await startOn(network.address);
  expect((await server.request("PUT", "/_reference/worlds/mine")).status).toBe(201);
  network.cut();
  const answers = await Promise.all(
    [
      ["GET", "/_worlds/mine/buyers"],
      ["GET", "/_reference/requests"],
      ["GET", "/_reference/snapshots"],
      ["GET", "/_reference/data/buyers"],
      ["PUT", "/_reference/snapshots/one"],
      ["PUT", "/_reference/worlds/other"],
      ["DELETE", "/_reference/worlds/mine"],
      ["POST", "/_reference/reset"],
    ].map(([method = "", target = ""]) => server.request(method, target)),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503));
  const [ofApi, ...ofControl] = answers.map(({ json }) => json);
  expect(ofApi.message).toBe("Request could not be processed");
  const reason = /^the database postgres:\/\/payctl@127\.0\.0\.1:\d+\/\S+ can't be reached$/;
  for (const { message } of ofControl) expect(message).toMatch(reason);
  expect(server.log).toEqual([]);
});

test("without the database a server answers what does not depend on it", async () => {
  const network = await openNetwork(await freshAddress());
  const { log, server } = await startOn(network.address);
  const ask = async (method: string, target: string) =>
    (await server.exchange({ method, target, headers: {} })).status;
  expect(await ask("PUT", "/_reference/worlds/mine")).toBe(201);
  network.cut();
  const constant = ["/_reference/", "/_reference", "/openapi.json"];
  const asked = [
    ...constant.map((target) => ["GET", target] as const),
    ["GET", "/_worlds/mine/_reference/"],
    ["GET", "/_reference/nothing"],
    ["POST", "/_reference/health"],
    ["GET", "/nothing"],
    ["DELETE", "/buyers"],
    ["GET", "/buyers"],
    ["GET", "/_reference/health"],
  ] as const;
  const statuses = await Promise.all(asked.map(([method, target]) => ask(method, target)));
  expect(statuses).toEqual([200, 308, 200, 200, 404, 405, 404, 405, 401, 503]);
  expect(log).toEqual([]);
});

test("a database that has frozen keeps nobody waiting who needs nothing of it", async () => {
  const network = await openNetwork(await freshAddress());
  const { server } = await startOn(network.address);
  network.freeze();
  const ask = async (target: string) =>
    (await server.exchange({ method: "GET", target, headers: {} })).status;
  expect(await ask("/_reference/")).toBe(200);
  expect(await ask("/openapi.json")).toBe(200);
  const health = ask("/_reference/health");
  expect(await Promise.race([health, sleep(500, "nothing yet", { ref: false })])).toBe("nothing yet");
  // Or the server would wait for the database when it stops.
  network.cut();
  expect(await health).toBe(503);
});

test("the log says once why the database is lost, and once that it is back", async () => {
  const network = await openNetwork(await freshAddress());
  const server = await startOn(network.address, { log: "text" });
  const told = () =>
    server.log
      .join("")
      .split("\n")
      .filter((line) => /the database/.test(line));
  await server.request("GET", "/buyers");
  network.cut();
  await Promise.all([server.request("GET", "/buyers"), server.request("GET", "/audit-logs")]);
  await server.request("GET", "/buyers");
  await sleep(5);
  expect(told()).toEqual([
    expect.stringMatching(
      /^\S+Z the database postgres:\/\/payctl@127\.0\.0\.1:\d+\/\S+ can't be reached: \S/,
    ),
  ]);
  network.mend();
  await expect
    .poll(async () => {
      await server.request("GET", "/buyers");
      return told().slice(1);
    })
    .toEqual([expect.stringMatching(/^\S+Z the database is back$/)]);
});

test("a primary that has become a replica answers reads without a wait, refuses writes, and is told once in the log", async () => {
  const postgres = await ownPostgres();
  const address = `${postgres.address}/postgres`;
  const server = await startOn(address, { log: "json" });
  const become = (state: "off" | "on") =>
    asking(address, async (client) => {
      await client.query(`ALTER SYSTEM SET default_transaction_read_only = ${state}`);
      await client.query("SELECT pg_reload_conf()");
      const stateOfSession = async () => (await client.query("SHOW default_transaction_read_only")).rows;
      await expect.poll(stateOfSession).toEqual([{ default_transaction_read_only: state }]);
      await sleep(200);
    });
  const events = () =>
    server.log
      .join("")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
      .filter(({ event }) => event === "database")
      .map(({ database, message }) => [database, message]);
  const write = (id: string) =>
    server.request("POST", "/merchant-accounts", { id, display_name: "Shop" }).then(({ status }) => status);
  await become("on");
  for (let round = 0; round < 3; round += 1) {
    expect(await write(`refused-${round}`)).toBe(503);
    expect((await server.request("GET", "/buyers")).status).toBe(200);
  }
  await sleep(500);
  expect(events()).toEqual([["refuses", expect.stringContaining("is a read-only replica")]]);
  await become("off");
  expect(await write("shop")).toBe(201);
});

test.each([
  [
    "a statement that PostgreSQL cancels",
    "ALTER ROLE payctl SET statement_timeout = 300",
    / reports: canceling statement due to statement timeout \(57014\)\n/,
  ],
  [
    "a password that is changed while the server runs",
    "ALTER ROLE payctl PASSWORD 'another'",
    / refuses the user or the password: password authentication failed for user/,
  ],
])("%s is answered with 503, and the log says why", async (_, change, words) => {
  const postgres = await ownPostgres();
  const address = `${postgres.address}/postgres`;
  const server = await startOn(address, { log: "text" });
  const statuses = new Set<number>();
  await asking(address, async (client) => {
    const cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'payctl'";
    await client.query(`${change}; ${cut}`);
    await client.query("SET statement_timeout = 0; BEGIN; SELECT 1 FROM payctl.datasets FOR UPDATE");
    // The first request may still meet a connection that has just been closed.
    await expect
      .poll(async () => {
        const body = { id: "shop", display_name: "Shop" };
        statuses.add((await server.request("POST", "/merchant-accounts", body)).status);
        return server.log.join("");
      })
      .toMatch(words);
  });
  expect([...statuses]).toEqual([503]);
  expect(server.log.join("")).not.toContain("    at ");
});

test("a server stops cleanly without its database", async () => {
  const network = await openNetwork(await freshAddress());
  const { request, server } = await startOn(network.address, { administratorLeaves: true });
  for (const name of ["one", "two"]) await request("PUT", `/_reference/worlds/${name}`);
  await request("GET", "/_worlds/one/buyers");
  network.cut();
  await expect(server.stop()).resolves.toBeUndefined();
});

test("requests to a silent database get 503, and work resumes once it answers", async () => {
  const network = await openNetwork(await freshAddress());
  const connections = await openConnections(network.address, { answerTimeout: 1000 });
  onTestFinished(() => connections.close());
  const ask = () => connections.use((connection) => connection.query("SELECT 1 AS one"));
  await Promise.all([ask(), ask()]);
  network.freeze();
  await expect(Promise.all([ask(), ask()])).rejects.toMatchObject({
    status: 503,
    cause: expect.any(ConfigurationError),
  });
  network.mend();
  expect((await ask()).rows).toEqual([{ one: 1 }]);
});

test("a statement that copies many rows or waits for another server may take as long as it needs", async () => {
  const connections = await openConnections(await freshAddress(), { answerTimeout: 1000 });
  onTestFinished(() => connections.close());
  const sleep = (limit: object) =>
    connections.use((connection) =>
      connection.query({ text: "SELECT pg_sleep(1.5)::text AS slept", ...limit }),
    );
  expect((await sleep(unlimited)).rows).toEqual([{ slept: "" }]);
  await expect(sleep({})).rejects.toMatchObject({ status: 503 });
});

test("a bug is not mistaken for an outage", async () => {
  const connections = await openConnections(await freshAddress());
  onTestFinished(() => connections.close());
  for (const bug of [
    new TypeError("connection is not a function"),
    Object.assign(new RangeError("out of range"), { code: "ERR_OUT_OF_RANGE" }),
  ]) {
    await expect(connections.use(() => Promise.reject(bug))).rejects.toBe(bug);
  }
});

async function ownPostgres(): Promise<TestPostgres> {
  const postgres = await startPostgres();
  onTestFinished(() => postgres.remove());
  return postgres;
}
