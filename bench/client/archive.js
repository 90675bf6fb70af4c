// A million audit logs to an archive, day by day for seven days, killed three times at random and resumed; DuckDB must
// find in it what the server has, no more and no less.
import { readdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { partFolder } from "../../test/parts/part.js";
import { row } from "../measure.js";
import { run, startServer } from "../processes.js";

const count = 1_000_000;
const days = 7;
const kills = 3;
const duckdb = "@duckdb/node-api";

/** @param {import("../installed.js").Installed} payctl */
export async function measureArchive(payctl) {
  const database = payctl.path("archive.db");
  const server = await startServer(payctl, { database, seed: { generate: { audit_logs: count } } });
  const env = { PAYCTL_BASE_URL: server.url, PAYCTL_PRIVATE_KEY: server.privateKey };

  /** @param {readonly string[]} words @param {import("../processes.js").Kill} [kill] */
  const audit = (words, kill) =>
    run(payctl, [payctl.program, "audit", ...words], { env, ...(kill !== undefined && { kill }) });

  const whole = await audit(["export", "--out", payctl.path("whole.ndjson")]);
  const parquet = await audit(["export", "--out", payctl.path("whole.parquet")]);
  const folder = payctl.path("archive");
  let [peak, seconds] = [0, 0];
  /** The days that the archive considers finished: the service's clock is frozen, so each run waits a day less. */
  for (let day = 1; day <= days; day += 1) {
    const words = ["archive", folder, "--settle", `${(days - day) * 24 + 1}h`];
    // The first run has nearly all of it to do, and is killed most often.
    for (let kill = 0; kill < (day === 1 ? kills - 1 : Number(day === days)); kill += 1) {
      // A later one has a single day to do, and is killed at its first rows.
      const after = day === 1 ? whole.seconds * 0.3 * Math.random() : 0;
      const killed = await audit(words, { during: join(folder, "_day.ndjson"), after });
      [peak, seconds] = [Math.max(peak, killed.peak), seconds + killed.seconds];
    }
    const done = await audit(words);
    [peak, seconds] = [Math.max(peak, done.peak), seconds + done.seconds];
  }
  const entries = await compare(folder, payctl.path("whole.ndjson"));
  const size = statSync(payctl.path("whole.ndjson")).size;
  return [
    row(
      `an archive of ${entries.toLocaleString("en-US")}, relative to an export as NDJSON`,
      seconds / whole.seconds,
    ),
    row("peak memory of an archive of 1,000,000", peak, { unit: " MiB", most: 200 }),
    row("peak memory of a Parquet export of 1,000,000", parquet.peak, { unit: " MiB", most: 200 }),
    row("an archive's size, relative to NDJSON", sizeOf(folder) / size, { most: 0.1 }),
    row("a Parquet export's size, relative to NDJSON", statSync(payctl.path("whole.parquet")).size / size, {
      most: 0.1,
    }),
  ];
}

/**
 * How many entries an archive has; throws unless they are those of the export, up to the end of the archive.
 * @param {string} folder
 * @param {string} ndjson
 */
async function compare(folder, ndjson) {
  // By a path that is not known before, because the types are there only once the part is installed.
  const { DuckDBInstance } = createRequire(join(partFolder("duckdb"), "package.json"))(duckdb);
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  const user = "name VARCHAR, is_staff BOOLEAN, status VARCHAR, id UUID, email_address VARCHAR, type VARCHAR";
  await connection.run(`
    CREATE VIEW archived AS SELECT * EXCLUDE ("date", extra) FROM read_parquet('${folder}/*/*.parquet', hive_partitioning = true);
    CREATE VIEW served AS SELECT id, "timestamp", action, merchant_account_id,
      resource.type AS resource_type, resource.id AS resource_id, resource.name AS resource_name,
      "user".id AS user_id, "user".name AS user_name, "user".email_address AS user_email_address,
      "user".is_staff AS user_is_staff, "user".status AS user_status
    FROM read_json('${ndjson}', format = 'newline_delimited', columns = {
      id: 'UUID', "timestamp": 'TIMESTAMPTZ', action: 'VARCHAR', merchant_account_id: 'VARCHAR',
      resource: 'STRUCT(type VARCHAR, id VARCHAR, name VARCHAR)', "user": 'STRUCT(${user})' })
    WHERE "timestamp" < (SELECT date_trunc('day', max("timestamp")) + INTERVAL 1 DAY FROM archived);`);
  const reader = await connection.runAndReadAll(`SELECT (SELECT count(*) FROM archived) AS entries,
    (SELECT count(*) FROM (FROM archived EXCEPT ALL FROM served)) AS more,
    (SELECT count(*) FROM (FROM served EXCEPT ALL FROM archived)) AS fewer`);
  const [{ entries, fewer, more }] = reader.getRowObjectsJS();
  if (Number(more) + Number(fewer) > 0)
    throw new Error(`the archive has ${more} too many and ${fewer} too few`);
  return Number(entries);
}

/** @param {string} folder */
function sizeOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { name, parentPath }) => sum + statSync(join(parentPath, name)).size, 0);
}
