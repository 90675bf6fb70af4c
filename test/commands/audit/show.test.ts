import { expect, it } from "vitest";
import { listing } from "../../helpers/audit-lists.ts";
import { type RunOptions, run } from "../../helpers/run.ts";

const user = {
  id: "b0000000-0000-4000-8000-00000000000a",
  name: "Grace Hopper",
  email_address: "grace@shop.example",
  is_staff: true,
  status: "active",
};

/** Fifty pairs of ids that share their first seven digits. */
const entries = Array.from({ length: 100 }, (_, index) => ({
  id: `${String(1_000_000 + Math.floor(index / 2))}${index % 2}-0000-4000-8000-000000000000`,
  type: "audit-log",
  timestamp: new Date(Date.parse("2026-01-15T10:30:00Z") - index * 3_600_000).toISOString(),
  action: "updated",
  merchant_account_id: "shop-berlin",
  resource: { type: "rule", id: "f2000000-0000-4000-8000-000000000001", name: "Route\u001b[2J EU" },
  user,
}));

function ask(line: string, options: RunOptions = {}) {
  return run(line, { exchange: listing(entries, 10), ...options });
}

it("audit show shows every field, with its time in the zone that was asked for", async () => {
  const { code, stdout } = await ask("audit show 10000000 --color never --tz Asia/Tokyo", { terminal: 100 });
  expect(code).toBe(0);
  expect(stdout).toMatchInlineSnapshot(`
    "id                   10000000-0000-4000-8000-000000000000
    type                 audit-log
    timestamp            2026-01-15 19:30:00+09:00
    action               updated
    merchant_account_id  shop-berlin
    resource.type        rule
    resource.id          f2000000-0000-4000-8000-000000000001
    resource.name        Route\\u001b[2J EU
    user.id              b0000000-0000-4000-8000-00000000000a
    user.name            Grace Hopper (staff)
    user.email_address   grace@shop.example
    user.is_staff        true
    user.status          active
    "
  `);
});

it("audit show gives programs the entry as the service sent it", async () => {
  const { stdout } = await ask("audit show 10000000");
  expect(JSON.parse(stdout)).toEqual(entries[0]);
  const picked = await ask("audit show 10000000 --fields user.name -o table");
  expect(picked.stdout).toBe("user.name  Grace Hopper\n");
});

it("audit show finds an entry by the beginning of its id, for which all is read", async () => {
  const { stdout, requests } = await ask("audit show 10000120");
  expect(JSON.parse(stdout).id).toBe(entries[24]?.id);
  expect(requests).toHaveLength(10);
});

it("audit show reads no further than to the entry of a whole id", async () => {
  const { requests, stdout } = await ask(`audit show ${entries[12]?.id.toUpperCase()}`);
  expect(JSON.parse(stdout).id).toBe(entries[12]?.id);
  expect(requests.length).toBeLessThanOrEqual(3);
});

it("audit show reads no further than the window for a beginning", async () => {
  const { requests, stdout } = await ask("audit show 10000010 --since 2026-01-15");
  expect(JSON.parse(stdout).id).toBe(entries[2]?.id);
  expect(requests.length).toBeLessThanOrEqual(3);
});

it.each([
  ["ffff", "has an id that starts with ffff"],
  ["ffffffff-0000-4000-8000-000000000000", "has the id ffffffff-0000-4000-8000-000000000000"],
])("audit show exits with 8 for an id that no entry has: %s", async (id, sought) => {
  const { code, stderr, stdout } = await ask(`audit show ${id} -o table`);
  expect({ code, stdout }).toEqual({ code: 8, stdout: "" });
  expect(stderr).toBe(
    [
      `error: no audit log ${sought}; 100 were read\n`,
      "hint: look in another merchant account with -m ID, or at the ids here: payctl audit list --fields timestamp,action,id\n",
    ].join(""),
  );
});

it("audit show exits with 2 for a beginning that several have, and names some of them", async () => {
  const { code, stderr } = await ask("audit show 1000003 -o table");
  expect(code).toBe(2);
  expect(stderr).toContain("error: more than one audit log has an id that starts with 1000003\n");
  expect(stderr).toContain(`give more of the id: ${entries[6]?.id} ${entries[6]?.timestamp} updated; `);
});

it.each([
  ["''", "ID: must not be empty"],
  ["last", "ID last: ids are UUIDs, and none starts like this"],
  ["zzzz", "ID zzzz: ids are UUIDs, and none starts like this"],
  ["1000-0000", expect.stringMatching(/^ID 1000-0000: ids are UUIDs, and none starts like this/)],
  [`${entries[0]?.id}0`, expect.stringMatching(/^ID 1.*: ids are UUIDs, and none starts like this/)],
])("audit show exits with 2 for %s, with which no id starts, and asks nothing", async (id, message) => {
  const { code, requests, stderr } = await ask(`audit show ${id}`);
  expect({ ...JSON.parse(stderr).error, code, requests }).toMatchObject({
    code: 2,
    requests: [],
    message,
    hint: "to see ids: payctl audit list --fields timestamp,action,id",
  });
});
