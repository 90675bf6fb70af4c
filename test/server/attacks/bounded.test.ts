import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ApiRequest } from "../../../src/contract/exchange.ts";
import { countSteps } from "../../helpers/steps.ts";

/**
 * Steps of our own code, as V8 counts them. What regular expressions do is in test/patterns.test.ts, and what Node does
 * (parsing JSON, decoding) takes time in proportion to the size.
 */
const fixed = 20_000;
const perByte = 100;

const bytes = (text: string) => new Uint8Array(Buffer.from(text));
const kilobytes = (text: string, count: number) => text.repeat(Math.ceil((count * 1024) / text.length));
const get = (target: string, headers = {}): ApiRequest => ({ method: "GET", target, headers });
const post = (body: string): ApiRequest => ({
  method: "POST",
  target: "/gift-cards/balances",
  headers: { "content-type": "application/json" },
  body: bytes(body),
});

const worst: readonly (readonly [string, ApiRequest])[] = [
  ["a long id in a path with a slip", get(`/merchant-account/${kilobytes("a", 8)}/three-ds-configurations`)],
  ["a long path", get(`/${kilobytes("a", 8)}`)],
  ["a path of the usual length with slips", get(`/merchant-accounts-${"s".repeat(180)}`)],
  ["many segments", get(kilobytes("/", 8))],
  ["many words in a path", get(kilobytes("/buyers", 8))],
  ["many parameters", get(`/buyers?${kilobytes("a&", 8)}`)],
  ["a long token", get("/buyers", { authorization: `Bearer ${kilobytes("a", 15)}` })],
  ["a token of dots", get("/buyers", { authorization: `Bearer ${kilobytes(".", 15)}` })],
  ["a token of objects", get("/buyers", { authorization: `Bearer ${kilobytes("eyJ", 15)}` })],
  ["a long account", get("/buyers", { "x-service-merchant-account-id": kilobytes("a", 15) })],
  [
    "many headers",
    get("/buyers", Object.fromEntries(Array.from({ length: 900 }, (_, i) => [`x-${i}`, "a"]))),
  ],
  ["beginnings of tokens", post(`{"a":"${kilobytes("-eyJ", 60)}"}`)],
  ["parts of tokens", post(`{"a":"${kilobytes("eyJ.", 60)}"}`)],
  ["beginnings of keys", post(`{"a":"${kilobytes("-----BEGIN ", 60)}"}`)],
  ["base64 of beginnings of keys", post(`{"a":"${kilobytes("LS0tLS1CRUdJ", 60)}"}`)],
  ["backslashes", post(`{"a":"${kilobytes('\\"d\\\\', 60)}"}`)],
  ["digits", post(`{"a":"${kilobytes("4", 60)}"}`)],
  ["digits apart", post(`{"a":"${kilobytes("4 ", 60)}"}`)],
  ["digits and letters", post(`{"a":"${kilobytes("444a", 60)}"}`)],
  ["many fields", post(`{${Array.from({ length: 5000 }, (_, i) => `"a${i}":0`).join()}}`)],
  ["one object in another", post(`${kilobytes('{"a":', 60)}0${"}".repeat(12_288)}`)],
  ["one list in another", post(`${kilobytes("[", 30)}${kilobytes("]", 30)}`)],
  ["items", post(`[${kilobytes("0,", 60)}0]`)],
  ["the control interface", get(`/_reference/${kilobytes("a/", 8)}`)],
  ["the description of the API", get("/openapi.json")],
  ["another world", get(`/_worlds/${kilobytes("a", 8)}`)],
];

let reference: import("../../helpers/server.ts").Reference;
beforeAll(async () => {
  // Code that was loaded before is not counted in full.
  await countSteps(() => {});
  const { startReference } = await import("../../helpers/server.ts");
  reference = await startReference({ seed: {}, cors: ["https://shop.example.com"] });
  // What is done only once is no part of the bound.
  for (const [, request] of worst) await answer(request);
  await countSteps(() => {});
});
afterAll(() => reference.close());

/** The journal masks what a request brought once somebody looks at it, and PostgreSQL keeps it a while later. */
async function answer(request: ApiRequest): Promise<void> {
  await reference.exchange(request);
  await reference.exchange(get("/_reference/requests?limit=1"));
}

function boundOf({ body, headers, target }: ApiRequest): number {
  return fixed + perByte * (target.length + JSON.stringify(headers).length + (body?.length ?? 0));
}

it.each(worst)("a stranger's request with %s takes steps in proportion to its size", async (_, request) => {
  expect(await countSteps(() => answer(request))).toBeLessThan(boundOf(request));
});

it("whatever a stranger sends over and over takes steps in proportion to its size", async () => {
  const words = fc.oneof(
    fc.string({ minLength: 1 }),
    fc.constantFrom(
      ...'eyJ. -----BEGIN /buyers/ 4111 {"a": [0, \\u00 %2F %E0 &a= \u00a0 ; , 0- PRIVATE KEY'.split(" "),
    ),
  );
  const text = fc.array(words, { minLength: 1, maxLength: 6 }).map((parts) => kilobytes(parts.join(""), 7));
  const sent = fc.oneof(
    text.map((path) => get(`/${path}`)),
    text.map((query) => get(`/buyers?${query}`)),
    text.map((value) => get("/buyers", { authorization: `Bearer ${value}`, "x-a": value, origin: value })),
    text.map(post),
    text.map((value) => post(JSON.stringify({ [value]: value }))),
  );
  const requests = fc.sample(sent, 60);
  const steps = await countSteps(async () => {
    for (const request of requests) await answer(request);
  });
  expect(steps).toBeLessThan(requests.map(boundOf).reduce((sum, bound) => sum + bound));
  expect(reference.reports).toEqual([]);
});
