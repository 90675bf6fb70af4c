import { expect, it, test } from "vitest";
import type { Api } from "../../src/client/api.ts";
import { type FailureDetail, failureBody } from "../../src/contract/failure.ts";
import { operations } from "../../src/contract/operations.ts";
import { type ApiError, hintText } from "../../src/errors.ts";
import { answer, scripted } from "./scripted.ts";

/** The hint of an error in one line. */
function hintOf({ hint }: ApiError): string | undefined {
  return hint && hintText(hint);
}

async function failWith(
  status: number,
  body: unknown = "",
  headers: Record<string, string> = {},
): Promise<ApiError> {
  const { api } = scripted([answer(status, body, headers)], { retries: 0 });
  const query = { search: "Ada Lovelace" };
  return api.call(operations.listBuyers, { query }).then(
    () => expect.fail("the call succeeded"),
    (error) => error,
  );
}

test.each([
  [418, 4],
  [503, 5],
  [599, 5],
])("a failure answer of %i exits with %i and names the call without its query", async (status, exitCode) => {
  const error = await failWith(status);
  expect(error).toMatchObject({
    name: "ApiError",
    status,
    exitCode,
    call: { method: "GET", path: "/buyers", attempts: 1 },
  });
});

test("a failure answer says what the service says", async () => {
  const error = await failWith(409, {
    type: "error",
    code: "duplicate_record",
    status: 409,
    message: "The account exists",
    details: [],
    resource_id: "demo",
  });
  expect(error).toMatchObject({
    message: "The account exists",
    code: "duplicate_record",
    resourceId: "demo",
    hint: "it already exists as demo",
  });
});

test("a failure answer names each invalid field, and never the value", async () => {
  const pin = { loc: ["body", "items", "0", "pin"], msg: "Field required", input: { number: "411" } };
  const limit = { loc: ["query", "limit"], msg: "too large", input: "999", ctx: { le: 100 } };
  const error = await failWith(422, { detail: [pin, limit] });
  expect(error.message).toBe("2 fields are invalid");
  expect(error.fields).toEqual([
    { field: "body.items.0.pin", message: "Field required" },
    { field: "query.limit", message: "too large" },
  ]);
  expect(JSON.stringify(error)).not.toContain("411");
  expect(hintOf(error)).toBe("to see what the call takes: payctl explain listBuyers");
});

test.each([
  [
    "its details",
    400,
    { location: "query", pointer: "cursor", message: "damaged" },
    "query.cursor",
    "damaged",
  ],
  ["a pointer", 400, { location: "body", pointer: "/a/0/b~1c", message: "no" }, "body.a.0.b/c", "no"],
  ["an escaped tilde", 400, { location: "body", pointer: "/c~01", message: "no" }, "body.c~1", "no"],
  ["odd steps", 422, { loc: [1, { a: 1 }, null, "pin"], msg: "no" }, '1.{"a":1}.null.pin', "no"],
  ["another shape", 422, { loc: "body", msg: 5 }, "unknown", "invalid"],
])("a failure answer names the field of %s", async (_, status, entry, field, message) => {
  const error = await failWith(status, { [status === 422 ? "detail" : "details"]: [entry] });
  expect(error.fields).toEqual([{ field, message }]);
});

test.each([
  "",
  "<html>Bad Gateway</html>",
  "null",
  '"text"',
  '{"message":5}',
  '{"detail":{}}',
  '{"details":[1,null,"x"]}',
])("a failure answer with the body %s still makes a good error", async (body) => {
  expect(await failWith(502, body)).toMatchObject({
    message: "the service answered 502 without saying why",
    code: "bad_gateway",
    fields: [],
    resourceId: undefined,
    hint: { text: "try again later, or with more retries", command: "--retries 10" },
  });
});

test.each([
  [{ title: "Not Found", detail: "No buyer has this id", status: 404 }, "Not Found: No buyer has this id"],
  [{ type: "about:blank", title: "Not Found" }, "Not Found"],
  [{ detail: "Nothing here" }, "Nothing here"],
  [{ title: "Not Found", message: "The service's own words" }, "The service's own words"],
])("a failure answer of the form %j says what it says", async (body, message) => {
  const headers = { "content-type": "application/problem+json" };
  expect(await failWith(404, body, headers)).toMatchObject({ message, code: "not_found" });
});

test("a failure answer keeps a long message short", async () => {
  expect((await failWith(400, { message: "x".repeat(10_000) })).message).toBe(`${"x".repeat(500)}...`);
});

test.each([
  ["Wed, 31 Dec 2025 23:58:59 GMT", "61 s ahead of"],
  ["Thu, 01 Jan 2026 01:00:00 GMT", "1 hour behind"],
  ["Fri, 02 Jan 2026 00:00:01 GMT", "24 hours behind"],
  ["Wed, 17 Dec 2025 00:00:00 GMT", "15 days ahead of"],
])("the hint of a 401 at %s names the clock, which is %s the service's", async (date, words) => {
  const error = await failWith(401, "", { date });
  expect(hintOf(error)).toBe(`this machine's clock is ${words} the service's; correct it and try again`);
  expect(error.isClockOff).toBe(true);
});

test.each(["Wed, 31 Dec 2025 23:59:00 GMT", "yesterday", ""])(
  "the hint of a 401 names the key when the date is %j",
  async (date) => {
    const error = await failWith(401, "", { date });
    expect([hintOf(error), error.isClockOff]).toEqual([
      "see whether the service knows it: payctl doctor",
      false,
    ]);
  },
);

test.each([
  [503, "try again later, or with more retries: --retries 10"],
  [500, "it may have been done all the same: check before you run it again"],
  [502, "it may have been done all the same: check before you run it again"],
])("the hint of a %i names retries only if they send a write again", async (status, hint) => {
  const { api } = scripted([answer(status)], { retries: 0 });
  const body = { domain_name: "shop.example.com" };
  const sent = api.call(operations.registerDomain, { path: { digital_wallet_id: "w1" }, body });
  expect(hintOf(await sent.catch((error) => error))).toBe(hint);
});

test("the hint of a 403 names the scope, that of a 429 the time to wait", async () => {
  const scope = "the call needs the scope buyers.read; see what the key may do: payctl doctor";
  expect(hintOf(await failWith(403))).toBe(scope);
  const error = await failWith(429, "", { "retry-after": "Thu, 01 Jan 2026 00:00:30 GMT" });
  expect(hintOf(error)).toBe(
    "try again in 30 s, or with more attempts and time: --retries 10 --deadline 10m",
  );
  expect(error.retryAfter).toBe(30);
  expect(hintOf(await failWith(429))).toBe("try again later, or with more retries: --retries 10");
});

test.each([
  ['{"message":"no"}', "to see the requests as they are sent: --debug=http"],
  [
    "<html><title>400 No required SSL certificate was sent</title></html>",
    "this is not the service's own answer: check the address, proxies and the client certificate: payctl doctor",
  ],
])("the hint of a 400 on a path without an operation tells whose answer it is: %s", async (body, hint) => {
  const { api } = scripted([answer(400, body)]);
  const sent = api.send({ method: "GET", target: "/payouts", scopes: ["payouts.read"] });
  expect(hintOf(await sent.catch((error) => error))).toBe(hint);
});

type Call = (api: Api) => Promise<unknown>;

async function notFound(body: unknown, call: Call, merchantAccount?: string): Promise<ApiError> {
  const { api } = scripted([answer(404, body)], { merchantAccount });
  return call(api).then(
    () => expect.fail("the call succeeded"),
    (error) => error,
  );
}

const suspend: Call = (api) =>
  api.call(operations.suspendNetworkToken, { path: { payment_method_id: "m1", network_token_id: "t1" } });
const deletePair: Call = (api) => api.call(operations.deleteApiKeyPair, { path: { api_key_pair_id: "k1" } });
const updateRule: Call = (api) =>
  api.call(operations.updateFlowRule, {
    path: { flow: "checkout", action: "select-payment-options", rule_id: "r1" },
    body: { position: 0 },
  });
const listBuyers: Call = (api) => api.call(operations.listBuyers, { query: {} });
const sendRaw: Call = (api) =>
  api.send({ method: "GET", target: "/transactions/x?limit=1", scopes: ["buyers.read"] });

const detail = (parts: Pick<FailureDetail, "location" | "pointer">) =>
  failureBody(404, { details: [{ ...parts, message: "No such thing", type: "not_found" }] });

it.each<[string, Call, string | undefined]>([
  ["network token t1 of payment method m1 was not found in merchant account shop", suspend, "shop"],
  ["network token t1 of payment method m1 was not found", suspend, undefined],
  ["API key pair k1 was not found", deletePair, "shop"],
  ["rule r1 was not found", updateRule, "shop"],
  ["GET /transactions/x was not found", sendRaw, undefined],
])("an error for a 404 says what was asked for: %s", async (message, call, account) => {
  expect((await notFound(failureBody(404), call, account)).message).toBe(message);
});

it("an error for a 404 says that it is the merchant account which is not there", async () => {
  const body = detail({ location: "header", pointer: "x-service-merchant-account-id" });
  const error = await notFound(body, suspend, "nowhere");
  const { message, fields } = error;
  expect(message).toBe("merchant account nowhere was not found");
  expect(hintOf(error)).toBe("check the merchant account, and where it comes from: payctl auth status");
  expect(fields).toEqual([{ field: "header.x-service-merchant-account-id", message: "No such thing" }]);
});

it.each<[string, unknown, Call]>([
  ["no route here", { message: "no route here" }, suspend],
  ["the service answered 404 without saying why", "", suspend],
  ["The resource could not be found", failureBody(404), listBuyers],
  ["The resource could not be found", detail({ location: "body", pointer: "/ids/0" }), suspend],
])("an error for a 404 keeps what came if nothing is known better: %s", async (message, body, call) => {
  expect((await notFound(body, call)).message).toBe(message);
});

it.each<[string, Call]>([
  ["check the id, and which merchant account is in use: payctl auth status", suspend],
  ["check the path; to list the operations that payctl knows: payctl explain", sendRaw],
])("an error for a 404 hints: %s", async (hint, call) => {
  expect(hintOf(await notFound(failureBody(404), call))).toBe(hint);
});
