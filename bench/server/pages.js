// What a page costs, by the length of its list and by its depth.
import { randomUUID } from "node:crypto";
import { ratio, row, takeTurns } from "../measure.js";
import { rateOf, startServer } from "../processes.js";
import { get, reads, walk } from "./requests.js";

/** @typedef {import("../installed.js").Installed} Installed */
/** @typedef {import("../processes.js").Running} Running */

/** @param {Installed} payctl @param {number} rounds */
export async function measurePages(payctl, rounds) {
  const small = await startList(payctl, "small.db", 10_000);
  const large = await startList(payctl, "large.db", 1_000_000);
  const rows = await measureDepth(large, rounds);
  const filters = { small: await filtersOf(small), large: await filtersOf(large) };
  for (const [name, target] of Object.entries(filters.small)) {
    const rates = await takeTurns(rounds, {
      small: rateAt(small, differing(target)),
      large: rateAt(large, differing(filters.large[name] ?? "")),
    });
    const what = `${name}: of 1,000,000 rows, relative to 10,000`;
    rows.push(row(what, ratio(rates.small, rates.large), { most: 1.2 }));
  }
  return rows;
}

/** @param {Running} server @param {number} rounds */
async function measureDepth(server, rounds) {
  const far = 4000;
  const length = 500;
  const targets = await walk(server, "/buyers?limit=20", far + length);
  // A tenth more or less is little compared with the noise of a machine, so it takes twice as many rounds to see it.
  const rates = await takeTurns(2 * rounds, {
    near: rateAt(server, targets.slice(1, 1 + length)),
    far: rateAt(server, targets.slice(far - 1, far - 1 + length)),
  });
  return [row("page 4,000 of a list, relative to page 2", ratio(rates.near, rates.far), { most: 1.1 })];
}

/**
 * @param {Installed} payctl
 * @param {string} name
 * @param {number} count
 */
async function startList(payctl, name, count) {
  // No generated rule is ever voided.
  const rare = {
    action: "voided",
    timestamp: "2000-01-01T00:00:00Z",
    resource: { type: "rule", id: "rare" },
    user: { id: randomUUID(), name: "Ada Lovelace", email_address: "ada@shop.example" },
  };
  const seed = { generate: { buyers: count, audit_logs: count }, audit_logs: [rare] };
  return startServer(payctl, { database: payctl.path(name), seed });
}

/**
 * The target with a parameter that no list reads, so that no request equals another.
 * @param {string} target
 */
function differing(target) {
  return Array.from({ length: 500 }, (_, number) => `${target}&n=${number}`);
}

/**
 * @param {Running} server
 * @param {readonly string[]} targets
 */
function rateAt(server, targets) {
  const requests = reads(server, targets);
  return () => rateOf({ url: server.url, requests, connections: 1, seconds: 1 });
}

/**
 * Targets by what they filter, with values that rows of this server have.
 * @param {Running} server
 * @returns {Promise<Record<string, string>>}
 */
async function filtersOf(server) {
  const { items: buyers } = await get(server, "/buyers?limit=100");
  const { items: logs } = await get(server, "/audit-logs?limit=100");
  const buyer = buyers.find(
    (/** @type {{ external_identifier: string | null }} */ one) => one.external_identifier,
  );
  const name = encodeURIComponent(buyer.display_name);
  const { action, resource, user } = logs[0];
  const search = `search=${name}`;
  const identifier = `external_identifier=${buyer.external_identifier}`;
  const byAction = `action=${action}`;
  const byUser = `user_id=${user.id}`;
  const byType = `resource_type=${resource.type}`;
  return {
    "buyers, all": "/buyers?limit=20",
    "buyers, search by name": `/buyers?limit=1&${search}`,
    "buyers, search by identifier": `/buyers?limit=1&search=${buyer.external_identifier}`,
    "buyers, external_identifier": `/buyers?limit=1&${identifier}`,
    "buyers, both": `/buyers?limit=1&${identifier}&${search}`,
    "audit logs, all": "/audit-logs?limit=20",
    "audit logs, action": `/audit-logs?limit=20&${byAction}`,
    "audit logs, user": `/audit-logs?limit=20&${byUser}`,
    "audit logs, resource type": `/audit-logs?limit=20&${byType}`,
    "audit logs, action and user": `/audit-logs?limit=20&${byAction}&${byUser}`,
    "audit logs, action and resource type": `/audit-logs?limit=20&${byAction}&${byType}`,
    "audit logs, user and resource type": `/audit-logs?limit=20&${byUser}&${byType}`,
    "audit logs, all three": `/audit-logs?limit=20&${byAction}&${byUser}&${byType}`,
    "audit logs, an action and a user that never meet": `/audit-logs?limit=20&action=none&${byUser}`,
    "audit logs, a resource type and a user that never meet": `/audit-logs?limit=20&resource_type=none&${byUser}`,
    "audit logs, an action and a resource type that meet once":
      "/audit-logs?limit=20&action=voided&resource_type=rule",
  };
}
