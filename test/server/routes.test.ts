import { expect, it } from "vitest";
import { failureShape } from "../helpers/failure-shape.ts";
import { startReference } from "../helpers/server.ts";
import { shared } from "../helpers/shared.ts";

const reference = await shared(startReference({ seed: {} }));

const notFound = failureShape(404, "not_found", "The resource could not be found");
const stranger = { token: null };

it.each(["/", "/unknown", "/buyers/", "//buyers", "/Buyers", "/flows//actions"])(
  "the path %s is answered 404 to anybody",
  async (target) => {
    const { headers, json, status } = await reference.request("GET", target, stranger);
    expect([status, json, headers["x-not-implemented"]]).toEqual([404, notFound, undefined]);
  },
);

it.each([
  ["GET", "/transactions"],
  ["POST", "/gift-cards"],
  ["GET", "/buyers/7f6e5d4c-3b2a-4190-8f7e-6d5c4b3a2910"],
  ["POST", "/checkout/sessions/7f6e5d4c-3b2a-4190-8f7e-6d5c4b3a2910/fields"],
  ["GET", "/payouts?limit=2"],
  ["GET", "/roles"],
  ["PUT", "/webhook-subscriptions/1"],
  ["GET", "/payment-service-definitions"],
])("the path %s %s of the wider API is answered 404, marked as not implemented", async (method, target) => {
  const { headers, json, status } = await reference.request(method, target, stranger);
  expect([status, json, headers["x-not-implemented"]]).toEqual([404, notFound, "true"]);
});

it.each([
  ["POST", "/buyers", "GET"],
  ["HEAD", "/buyers", "GET"],
  ["OPTIONS", "/buyers", "GET"],
  ["GET", "/api-key-pairs/x", "DELETE"],
  ["GET", "/merchant-accounts", "POST"],
  ["PATCH", "/flows/a/actions/b/rules/c", "PUT"],
  ["get", "/buyers", "GET"],
])("the call %s %s is answered 405 to anybody and allows %s", async (method, target, allow) => {
  const { headers, json, status } = await reference.request(method, target, stranger);
  expect([status, headers["allow"]]).toEqual([405, allow]);
  expect(json).toEqual(failureShape(405, "method_not_allowed", "Method Not Allowed"));
});

it.each([
  ["GET", "/buyers", 200],
  ["GET", "/nowhere", 404],
  ["POST", "/buyers", 405],
  ["GET", "/buyers?limit=0", 422],
])(
  "every answer of %s %s carries its own request id and says that it is JSON",
  async (method, target, status) => {
    const answers = [await reference.request(method, target), await reference.request(method, target)];
    expect(answers.map((answer) => answer.status)).toEqual([status, status]);
    expect(answers.map((answer) => answer.headers["content-type"])).toEqual([
      "application/json",
      "application/json",
    ]);
    const ids = answers.map((answer) => answer.headers["x-request-id"]);
    expect(ids[0]).toMatch(/^[\da-f-]{36}$/);
    expect(new Set(ids).size).toBe(2);
  },
);
