// What a server is compared with: bare node:http with prepared statements over ready JSON text. No token is asked for,
// nothing is validated, nothing is recorded.
import { createServer } from "node:http";

const [kind = "", path = ""] = process.argv.slice(2);
/** @type {typeof import("@photostructure/sqlite")} */
const sqlite = Object(process.getBuiltinModule("node:sqlite") ?? (await import("@photostructure/sqlite")));
const database = new sqlite.DatabaseSync(path);
database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA locking_mode = EXCLUSIVE");

/** @typedef {(body: string, target: string) => Promise<string> | string} Answer */

/** @type {Record<string, () => Answer>} */
const floors = { page, balances, jobs };
const answer = floors[kind]?.();
if (answer === undefined) throw new Error(`no floor ${kind}`);

const server = createServer(async (request, response) => {
  /** @type {Buffer[]} */
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = await answer(Buffer.concat(chunks).toString(), request.url ?? "");
  response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
  response.end(body);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
});

/**
 * Pages of buyers without personal data, as the server shows them; a cursor is the time and the id of a row.
 * @returns {Answer}
 */
function page() {
  const list = (/** @type {string} */ condition) =>
    database.prepare(`SELECT body_without_personal_data AS body FROM buyers
      WHERE merchant_account_id = 'default' ${condition} ORDER BY created_at DESC, id DESC LIMIT 21`);
  const first = list("");
  const following = list("AND (created_at, id) < (?, ?)");
  return (_, target) => {
    const [, cursor = ""] = target.split("cursor=");
    const rows = cursor === "" ? first.all() : following.all(...cursor.split("_"));
    const items = rows.slice(0, 20).map(bodyOf);
    // Another row says whether there is a page after this one.
    const [previous, next] = [items[0], rows.length > 20 ? items.at(-1) : undefined].map(cursorAt);
    return `{"items":[${items.join(",")}],"limit":20,"next_cursor":${next},"previous_cursor":${previous}}`;
  };
}

/** @param {string | undefined} item */
function cursorAt(item) {
  if (item === undefined) return "null";
  const { created_at: time, id } = JSON.parse(item);
  return `"${time}_${id}"`;
}

/**
 * What the server answers for cards that are not stored, to anyone who knows their PINs.
 * @returns {Answer}
 */
function balances() {
  const statement = database.prepare(
    "SELECT body FROM gift_cards WHERE merchant_account_id = 'default' AND number = ?",
  );
  return (body) => {
    /** @type {{ items: { number: string, pin: string }[] }} */
    const { items } = JSON.parse(body);
    return JSON.stringify({
      items: items.map((item) => summary(item, JSON.parse(bodyOf(statement.get(item.number))))),
    });
  };
}

/** @typedef {import("../../src/server/store/records.ts").GiftCard} GiftCard */

/**
 * @param {{ pin: string }} item
 * @param {GiftCard} card
 */
function summary({ pin }, card) {
  if (card.pin !== pin) throw new Error("a card is asked for with another PIN");
  return {
    type: "gift-card",
    id: null,
    merchant_account_id: card.merchantAccountId,
    bin: card.number.slice(0, 6),
    sub_bin: card.number.slice(6, 9),
    last4: card.number.slice(-4),
    usage_count: card.usageCount,
    cit_usage_count: card.citUsageCount,
    currency: card.currency,
    expiration_date: card.expirationDate,
    balance: card.balance,
    balance_error_code: null,
    balance_raw_error_code: null,
    balance_raw_error_message: null,
    last_used_at: card.lastUsedAt,
    cit_last_used_at: card.citLastUsedAt,
  };
}

/**
 * A job and its audit entry as ready text, in one transaction.
 * @returns {Answer}
 */
function jobs() {
  const job = database.prepare(
    "INSERT INTO account_updater_jobs (id, merchant_account_id, body) VALUES (?, 'default', ?)",
  );
  const log = database.prepare(`INSERT INTO audit_logs
    (id, merchant_account_id, timestamp, action, user_id, resource_type, body)
    VALUES (?, 'default', ?, 'created', ?, 'account-updater-job', ?)`);
  return (body) => {
    database.exec("BEGIN IMMEDIATE");
    job.run(crypto.randomUUID(), body);
    log.run(crypto.randomUUID(), new Date().toISOString(), "0a7c7f0e-5a55-4b1e-9c05-6f2f3a1d0001", body);
    database.exec("COMMIT");
    return body;
  };
}

/** @param {unknown} row */
function bodyOf(row) {
  return /** @type {{ body: string }} */ (row).body;
}
