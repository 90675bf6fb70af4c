import { expect, it } from "vitest";
import { ada, grace, id, openWorld } from "./world.ts";

function entry(number: number, parts: object = {}) {
  return {
    id: id(number),
    timestamp: `2026-02-01T00:00:0${number % 10}.000Z`,
    action: "created",
    resource: { type: "rule", id: id(900), name: "Block test cards" },
    user: { ...ada, type: "user" },
    ...parts,
  };
}

const audit_logs = [
  entry(701),
  entry(703, { action: "deleted" }),
  entry(702, { user: { ...grace, type: "user" } }),
  entry(704, { resource: { type: "user", id: id(901), name: null } }),
  entry(705, { merchant_account_id: "acme" }),
];

async function idsOf(target: string, options: object = {}) {
  const { ask } = await openWorld({ audit_logs });
  const { body } = await ask("GET", target, { scopes: ["audit-logs.read"], ...options });
  return body.items.map((item: { id: string }) => item.id);
}

it("listAuditLogs answers the entries of the account, newest first, each as it was recorded", async () => {
  const { ask } = await openWorld({ audit_logs: [entry(701), entry(702, { action: "voided" })] });
  expect(await ask("GET", "/audit-logs", { scopes: ["audit-logs.read"] })).toEqual({
    status: 200,
    body: {
      items: [
        { type: "audit-log", merchant_account_id: "default", ...entry(702, { action: "voided" }) },
        { type: "audit-log", merchant_account_id: "default", ...entry(701) },
      ],
      limit: 20,
      next_cursor: null,
      previous_cursor: null,
    },
  });
});

it("listAuditLogs answers the nulls of a seed: ids, account, and the user's address", async () => {
  const nobody = { ...ada, type: "user", id: null, email_address: null };
  const { ask } = await openWorld({
    audit_logs: [
      entry(0, { id: null, user: nobody }),
      entry(1, { id: null, merchant_account_id: null }),
      entry(2, { user: nobody }),
    ],
  });
  const seen: unknown[] = [];
  let target = "/audit-logs?limit=1";
  while (target !== "") {
    const { body } = await ask("GET", target, { scopes: ["audit-logs.read"] });
    seen.push(...body.items);
    target = body.next_cursor === null ? "" : `/audit-logs?limit=1&cursor=${body.next_cursor}`;
  }
  const common = { type: "audit-log", merchant_account_id: "default" };
  expect(seen).toEqual([
    { ...common, ...entry(2, { user: nobody }) },
    { ...common, ...entry(1, { id: null, merchant_account_id: null }) },
    { ...common, ...entry(0, { id: null, user: nobody }) },
  ]);
  const named = await ask("GET", `/audit-logs?user_id=${ada.id}`, { scopes: ["audit-logs.read"] });
  expect(named.body.items).toHaveLength(1);
});

it("listAuditLogs lists another account when the header names it", async () => {
  expect(await idsOf("/audit-logs", { account: "acme" })).toEqual([id(705)]);
});

it.each([
  ["action=deleted", [703]],
  ["action=captured", []],
  [`user_id=${grace.id}`, [702]],
  [`user_id=${grace.id.toUpperCase()}`, [702]],
  [`user_id=${id(999)}`, []],
  ["resource_type=user", [704]],
  ["resource_type=nobody-uses-this", []],
  [`action=created&resource_type=rule&user_id=${ada.id}`, [701]],
])("listAuditLogs filters by %s", async (query, numbers) => {
  expect(await idsOf(`/audit-logs?${query}`)).toEqual(numbers.map(id));
});

it("listAuditLogs refuses a user_id that is not a uuid", async () => {
  const { ask } = await openWorld();
  const { body, status } = await ask("GET", "/audit-logs?user_id=ada");
  expect([status, body.detail[0].loc]).toEqual([422, ["query", "user_id"]]);
});

it("listAuditLogs refuses a cursor of other filters", async () => {
  const { ask } = await openWorld({ audit_logs });
  const { body } = await ask("GET", "/audit-logs?limit=1");
  const { status } = await ask("GET", `/audit-logs?action=created&cursor=${body.next_cursor}`);
  expect(status).toBe(400);
});
