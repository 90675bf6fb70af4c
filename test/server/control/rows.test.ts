import { beforeEach, expect, it } from "vitest";
import { readPublicKey } from "../../../src/contract/public-key.ts";
import type { Seed } from "../../../src/server/seed/seed.ts";
import { generateKey } from "../../helpers/keys.ts";
import { type JsonAnswer, type Reference, startReference } from "../../helpers/server.ts";
import { fresh } from "../../helpers/shared.ts";

const id = (number: number) => `70000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
const shop = generateKey();
const time = "2026-01-01T00:00:00.000Z";
const rule = {
  flow: "card-transaction",
  action: "skip-3ds",
  outcome: { type: "boolean", result: true },
} as const;

const seed: Seed = {
  merchant_accounts: [{ id: "shop", display_name: "Shop" }],
  api_key_pairs: [
    {
      id: id(1),
      display_name: "Shop",
      public_key: shop.publicPem,
      role_slugs: ["administrator"],
      created_at: time,
    },
  ],
  buyers: [
    {
      id: id(2),
      display_name: "Ada",
      billing_details: { first_name: "Ada", last_name: "Byron" },
      created_at: time,
    },
    { id: id(3), display_name: "Grace", merchant_account_id: "shop" },
  ],
  payment_methods: [{ id: id(4), buyer_id: id(2) }],
  gift_cards: [
    { id: id(5), number: "6000000000000001", pin: "4711", stored: true, balance: 500, currency: "EUR" },
  ],
  flow_rules: [
    ...[6, 7, 8].map((number) => ({ ...rule, id: id(number), description: `rule ${number}` })),
    { ...rule, action: "decline-early", id: id(9) },
  ],
  audit_logs: [
    {
      id: id(10),
      action: "created",
      resource: { type: "buyer", id: "1" },
      user: { id: null, name: "A", email_address: null },
    },
  ],
};

let reference: Reference;
beforeEach(async () => {
  reference = await fresh(startReference({ seed }));
});

function control(method: string, path: string, body?: unknown): Promise<JsonAnswer> {
  return reference.request(method, `/_reference/data/${path}`, {
    token: null,
    ...(body === undefined ? {} : { body }),
  });
}

function problemsOf({ json, status }: JsonAnswer) {
  return [
    status,
    json.detail?.map(({ loc, msg }: { loc: string[]; msg: string }) => `${loc.join("/")}: ${msg}`),
  ];
}

async function places(): Promise<readonly string[]> {
  const { json } = await control("GET", "flow_rules");
  return json.items.map(({ action, id: name, position }: Record<string, string>) => {
    return `${action} ${position} ${name?.replace(/.*-0*/, "")}`;
  });
}

it("a row is answered as its list shows it", async () => {
  const { json } = await control("GET", "gift_cards");
  expect((await control("GET", `gift_cards/${id(5).toUpperCase()}`)).json).toEqual(json.items[0]);
  expect(json.items[0].pin).toBe(undefined);
});

it.each([
  ["buyer/1", /^"buyer" is not a list; did you mean buyers\? Known: merchant_accounts, /],
  ["merchant_accounts/shopp", /^merchant_accounts has no id "shopp"; did you mean shop\?$/],
  ["users/nobody", /^users has no id "nobody"$/],
])("what is not there is answered 404, with what was probably meant: %s", async (path, message) => {
  for (const method of ["GET", "PATCH", "DELETE"]) {
    const { json, status } = await control(method, path, method === "PATCH" ? {} : undefined);
    expect([status, json.message]).toEqual([404, expect.stringMatching(message)]);
  }
});

it("a change replaces fields, removes those that are null, and leaves the others", async () => {
  const before = (await control("GET", `buyers/${id(2)}`)).json;
  const patch = {
    display_name: null,
    external_identifier: "ada",
    billing_details: { last_name: "Lovelace" },
  };
  const { json, status } = await control("PATCH", `buyers/${id(2)}`, patch);
  const billing_details = { ...before.billing_details, last_name: "Lovelace" };
  const updated_at = expect.not.stringMatching(time);
  expect([status, json]).toEqual([
    200,
    { ...before, display_name: null, external_identifier: "ada", billing_details, updated_at },
  ]);
  expect((await control("GET", `buyers/${id(2)}`)).json).toEqual(json);
  const found = await reference.request("GET", "/buyers?search=ada");
  expect(found.json.items).toEqual([json]);
  expect((await reference.request("GET", "/buyers?search=Ada")).json.items).toEqual([]);
});

it("a change sets times as a seed does, those of the change too", async () => {
  const patch = { created_at: "2026-02-01T01:00:00+01:00", updated_at: "2026-02-02T00:00:00Z" };
  const { json } = await control("PATCH", `buyers/${id(2)}`, patch);
  expect(json).toMatchObject({
    created_at: "2026-02-01T00:00:00.000Z",
    updated_at: "2026-02-02T00:00:00.000Z",
  });
  const { json: card } = await control("PATCH", `gift_cards/${id(5)}`, { last_used_at: "-1d" });
  expect(Date.parse(card.last_used_at)).toBeLessThan(Date.now());
});

it("the next request sees the balance of a changed gift card, and the PIN stays", async () => {
  const items = [{ number: "6000000000000001", pin: "4711" }];
  const { json } = await control("PATCH", `gift_cards/${id(5)}`, { balance: 0 });
  expect(json).toEqual({ ...(await control("GET", `gift_cards/${id(5)}`)).json, balance: 0 });
  const balances = await reference.request("POST", "/gift-cards/balances", { body: { items } });
  expect(balances.json.items[0]).toMatchObject({ balance: 0, balance_error_code: null });
  const error = { error_code: "expired_card", balance: null, currency: null };
  await control("PATCH", `gift_cards/${id(5)}`, error);
  const expired = await reference.request("POST", "/gift-cards/balances", { body: { items } });
  expect(expired.json.items[0]).toMatchObject({ balance: null, balance_error_code: "expired_card" });
});

it("a key pair that is deactivated is refused at the very next request, and works again once it is active", async () => {
  const token = reference.token({ key: shop });
  const call = async () => (await reference.request("GET", "/buyers", { token })).status;
  const statuses = [await call(), await call()];
  for (const active of [false, true]) {
    const { json } = await control("PATCH", `api_key_pairs/${id(1)}`, { active });
    expect([json.active, json.thumbprint]).toEqual([active, readPublicKey(shop.publicPem)?.thumbprint]);
    statuses.push(await call());
  }
  await control("PATCH", `api_key_pairs/${id(1)}`, { role_slugs: ["provisioning"] });
  statuses.push(await call());
  await control("DELETE", `api_key_pairs/${id(1)}`);
  statuses.push(await call());
  expect(statuses).toEqual([200, 200, 401, 200, 403, 401]);
});

it.each([
  [
    `buyers/${id(2)}`,
    { display_name: 1, colour: "red" },
    ["body/display_name: must be text", "body/colour: is not a known field"],
  ],
  [
    `buyers/${id(2)}`,
    { merchant_account_id: "shed" },
    ["body/merchant_account_id: merchant_accounts has no id shed"],
  ],
  [
    `buyers/${id(2)}`,
    { display_nam: "Ada" },
    ["body/display_nam: is not a known field; did you mean display_name?"],
  ],
  [`buyers/${id(2)}`, { id: id(99) }, ["body/id: can't be changed"]],
  [`gift_cards/${id(5)}`, { balance: null }, ["body/balance: is missing; only an error_code can replace it"]],
  [`api_key_pairs/${id(1)}`, { role_slugs: ["boss"] }, ["body/role_slugs/0: roles has no slug boss"]],
  [`flow_rules/${id(6)}`, { action: "decline-early" }, ["body/action: can't be changed"]],
  [
    `flow_rules/${id(6)}`,
    { error_code: "flow_declined" },
    ["body/error_code: needs the action decline-early"],
  ],
  [
    `flow_rules/${id(6)}`,
    { position: 1, flow: "checkout", merchant_account_id: "shop" },
    ["merchant_account_id", "flow", "position"].map((field) => `body/${field}: can't be changed`),
  ],
])("a change is checked as a seed is: %s %j", async (path, patch, expected) => {
  const before = (await control("GET", path)).json;
  const [status, problems] = problemsOf(await control("PATCH", path, patch));
  expect([status, problems]).toEqual([422, expected]);
  expect((await control("GET", path)).json).toEqual(before);
});

it("a change that takes what another row has is refused", async () => {
  const other = generateKey().publicPem;
  await reference.request("POST", "/_reference/seed", {
    token: null,
    body: { api_key_pairs: [{ id: id(11), display_name: "Other", public_key: other }] },
  });
  expect(problemsOf(await control("PATCH", `api_key_pairs/${id(1)}`, { public_key: other }))).toEqual([
    422,
    ["body: exists already, or points at something that does not exist"],
  ]);
});

it.each([[[]], ["text"], [null]])("a change has to be an object, not %j", async (patch) => {
  expect((await control("PATCH", `buyers/${id(2)}`, JSON.stringify(patch))).status).toBe(422);
});

it("what always exists can be changed", async () => {
  const { json } = await control("PATCH", "merchant_accounts/default", { display_name: "Ours" });
  expect(json.display_name).toBe("Ours");
  expect((await control("GET", "merchant_accounts/default")).json).toEqual(json);
});

it("a changed rule stays where it is, and no other one moves until one is deleted", async () => {
  const { json } = await control("PATCH", `flow_rules/${id(7)}`, { description: "still second" });
  expect([json.position, json.description]).toEqual([1, "still second"]);
  expect(await places()).toEqual(["decline-early 0 9", "skip-3ds 0 6", "skip-3ds 1 7", "skip-3ds 2 8"]);
  await control("DELETE", `flow_rules/${id(6)}`);
  expect(await places()).toEqual(["decline-early 0 9", "skip-3ds 0 7", "skip-3ds 1 8"]);
});

it("a changed audit log stays where it is among those of its time", async () => {
  const log = { action: "created", timestamp: time, resource: { type: "buyer", id: "1" }, user_id: id(20) };
  const user = { id: id(20), name: "Ada", email_address: null };
  const audit_logs = [12, 14, 13].map((number) => ({ ...log, id: id(number) }));
  await reference.request("POST", "/_reference/seed", { token: null, body: { users: [user], audit_logs } });
  await control("PATCH", `audit_logs/${id(14)}`, { action: "updated" });
  const { json } = await reference.request("GET", "/audit-logs");
  expect(
    json.items.map((entry: { id: string; action: string }) => [entry.id, entry.action]).slice(1),
  ).toEqual([
    [id(12), "created"],
    [id(14), "updated"],
    [id(13), "created"],
  ]);
});

it("a deleted row is gone, with what belongs to it", async () => {
  expect((await control("DELETE", `buyers/${id(3)}`)).status).toBe(204);
  expect((await control("GET", `buyers/${id(3)}`)).status).toBe(404);
  expect((await control("DELETE", `audit_logs/${id(10)}`)).status).toBe(204);
  expect((await control("DELETE", "merchant_accounts/shop")).status).toBe(204);
  await reference.request("POST", "/_reference/reset", { token: null });
  expect((await control("GET", `buyers/${id(3)}`)).status).toBe(200);
});

it("a row that others refer to stays, and the answer names them", async () => {
  await reference.request("POST", "/_reference/seed", {
    token: null,
    body: {
      api_key_pairs: [
        {
          id: id(11),
          display_name: "S",
          public_key: generateKey().publicPem,
          merchant_account_ids: ["shop"],
        },
      ],
      gift_cards: [1, 2, 3, 4, 5].map((digit) => ({
        id: id(30 + digit),
        merchant_account_id: "shop",
        number: `600000000000010${digit}`,
        pin: "1",
        balance: 1,
        currency: "EUR",
      })),
    },
  });
  const account = await control("DELETE", "merchant_accounts/shop");
  expect([account.status, account.json.message]).toEqual([
    409,
    `shop of merchant_accounts can't be deleted: api_key_pairs ${id(11)}; buyers ${id(3)}; ` +
      `gift_cards ${id(31)}, ${id(32)}, ${id(33)} and 2 more refer to it`,
  ]);
  const buyer = await control("DELETE", `buyers/${id(2)}`);
  expect(buyer.json.message).toBe(
    `${id(2)} of buyers can't be deleted: payment_methods ${id(4)} refer to it`,
  );
  expect((await control("GET", `buyers/${id(2)}`)).status).toBe(200);
});

it("what always exists can't be deleted", async () => {
  const { json } = await control("GET", "roles");
  const [role] = json.items;
  for (const path of ["merchant_accounts/default", `roles/${role.id}`]) {
    const { json: body, status } = await control("DELETE", path);
    expect([status, body.message]).toEqual([
      409,
      `${path.split("/")[1]} of ${path.split("/")[0]} always exists`,
    ]);
  }
});
