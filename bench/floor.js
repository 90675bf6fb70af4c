// What the server is compared with: bare node:http with prepared statements over ready JSON text, on a copy of its
// database. No token is asked for, nothing is validated, nothing is recorded.
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";

const sqlite = process.getBuiltinModule("node:sqlite") ?? (await import("@photostructure/sqlite"));
const database = new sqlite.DatabaseSync(process.argv[2]);
database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA locking_mode = EXCLUSIVE");
const root = database.prepare("SELECT dataset FROM buyers LIMIT 1").get().dataset;

const pageOf = (condition) =>
  database.prepare(`SELECT body_without_personal_data AS body FROM buyers
    WHERE dataset = ${root} AND merchant_account_id = 'default' ${condition}
    ORDER BY created_at DESC, id DESC LIMIT 21`);
const first = pageOf("");
const following = pageOf("AND (created_at, id) < (?, ?)");

/** A page of buyers as the server shows it; a cursor is the time and the id of a row. */
function page(target) {
  const [, cursor] = target.split("cursor=");
  const rows = cursor === undefined ? first.all() : following.all(...cursor.split("_"));
  const items = rows.slice(0, 20).map(({ body }) => body);
  const [previous, next] = [items[0], rows.length > 20 ? items.at(-1) : undefined].map(cursorAt);
  return `{"items":[${items.join(",")}],"limit":20,"next_cursor":${next},"previous_cursor":${previous}}`;
}

function cursorAt(item) {
  if (item === undefined) return "null";
  const { created_at: time, id } = JSON.parse(item);
  return `"${time}_${id}"`;
}

const account = database.prepare(
  `INSERT INTO merchant_accounts (dataset, id, created_at, body) VALUES (${root}, ?, ?, ?)`,
);
const entry = database.prepare(`INSERT INTO audit_logs
  (dataset, id, merchant_account_id, timestamp, action, user_id, resource_type, body)
  VALUES (${root}, ?, 'default', ?, 'created', ?, 'merchant-account', ?)`);
const user = randomUUID();

/** An account and its audit log as ready text, in one transaction, as durable as the server's. */
function create(body) {
  const now = new Date().toISOString();
  database.exec("BEGIN IMMEDIATE");
  account.run(randomUUID(), now, body);
  entry.run(randomUUID(), now, user, body);
  database.exec("COMMIT");
  return body;
}

const server = createServer(async (request, response) => {
  const sent = await text(request);
  const body = request.method === "GET" ? page(request.url) : create(sent);
  response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
  response.end(body);
});
server.listen(0, "127.0.0.1", () => {
  console.log(JSON.stringify({ url: `http://127.0.0.1:${server.address().port}` }));
});
