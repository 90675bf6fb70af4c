// PostgreSQL beside SQLite, in one run: pages, durable changes, two servers beside one, many rows, and making a world.
import { randomUUID } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import pg from "pg";
import { executableOptions } from "../../tools/bundle/options.js";
import { ratio, row, takeTurns } from "../measure.js";
import { rateOf, startServer } from "../processes.js";
import { reads, request, signToken, walk } from "./requests.js";
import { loadTestHelpers } from "./test-helpers.js";

/** @typedef {import("../installed.js").Installed} Installed */
/** @typedef {import("../processes.js").Running} Running */

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Ten million take some minutes and gigabytes; a run that is to be quick names fewer. */
const manyRows = Number(process.env["PAYCTL_BENCH_ROWS"] ?? 10_000_000);

/** @param {Installed} payctl @param {number} rounds */
export async function measurePostgres(payctl, rounds) {
  const { startPostgres } = await loadTestHelpers();
  const postgres = await startPostgres({
    max_connections: "200",
    shared_buffers: "512MB",
    max_wal_size: "8GB",
  });
  /** @param {string} schema */
  const address = (schema) => `${postgres.address}/postgres?schema=${schema}`;
  try {
    return [
      ...(await measurePages(payctl, rounds, address("pages"))),
      ...(await measureChanges(payctl, rounds, address("changes"))),
      ...(await measureTwo(payctl, rounds, address("pages"))),
      ...(await measureMany(payctl, rounds, address("many"))),
      ...(await measureMaking(payctl, rounds, address("worlds"))),
    ];
  } finally {
    await postgres.remove();
  }
}

const buyers = { generate: { buyers: 100_000 } };

/** @param {Installed} payctl @param {number} rounds @param {string} address */
async function measurePages(payctl, rounds, address) {
  const shared = await startServer(payctl, { database: address, seed: buyers });
  const file = await startServer(payctl, { database: payctl.path("pages.db"), seed: buyers });
  const targets = { shared: await pagesOf(shared), file: await pagesOf(file) };
  const rows = [];
  for (const connections of [1, 8]) {
    const rates = await takeTurns(rounds, {
      shared: () => rateOf({ url: shared.url, connections, seconds: 1, requests: targets.shared }),
      file: () => rateOf({ url: file.url, connections, seconds: 1, requests: targets.file }),
    });
    const what = `pages of 20 of 100,000 a second from PostgreSQL, connections: ${connections}`;
    rows.push(row(what, medianOf(rates.shared)));
    rows.push(row(`${what}, in times of those from a file`, ratio(rates.shared, rates.file)));
  }
  await shared.stop();
  await file.stop();
  return rows;
}

/** @param {Running} server */
async function pagesOf(server) {
  return reads(server, await walk(server, "/buyers?limit=20", 20));
}

/** @param {Installed} payctl @param {number} rounds @param {string} address */
async function measureChanges(payctl, rounds, address) {
  const single = await buildSingle(payctl);
  try {
    const shared = await startServer(payctl, { database: address, seed: "empty" });
    const file = await startServer(payctl, { database: payctl.path("changes.db"), seed: "empty" });
    const alone = await startServer(single.payctl, {
      database: address.replace("changes", "single"),
      seed: "empty",
    });
    const rows = [];
    for (const connections of [8, 60]) {
      const rates = await takeTurns(rounds, {
        shared: () => changesOf(shared, connections),
        file: () => changesOf(file, connections),
        alone: () => changesOf(alone, connections),
      });
      const what = `durable changes a second in PostgreSQL, connections: ${connections}`;
      rows.push(row(what, medianOf(rates.shared)));
      rows.push(row(`${what}, in times of those in a file`, ratio(rates.shared, rates.file)));
      const target = connections === 60 ? { least: 2 } : {};
      rows.push(row(`${what}, in times of a commit for each`, ratio(rates.shared, rates.alone), target));
    }
    for (const server of [shared, file, alone]) await server.stop();
    return rows;
  } finally {
    single.remove();
  }
}

/** @param {Running} server @param {number} connections */
function changesOf(server, connections) {
  const token = signToken(server, ["*.read", "*.write"]);
  const requests = Array.from({ length: 20_000 }, () =>
    request("POST /merchant-accounts", { token, body: { id: randomUUID(), display_name: "Bench" } }),
  );
  return rateOf({ url: server.url, connections, seconds: 1, requests });
}

/**
 * The same program with a transaction for each change.
 * @param {Installed} payctl
 */
async function buildSingle(payctl) {
  const folder = join(root, "node_modules/.cache/payctl", `single-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  await build({
    ...executableOptions,
    absWorkingDir: root,
    outfile: join(folder, "payctl.cjs"),
    metafile: false,
    plugins: [
      {
        name: "a-commit-for-each",
        setup(builder) {
          builder.onLoad({ filter: /postgres\/batches\.ts$/ }, async ({ path }) => {
            const { readFile } = await import("node:fs/promises");
            const text = await readFile(path, "utf8");
            return {
              contents: text.replace("const mostChanges = 200;", "const mostChanges = 1;"),
              loader: "ts",
            };
          });
        },
      },
      ...executableOptions.plugins,
    ],
  });
  return {
    payctl: { ...payctl, program: join(folder, "payctl.cjs") },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** @param {Installed} payctl @param {number} rounds @param {string} address */
async function measureTwo(payctl, rounds, address) {
  const servers = [
    await startServer(payctl, { database: address }),
    await startServer(payctl, { database: address }),
  ];
  const [first, second] = servers;
  if (first === undefined || second === undefined) return [];
  const targets = await pagesOf(first);
  const own = new Map([
    [first, targets],
    [second, await pagesOf(second)],
  ]);
  /** @param {Running} server @param {number} connections */
  const pages = (server, connections) =>
    rateOf({ url: server.url, connections, seconds: 1, requests: own.get(server) ?? [] });
  const rates = await takeTurns(rounds, {
    one: () => pages(first, 8),
    two: async () => sum(await Promise.all([pages(first, 4), pages(second, 4)])),
    changes: () => changesOf(first, 60),
    changesOfTwo: async () => sum(await Promise.all([changesOf(first, 30), changesOf(second, 30)])),
    changesOfFew: () => changesOf(first, 8),
    changesOfTwoFew: async () => sum(await Promise.all([changesOf(first, 4), changesOf(second, 4)])),
  });
  for (const server of servers) await server.stop();
  return [
    row("pages of two servers of one database, in times of those of one", ratio(rates.two, rates.one), {
      least: 1.6,
    }),
    row(
      "changes of two servers of one database at 60 connections, in times of those of one",
      ratio(rates.changesOfTwo, rates.changes),
      { least: 0.9 },
    ),
    row(
      "changes of two servers of one database at 8 connections, in times of those of one",
      ratio(rates.changesOfTwoFew, rates.changesOfFew),
    ),
  ];
}

/** @param {Installed} payctl @param {number} rounds @param {string} address */
async function measureMany(payctl, rounds, address) {
  const few = await startServer(payctl, { database: address, seed: "empty" });
  const other = address.replace("many", "few");
  const server = await startServer(payctl, { database: other, seed: "empty" });
  await fill(address, manyRows);
  await fill(other, 10_000);
  const rates = await takeTurns(rounds, {
    many: async () => rateOf({ url: few.url, connections: 1, seconds: 1, requests: await pagesOf(few) }),
    few: async () => rateOf({ url: server.url, connections: 1, seconds: 1, requests: await pagesOf(server) }),
  });
  await few.stop();
  await server.stop();
  const what = `a page of 20 of ${manyRows.toLocaleString("en")} buyers, in times of one of 10,000`;
  return [row(what, ratio(rates.few, rates.many), { most: 1.3 })];
}

/**
 * Rows that are made where they are stored.
 * @param {string} address
 * @param {number} count
 */
async function fill(address, count) {
  const schema = new URL(address).searchParams.get("schema");
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  const body = `'{"type":"buyer","id":"' || id || '","display_name":"Buyer","created_at":"' || created_at || '"}'`;
  await client.query(`INSERT INTO ${schema}.buyers
      (dataset, id, merchant_account_id, created_at, display_name, external_identifier, body, body_without_personal_data)
    SELECT 1, id, 'default', created_at, NULL, NULL, ${body}, ${body} FROM (
      SELECT gen_random_uuid()::text AS id,
        to_char(timestamp '2026-01-01' + number * interval '1 second', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS created_at
      FROM generate_series(1, ${count}) AS number) AS made`);
  await client.query(`VACUUM ANALYZE ${schema}.buyers`);
  await client.end();
}

/** @param {Installed} payctl @param {number} rounds @param {string} address */
async function measureMaking(payctl, rounds, address) {
  const shared = await startServer(payctl, { database: address });
  const file = await startServer(payctl, { database: payctl.path("made.db") });
  let count = 0;
  /** @param {Running} server */
  const make = async ({ url }) => {
    count += 1;
    const begun = performance.now();
    const answer = await fetch(`${url}/_reference/worlds/w${count}`, { method: "PUT", body: "{}" });
    if (answer.status !== 201) throw new Error(`making a world answered ${answer.status}`);
    return performance.now() - begun;
  };
  const times = await takeTurns(5 * rounds, { shared: () => make(shared), file: () => make(file) });
  await shared.stop();
  await file.stop();
  return [
    row("making a world in PostgreSQL", medianOf(times.shared), { unit: " ms" }),
    row("making a world in PostgreSQL, in times of one beside a file", ratio(times.shared, times.file)),
  ];
}

/** @param {readonly number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

/** @param {readonly number[]} numbers */
function medianOf(numbers) {
  return ratio(
    numbers,
    numbers.map(() => 1),
  );
}
