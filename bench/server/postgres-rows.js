// A page of PostgreSQL with many rows, compared with one with few.
import pg from "pg";
import { ratio, row, takeTurns } from "../measure.js";
import { rateOf, startServer } from "../processes.js";
import { pages } from "./requests.js";
import { withPostgres } from "./test-helpers.js";

/** @typedef {import("../installed.js").Installed} Installed */

/** Ten million take ten minutes and 20 GB of disk; a run that is to be quick names fewer. */
const manyRows = Number(process.env["PAYCTL_BENCH_ROWS"] ?? 10_000_000);

/** @param {Installed} payctl @param {number} rounds */
export async function measurePostgresRows(payctl, rounds) {
  return withPostgres(async (address) => {
    /** @param {string} schema @param {number} rows */
    const rate = async (schema, rows) => {
      const server = await startServer(payctl, { database: address(schema), seed: "empty" });
      await fill(address(schema), rows);
      const requests = await pages(server);
      return () => rateOf({ url: server.url, connections: 1, seconds: 1, requests });
    };
    const rates = await takeTurns(rounds, {
      many: await rate("many", manyRows),
      few: await rate("few", 10_000),
    });
    const what = `a page of 20 of ${manyRows.toLocaleString("en")} buyers, relative to one of 10,000`;
    return [row(what, ratio(rates.few, rates.many), { most: 1.3 })];
  });
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
