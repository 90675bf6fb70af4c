// The floor of each comparison: bare node:http with prepared statements over ready JSON text. No token is asked for,
// nothing is validated, nothing is recorded.
import { createServer } from "node:http";

const [kind = "page", path = ""] = process.argv.slice(2);
/** @type {typeof import("@photostructure/sqlite")} */
const sqlite = Object(process.getBuiltinModule("node:sqlite") ?? (await import("@photostructure/sqlite")));
const database = new sqlite.DatabaseSync(path);
database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA locking_mode = EXCLUSIVE");

/** @type {Record<string, () => (body: string) => Promise<string> | string>} */
const floors = {
  page() {
    const sql = `SELECT body FROM buyers WHERE merchant_account_id = 'default'
      ORDER BY created_at DESC, id DESC LIMIT 20`;
    const statement = database.prepare(sql);
    return () => `{"items":[${statement.all().map(bodyOf).join(",")}],"limit":20}`;
  },
  balances() {
    const statement = database.prepare(
      "SELECT body FROM gift_cards WHERE merchant_account_id = ? AND number = ?",
    );
    return (body) => {
      const { items } = JSON.parse(body);
      const rows = items.map((/** @type {{ number: string }} */ { number }) =>
        statement.get("default", number),
      );
      return `{"items":[${rows.map(bodyOf).join(",")}]}`;
    };
  },
  jobs: () => writer(commitTogether()),
  "jobs-alone": () =>
    writer((work) => {
      database.exec("BEGIN IMMEDIATE");
      work();
      database.exec("COMMIT");
      return Promise.resolve();
    }),
};

const answer = (floors[kind] ?? floors["page"])?.() ?? (() => "");

const server = createServer(async (request, response) => {
  /** @type {Buffer[]} */
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = await answer(Buffer.concat(chunks).toString());
  response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
  response.end(body);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
});

/** @param {unknown} row */
function bodyOf(row) {
  return /** @type {{ body: string }} */ (row).body;
}

/**
 * A job and its audit entry as ready text.
 * @param {(work: () => void) => Promise<void>} commit
 */
function writer(commit) {
  const job = database.prepare(
    "INSERT INTO account_updater_jobs (id, merchant_account_id, body) VALUES (?, 'default', ?)",
  );
  const log = database.prepare(`INSERT INTO audit_logs
    (id, merchant_account_id, timestamp, action, user_id, resource_type, body)
    VALUES (?, 'default', ?, 'created', ?, 'account-updater-job', ?)`);
  return async (/** @type {string} */ body) => {
    await commit(() => {
      job.run(crypto.randomUUID(), body);
      log.run(crypto.randomUUID(), new Date().toISOString(), "0a7c7f0e-5a55-4b1e-9c05-6f2f3a1d0001", body);
    });
    return body;
  };
}

/** What arrives while the event loop goes round once shares a commit. */
function commitTogether() {
  /** @type {{ work: () => void, resolve: () => void }[]} */
  let waiting = [];
  return (/** @type {() => void} */ work) =>
    /** @type {Promise<void>} */ (
      new Promise((resolve) => {
        if (waiting.push({ work, resolve }) > 1) return;
        setImmediate(() => {
          const batch = waiting;
          waiting = [];
          database.exec("BEGIN IMMEDIATE");
          for (const { work } of batch) work();
          database.exec("COMMIT");
          for (const { resolve } of batch) resolve();
        });
      })
    );
}
