import { expect, it } from "vitest";
import { storedLists } from "../../../src/contract/control/words.ts";
import { parseSeed } from "../../../src/server/seed/parse.ts";
import { type Reference, type ReferenceOptions, startReference } from "../../helpers/server.ts";
import { fresh } from "../../helpers/shared.ts";

const start = (options: ReferenceOptions = {}) => fresh(startReference(options));

async function exported(reference: Reference, accept = "*/*") {
  const target = "/_reference/seed";
  const { body, headers, status } = await reference.exchange({ method: "GET", target, headers: { accept } });
  return { body, status, type: headers["content-type"] };
}

/** Removes the key pair that the helper registers beside each seed. */
async function leave(reference: Reference): Promise<void> {
  await reference.request("DELETE", `/_reference/data/api_key_pairs/${reference.administrator.id}`, {
    token: null,
  });
}

/** A server with the data that another one has exported. */
async function startAgain(document: string): Promise<Reference> {
  const reference = await start({ seed: await parseSeed(document, "export") });
  await leave(reference);
  return reference;
}

/** All rows by their lists. */
async function rows(reference: Reference) {
  const found = storedLists.map(async (list) => {
    const { json } = await reference.request("GET", `/_reference/data/${list}`, { token: null });
    return [list, json.items];
  });
  return Object.fromEntries(await Promise.all(found));
}

const calls = [
  ["POST", "/merchant-accounts", { id: "shop", display_name: "Shop \u2028 \u0000 ü" }],
  ["POST", "/merchant-accounts", { id: "shed", display_name: "- 12d" }],
] as const;

it.each([
  ["application/json", "*/*"],
  ["application/yaml", "application/yaml"],
])(
  "a document in %s gives the same data and the same bytes again, ids and times included",
  async (type, accept) => {
    const first = await start();
    for (const [method, target, body] of calls) await first.request(method, target, { body });
    const methods = (await rows(first)).payment_methods.map(({ id }: { id: string }) => id);
    await first.request("POST", "/account-updater/jobs", {
      body: { payment_method_ids: methods.slice(0, 3) },
    });
    await leave(first);
    const document = await exported(first, accept);
    expect([document.status, document.type]).toEqual([200, type]);
    const second = await startAgain(document.body);
    expect(await rows(second)).toEqual(await rows(first));
    expect(await exported(second, accept)).toEqual(document);
  },
);

it("a running server that has no data takes the document", async () => {
  const first = await start({
    seed: { gift_cards: [{ number: "6000000000000001", pin: "1", balance: 1, currency: "EUR" }] },
  });
  await first.request("PATCH", "/_reference/data/merchant_accounts/default", {
    token: null,
    body: { display_name: "Ours", created_at: "2020-01-01T00:00:00Z", updated_at: "2020-01-02T00:00:00Z" },
  });
  await leave(first);
  const second = await start({ seed: {} });
  await leave(second);
  const { body } = await exported(first, "application/yaml");
  expect((await second.request("POST", "/_reference/seed", { token: null, body })).status).toBe(200);
  expect(await rows(second)).toEqual(await rows(first));
});

it("exported entries of one time stay in their order, even those without an id", async () => {
  const log = {
    action: "created",
    timestamp: "2026-01-01T00:00:00Z",
    user: { id: null, name: "A", email_address: null },
  } as const;
  const audit_logs = ["c", "a", "d", "b"].map((name) => ({
    ...log,
    id: null,
    merchant_account_id: null,
    resource: { type: "buyer", id: name },
  }));
  const first = await start({ seed: { audit_logs } });
  await leave(first);
  const second = await startAgain((await exported(first)).body);
  const names = (await rows(second)).audit_logs.map(
    ({ resource }: { resource: { id: string } }) => resource.id,
  );
  expect(names).toEqual(["c", "a", "d", "b"]);
});

it("each exported entry is a line of JSON, with its fields in the order of the schema and without what is not set", async () => {
  const buyer = {
    display_name: "Ada",
    id: "70000000-0000-4000-8000-000000000001",
    created_at: "2026-01-01T00:00:00Z",
  };
  const { body } = await exported(await start({ seed: { buyers: [buyer] } }));
  expect(body).toContain(
    `
  "buyers": [
    {"id":"70000000-0000-4000-8000-000000000001","merchant_account_id":"default",` +
      `"created_at":"2026-01-01T00:00:00.000Z","updated_at":"2026-01-01T00:00:00.000Z",` +
      `"reconciliation_id":"3PL8iYHPfcKV0tfUBXWXS5","display_name":"Ada"}
  ]
}
`,
  );
});

it("the key pairs that servers made for themselves are left out, and private keys are nowhere", async () => {
  const reference = await start({ seed: {} });
  const place = `/_reference/data/api_key_pairs/${reference.administrator.id}`;
  expect((await exported(reference)).body).toContain("api_key_pairs");
  await reference.request("PATCH", place, { token: null, body: { display_name: "payctl serve" } });
  const { body } = await exported(reference);
  expect(body).not.toMatch(/api_key_pairs|PRIVATE/);
});
