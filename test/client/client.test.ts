import { expect, test } from "vitest";
import type { ApiOptions } from "../../src/client/client.ts";
import type { ShownRequest } from "../../src/client/plan.ts";
import { TransportError } from "../../src/client/transport-error.ts";
import { operations } from "../../src/contract/operations.ts";
import { parseJson, stringifyJson } from "../../src/values/json.ts";
import { expectFailure } from "./expect-failure.ts";
import { answer, type Script, scripted, start } from "./scripted.ts";

const id = "fe26475d-ec3e-4884-9553-f7356683f7f9";
const tokenPath = { payment_method_id: id, network_token_id: id };
const emptyPage = answer(200, { items: [], limit: 20, next_cursor: null });
const lost = new TransportError("lost", "service.example closed the connection without an answer");
const unsent = new TransportError("unsent", "service.example refused the connection");

test("a request carries path, query, token, account and the name of the tool", async () => {
  const { api, requests, signed } = scripted([emptyPage], { merchantAccount: "demo" });
  await api.call(operations.listBuyers, { query: { search: "Ada & Co", limit: 5, cursor: undefined } });
  expect(requests).toEqual([
    {
      method: "GET",
      target: "/buyers?search=Ada+%26+Co&limit=5",
      headers: {
        accept: "application/json",
        authorization: "Bearer token-1",
        "user-agent": "payctl/0.0.0",
        "x-service-merchant-account-id": "demo",
      },
      signal: expect.any(AbortSignal),
    },
  ]);
  expect(signed).toEqual([["buyers.read"]]);
});

test("a request carries a body as JSON, with the digits it was given", async () => {
  const { api, requests } = scripted([answer(200, {})]);
  const body = { position: parseJson("1.0") as number };
  const path = { flow: "checkout", action: "select-payment-options", rule_id: id } as const;
  await api.call(operations.updateFlowRule, { path, body });
  expect(requests[0]?.target).toBe(`/flows/checkout/actions/select-payment-options/rules/${id}`);
  expect(requests[0]?.headers["content-type"]).toBe("application/json");
  expect(new TextDecoder().decode(requests[0]?.body)).toBe('{"position":1.0}');
});

test("a token asks for further scopes if the caller does, and for each once", async () => {
  const { api, signed } = scripted([emptyPage]);
  await api.call(operations.listBuyers, {}, { scopes: ["buyers.billing-details.read", "buyers.read"] });
  expect(signed).toEqual([["buyers.read", "buyers.billing-details.read"]]);
});

test("a request leaves out the account if the operation takes none, and says so once if it was asked for", async () => {
  const { api, requests, notes } = scripted([emptyPage, emptyPage], {
    merchantAccount: "demo",
    merchantAccountAsked: true,
  });
  await api.call(operations.listApiKeyPairs, {});
  await api.call(operations.listApiKeyPairs, {});
  expect(requests.map(({ headers }) => headers["x-service-merchant-account-id"])).toEqual([
    undefined,
    undefined,
  ]);
  expect(notes).toEqual(["the merchant account is not sent: this operation does not take one"]);
});

test("a token serves all attempts, pages and operations with its scopes, and no other", async () => {
  const { api, requests, signed } = scripted([answer(500), emptyPage, emptyPage, emptyPage, emptyPage]);
  await api.call(operations.listBuyers, {});
  await api.call(operations.listBuyers, { query: { cursor: "c" } });
  await api.call(operations.listAuditLogs, {});
  await api.call(operations.listBuyers, {}, { scopes: ["buyers.billing-details.read"] });
  expect(requests.map(({ headers }) => headers["authorization"]?.slice(-1))).toEqual([..."11123"]);
  expect(signed).toEqual([
    ["buyers.read"],
    ["audit-logs.read"],
    ["buyers.read", "buyers.billing-details.read"],
  ]);
});

test("a token serves for four minutes", async () => {
  let now = 0;
  const clock = { now: () => now, sleep: async () => {}, random: () => 0.5 };
  const { api, signed } = scripted([answer(200, {}), answer(200, {}), answer(200, {})], { clock });
  await api.call(operations.suspendNetworkToken, { path: tokenPath });
  now = 4 * 60_000;
  await api.call(operations.resumeNetworkToken, { path: tokenPath });
  expect(signed).toHaveLength(1);
  now += 1;
  await api.call(operations.resumeNetworkToken, { path: tokenPath });
  expect(signed).toEqual([["payment-methods.write"], ["payment-methods.write"]]);
});

test.each([
  [200, { id: "a" }, { id: "a" }],
  [202, "", undefined],
  [204, "", undefined],
  [200, " \r\n", undefined],
  [200, "null", null],
])("a %i with the body %j succeeds", async (status, body, value) => {
  const { api } = scripted([answer(status, body)]);
  expect(await api.call(operations.createMerchantAccount, { body: { id: "a", display_name: "A" } })).toEqual({
    sent: true,
    status,
    value,
  });
});

test.each(["<html>", '{"items":[', "[".repeat(200_000)])(
  "a call with the body %.20s does not succeed",
  async (body) => {
    const { api } = scripted([answer(200, body)]);
    await expect(api.call(operations.listBuyers, {})).rejects.toMatchObject({
      name: "BrokenAnswerError",
      exitCode: 5,
      message: "the service's answer is not JSON",
      cause: undefined,
      call: { method: "GET", path: "/buyers", attempts: 1 },
    });
  },
);

test("an answer is not needed if it has nothing to say: the work is done", async () => {
  const { api } = scripted([answer(200, "OK"), answer(200, "OK")]);
  const done = { sent: true, status: 200, value: undefined };
  const pair = { path: { api_key_pair_id: "k1" } };
  expect(await api.call(operations.deleteApiKeyPair, pair)).toEqual(done);
  const domain = { path: { digital_wallet_id: "w1" }, body: { domain_name: "shop.example.com" } };
  expect(await api.call(operations.registerDomain, domain)).toEqual(done);
});

test("an answer is read down to 200 levels, and no further", async () => {
  const nested = (levels: number) => answer(200, "[".repeat(levels) + "]".repeat(levels));
  const { api } = scripted([nested(200), nested(201)]);
  const request = { method: "GET", target: "/payouts", scopes: ["payouts.read"] } as const;
  expect(await api.send(request)).toMatchObject({ status: 200 });
  await expect(api.send(request)).rejects.toMatchObject({
    name: "BrokenAnswerError",
    message: "the service's answer is too deeply nested to read",
  });
});

test("a call is attempted until the service answers", async () => {
  const { api, requests, sleeps } = scripted([
    answer(503),
    lost,
    answer(429, "", { "retry-after": "3" }),
    emptyPage,
  ]);
  expect(await api.call(operations.listBuyers, {})).toMatchObject({ status: 200 });
  expect(requests).toHaveLength(4);
  expect(sleeps).toEqual([250, 500, 3000]);
});

test("a call tells a person about a wait of five seconds or more", async () => {
  const waits = ["4", "5", "30"].map((seconds) => answer(429, "", { "retry-after": seconds }));
  const { api, notes } = scripted([...waits, emptyPage]);
  await api.call(operations.listBuyers, {});
  expect(notes).toEqual([
    "trying again in 5 s: the service answered 429",
    "trying again in 30 s: the service answered 429",
  ]);
});

const absent = new TransportError("absent", "localhost:4010 refused the connection");
const cut = new TransportError("cut", "the answer from service.example was cut off");
const malformed = new TransportError("malformed", "service.example sent something that is not HTTP");
const later = (status: number) => answer(status, "", { "retry-after": "60" });
const soon = { deadline: start + 10_000 };

test.each<[string, readonly Script[], Partial<ApiOptions>, object]>([
  [
    "once its further attempts are used up",
    [lost, lost, lost],
    { retries: 2 },
    {
      name: "UnreachableError",
      exitCode: 10,
      message: "service.example closed the connection without an answer, after 3 attempts",
      call: { method: "GET", path: "/buyers", attempts: 3 },
      hint: { text: "find out why", command: "payctl doctor" },
    },
  ],
  [
    "at once where nothing listens on this machine, and says how to start the server",
    [absent],
    {},
    {
      name: "UnreachableError",
      exitCode: 10,
      message: absent.message,
      hint: { text: "nothing listens there; to start the reference server", command: "payctl serve" },
    },
  ],
  ["if its answer is cut off", [cut], { retries: 0 }, { name: "BrokenAnswerError", message: cut.message }],
  ["if its answer is not HTTP", [malformed], {}, { name: "BrokenAnswerError", message: malformed.message }],
  ["at a 401, without another token", [answer(401)], {}, { exitCode: 7 }],
  ...[302, 304].map((status): [string, readonly Script[], object, object] => [
    `at the redirect ${status}`,
    [answer(status, "", { location: "https://elsewhere.example" })],
    {},
    {
      name: "BrokenAnswerError",
      exitCode: 5,
      message: `the service answered with a redirect (${status}), which is never followed`,
    },
  ]),
  [
    "if its next attempt would come after the deadline",
    [later(503)],
    soon,
    {
      name: "UnreachableError",
      exitCode: 10,
      message: "the deadline leaves no time for another attempt: the service answered 503",
      call: { method: "GET", path: "/buyers", attempts: 1 },
    },
  ],
  [
    "at a rate limit beyond the deadline",
    [later(429)],
    soon,
    {
      exitCode: 6,
      retryAfter: 60,
      hint: {
        text: "try again in 60 s, or with more attempts and time",
        command: "--retries 10 --deadline 10m",
      },
    },
  ],
])("a call fails %s", async (_, script, options, expected) => {
  const { api, requests } = scripted(script, options);
  await expect(api.call(operations.listBuyers, {})).rejects.toMatchObject(expected);
  expect(requests).toHaveLength(script.length);
});

test.each<[string, readonly Script[], boolean]>([
  ["its answer was lost", [lost], true],
  ["the service failed", [answer(502)], true],
  ["its answer was lost before another was refused", [lost, answer(429)], true],
  ["nothing was sent", [unsent], false],
  ["the rate was limited", [answer(429)], false],
  ["there was no attempt before", [], false],
])("a delete that finds nothing succeeds only if an attempt before may have worked: %s", async (...row) => {
  const [, before, isDone] = row;
  const { api } = scripted([...before, answer(404)]);
  const sent = api.call(operations.deleteApiKeyPair, { path: { api_key_pair_id: id } });
  if (isDone) expect(await sent).toEqual({ sent: true, status: 204, value: undefined });
  else await expect(sent).rejects.toMatchObject({ exitCode: 8 });
});

/** A clock that stands still, so that no wait ends on its own. */
const endlessWaits: ApiOptions["clock"] = {
  now: () => start,
  random: () => 0,
  sleep: (_, signal) =>
    new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(signal.reason))),
};

test("the deadline cuts an attempt short", async () => {
  const { api } = scripted(
    [
      ({ signal }) =>
        new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason))),
    ],
    { deadline: start + 20 },
  );
  await expectFailure(
    api.call(operations.listBuyers, {}),
    10,
    "the deadline passed before the service answered",
  );
});

test("the deadline cuts a wait short", async () => {
  const { api } = scripted([answer(500)], { deadline: start + 20, clock: endlessWaits });
  await expectFailure(
    api.call(operations.listBuyers, {}),
    10,
    "the deadline leaves no time for another attempt: the service answered 500",
  );
});

test("an interruption ends the call with its own reason and without another attempt", async () => {
  const controller = new AbortController();
  const { api, requests } = scripted(
    [
      () => {
        controller.abort("SIGINT");
        throw lost;
      },
    ],
    { signal: controller.signal },
  );
  await expect(api.call(operations.listBuyers, {})).rejects.toBe(lost);
  await expect(api.call(operations.listBuyers, {})).rejects.toBe("SIGINT");
  expect(requests).toHaveLength(1);
});

test("an interruption ends a wait with its own reason", async () => {
  const controller = new AbortController();
  const note = async (): Promise<void> => void setImmediate(() => controller.abort("SIGINT"));
  const { api, requests } = scripted([answer(429, "", { "retry-after": "30" })], {
    signal: controller.signal,
    clock: endlessWaits,
    note,
  });
  await expect(api.call(operations.listBuyers, {})).rejects.toBe("SIGINT");
  expect(requests).toHaveLength(1);
});

test("a dry run shows the request with its secrets masked, signs nothing and sends nothing", async () => {
  const shown: ShownRequest[] = [];
  const { api, requests, signed } = scripted([], {
    merchantAccount: "demo",
    show: async (request) => void shown.push(request),
  });
  const items = [{ number: "4111111111111111", pin: "1234" }, { id }];
  expect(await api.call(operations.fetchGiftCardBalances, { body: { items } })).toEqual({
    sent: false,
    status: 0,
    value: undefined,
  });
  expect(shown).toEqual([
    {
      method: "POST",
      path: "/gift-cards/balances",
      headers: {
        authorization: "Bearer ********",
        accept: "application/json",
        "user-agent": "payctl/0.0.0",
        "x-service-merchant-account-id": "demo",
        "content-type": "application/json",
      },
      body: { items: [{ number: "********", pin: "********" }, { id }] },
    },
  ]);
  expect([...requests, ...signed]).toEqual([]);
});

test("a dry run shows a body with the digits that it was given, and none where there is none", async () => {
  const shown: ShownRequest[] = [];
  const { api } = scripted([], { show: async (request) => void shown.push(request) });
  const body = '{"amount":1.0}';
  await api.send({ method: "POST", target: "/payouts", body, scopes: ["payouts.write"] });
  await api.call(operations.listBuyers, {});
  expect(stringifyJson(shown[0]?.body)).toBe(body);
  expect(shown[1]).not.toHaveProperty("body");
});

test("a free request takes scope, account and retries of the operation that it belongs to", async () => {
  const { api, requests, signed } = scripted([answer(500), answer(200, {})], { merchantAccount: "demo" });
  await api.send({ method: "POST", target: `/payment-methods/${id}/network-tokens/${id}/suspend` });
  expect(signed).toEqual([["payment-methods.write"]]);
  expect(requests.map(({ headers }) => headers["x-service-merchant-account-id"])).toEqual(["demo", "demo"]);
});

test("a free request needs scopes if no operation has any to give", async () => {
  const { api, requests } = scripted([]);
  await expect(api.send({ method: "GET", target: "/payouts?limit=1" })).rejects.toMatchObject({
    exitCode: 2,
    message: "payctl does not know the operation GET /payouts",
    hint: {
      text: "give the scope of the call, as in --scope buyers.read, or see those that it knows",
      command: "payctl explain",
    },
  });
  expect(requests).toEqual([]);
});

test("a free request is repeated after a failure of the service unless it posts", async () => {
  const put = scripted([answer(500), answer(200, {})]);
  await put.api.send({ method: "PUT", target: "/payouts/1", scopes: ["payouts.write"] });
  expect(put.requests).toHaveLength(2);
  const post = scripted([answer(500)]);
  const sent = post.api.send({ method: "POST", target: "/payouts", scopes: ["payouts.write"] });
  await expect(sent).rejects.toMatchObject({ exitCode: 5 });
  expect(post.requests).toHaveLength(1);
});
