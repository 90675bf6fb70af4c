import { expect, test } from "vitest";
import { createDebug } from "../../src/client/debug.ts";
import { TransportError } from "../../src/client/transport-error.ts";
import type { ApiRequest } from "../../src/contract/exchange.ts";
import { answer } from "./scripted.ts";

const request: ApiRequest = {
  method: "POST",
  target: "/gift-cards/balances?search=Ada&limit=5&flag",
  headers: {
    accept: "application/json",
    authorization: "Bearer very.secret.token",
    "x-service-merchant-account-id": "demo",
  },
  body: Buffer.from('{"items":[{"number":"4111111111111111","pin":"1234"},{"id":"card-1"}]}'),
};

async function lines(level: "on" | "http", tell: (debug: ReturnType<typeof createDebug>) => Promise<void>) {
  const written: string[] = [];
  await tell(createDebug(level, async (line) => void written.push(line)));
  return written;
}

test("--debug gives a request, an answer, a failure and a wait a line each", async () => {
  const told = await lines("on", async (debug) => {
    await debug.sent(request, 1);
    await debug.ended({ kind: "failure", error: new TransportError("lost", "no answer") }, 3.4);
    await debug.waiting(250);
    await debug.sent(request, 2);
    await debug.ended({ kind: "answer", response: answer(200, '{"é":1}') }, 12);
  });
  expect(told).toEqual([
    "> POST /gift-cards/balances?search=********&limit=5&flag=********",
    "! no answer, 3 ms",
    "~ waiting 250 ms before the next attempt",
    "> POST /gift-cards/balances?search=********&limit=5&flag=********, attempt 2",
    "< 200, 8 bytes, 12 ms",
  ]);
});

test("--debug=http shows headers and bodies, and masks what is not known to be harmless", async () => {
  expect(await lines("http", (debug) => debug.sent(request, 1))).toEqual([
    "> POST /gift-cards/balances?search=********&limit=5&flag=********",
    "> accept: application/json",
    "> authorization: ********",
    "> x-service-merchant-account-id: demo",
    '> {"items":[{"number":"********","pin":"********"},{"id":"card-1"}]}',
  ]);
});

test("--debug masks a token wherever a service repeats it", async () => {
  const token = `head.claims.${"s".repeat(176)}`;
  const headers = { server: token, "x-request-id": token, date: token };
  const body = JSON.stringify({
    id: token,
    code: token,
    next_cursor: "c".repeat(110),
    details: [{ loc: [token] }],
  });
  const response = answer(200, body, headers);
  const told = await lines("http", (debug) => debug.ended({ kind: "answer", response }, 1));
  expect(told).toEqual([
    `< 200, request ********, ${Buffer.byteLength(body)} bytes, 1 ms`,
    "< server: ********",
    "< x-request-id: ********",
    "< date: ********",
    `< {"id":"********","code":"********","next_cursor":"${"c".repeat(110)}","details":[{"loc":["********"]}]}`,
  ]);
});

test("--debug=http masks what stands in place of a field's name, which may be a card", async () => {
  const odd = {
    ...request,
    target: "/x",
    headers: {},
    body: Buffer.from('{"4111111111111111":{"id":"a"}}'),
  };
  expect(await lines("http", (debug) => debug.sent(odd, 1))).toEqual([
    "> POST /x",
    '> {"********":{"id":"a"}}',
  ]);
});

test("--debug=http masks personal data and unknown headers of an answer", async () => {
  const body = {
    items: [
      { id: "b-1", display_name: "Ada", billing_details: { email_address: "a@b.example", tax_id: null } },
    ],
    limit: 1,
    next_cursor: "c",
  };
  const response = answer(200, body, { "set-cookie": "session=1", date: "Thu, 01 Jan 2026 00:00:00 GMT" });
  expect(await lines("http", (debug) => debug.ended({ kind: "answer", response }, 1))).toEqual([
    `< 200, ${JSON.stringify(body).length} bytes, 1 ms`,
    "< set-cookie: ********",
    "< date: Thu, 01 Jan 2026 00:00:00 GMT",
    '< {"items":[{"id":"b-1","display_name":"********","billing_details":{"email_address":"********","tax_id":null}}],"limit":1,"next_cursor":"c"}',
  ]);
});

test("--debug=http never repeats the value that a validation answer repeats", async () => {
  const response = answer(422, { detail: [{ loc: ["body", "pin"], msg: "1234 is short", input: "1234" }] });
  expect((await lines("http", (debug) => debug.ended({ kind: "answer", response }, 1))).at(-1)).toBe(
    '< {"detail":[{"loc":["body","pin"],"msg":"********","input":"********"}]}',
  );
});

test("--debug=http shows nothing of a body that is not JSON", async () => {
  const response = answer(502, "<b>secret</b>");
  expect((await lines("http", (debug) => debug.ended({ kind: "answer", response }, 1))).at(-1)).toBe(
    "< (a body that is not JSON)",
  );
});

test("--debug=http writes ASCII alone, so that nothing steers the terminal, and cuts long lines", async () => {
  const response = answer(200, { id: "\u001b[2J\u202e\u0085é" }, { server: "x\u009b31m" });
  const told = await lines("http", (debug) => debug.ended({ kind: "answer", response }, 1));
  expect(told.slice(1)).toEqual(["< server: x\\u009b31m", '< {"id":"\\u001b[2J\\u202e\\u0085\\u00e9"}']);
  const long = answer(200, { loc: Array(100).fill("x".repeat(97)) });
  const cut = await lines("http", (debug) => debug.ended({ kind: "answer", response: long }, 1));
  expect(cut.at(-1)).toBe(`< ${JSON.stringify({ loc: Array(100).fill("x".repeat(97)) }).slice(0, 2000)}...`);
});
