import { expect, it } from "vitest";
import { ada, id, openWorld } from "./world.ts";

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
