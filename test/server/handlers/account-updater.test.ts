import { expect, it } from "vitest";
import { entryOf, failure, id, now, openWorld } from "./world.ts";

const payment_methods = [
  { id: id(300), kind: "card", status: "active" },
  { id: id(301), kind: "card", status: "inactive" },
  { id: id(302), kind: "paypal", status: "active" },
  { id: id(303), kind: "card", status: "active" },
  { id: id(304), kind: "card", status: "active", merchant_account_id: "acme" },
];

function methods(...numbers: number[]) {
  return { scopes: ["payment-methods.write"], body: { payment_method_ids: numbers.map(id) } };
}

const target = "/account-updater/jobs";

it("createAccountUpdaterJob answers a job with an inquiry for each active card, in the order asked", async () => {
  const { ask } = await openWorld({ payment_methods });
  const inquiry = { type: "account-updater-inquiry", id: expect.any(String) };
  expect(await ask("POST", target, methods(303, 301, 302, 300))).toEqual({
    status: 201,
    body: {
      type: "account-updater-job",
      id: expect.any(String),
      merchant_account_id: "default",
      inquiries: [
        { ...inquiry, payment_method_id: id(303) },
        { ...inquiry, payment_method_id: id(300) },
      ],
      created_at: now,
      updated_at: now,
    },
  });
});

it("createAccountUpdaterJob records the job in the account's audit logs", async () => {
  const { ask } = await openWorld({ payment_methods });
  const { body: job } = await ask("POST", target, { ...methods(304), account: "acme" });
  expect((await ask("GET", "/audit-logs", { account: "acme" })).body.items).toEqual([
    entryOf("created", { type: "account-updater-job", id: job.id, name: "1 payment method" }, "acme"),
  ]);
});

it("createAccountUpdaterJob answers 204 without a body or an audit entry when no method qualifies", async () => {
  const { ask } = await openWorld({ payment_methods });
  expect(await ask("POST", target, methods(301, 302))).toEqual({ status: 204, body: undefined });
  expect((await ask("GET", "/audit-logs")).body.items).toEqual([]);
});

it("createAccountUpdaterJob answers 404 and points at each id that does not exist in the account", async () => {
  const { ask } = await openWorld({ payment_methods });
  const unknown = { location: "body", message: "No payment method has this id", type: "not_found" };
  expect(await ask("POST", target, methods(300, 999, 304))).toEqual(
    failure(404, "not_found", "The resource could not be found", {
      details: [
        { ...unknown, pointer: "/payment_method_ids/1" },
        { ...unknown, pointer: "/payment_method_ids/2" },
      ],
    }),
  );
  expect((await ask("GET", "/audit-logs")).body.items).toEqual([]);
});

it("createAccountUpdaterJob takes 100 ids", async () => {
  const numbers = Array.from({ length: 100 }, (_, index) => 1000 + index);
  const many = numbers.map((number) => ({ id: id(number), kind: "card", status: "active" }));
  const { ask } = await openWorld({ payment_methods: many });
  const { body } = await ask("POST", target, methods(...numbers));
  expect(body.inquiries).toHaveLength(100);
});
