// What a page costs, by its depth and by the size of its list.
import { randomUUID } from "node:crypto";
import { startServer } from "../processes.js";
import { compare } from "../rounds.js";
import { row } from "../row.js";
import { contender, get } from "./asking.js";
import { measureDepth } from "./depth.js";

const plan = { rounds: 5, seconds: 1, connections: 1 };

/** @param {import("../processes.js").Workplace} workplace */
export async function measure(workplace) {
  const small = await startList(workplace, "small.db", 10_000);
  const large = await startList(workplace, "large.db", 1_000_000);
  try {
    const rows = await measureDepth(large);
    const filters = [await filtersOf(small), await filtersOf(large)];
    for (const name of Object.keys(filters[0] ?? {})) {
      rows.push(
        await measureSize(name, contender(small, filters[0]?.[name]), contender(large, filters[1]?.[name])),
      );
    }
    return rows;
  } finally {
    await small.stop();
    await large.stop();
  }
}

/** @typedef {import("../processes.js").Running} Running */

/**
 * @param {import("../processes.js").Workplace} workplace
 * @param {string} name
 * @param {number} count
 */
async function startList(workplace, name, count) {
  // No generated rule is ever voided.
  const rare = {
    action: "voided",
    timestamp: "2000-01-01T00:00:00Z",
    resource: { type: "rule", id: "rare" },
    user: { id: randomUUID(), name: "Ada Lovelace", email_address: "ada@shop.example" },
  };
  const seed = { generate: { buyers: count, audit_logs: count }, audit_logs: [rare] };
  return startServer(workplace, { database: workplace.path(name), seed });
}

/**
 * @param {string} name
 * @param {import("../rounds.js").Contender} small
 * @param {import("../rounds.js").Contender} large
 */
async function measureSize(name, small, large) {
  const compared = await compare({ small, large }, plan);
  return row(`${name}: of 1,000,000 rows, in times of 10,000`, 1 / compared.large.ratio, { most: 1.2 });
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
