import { beforeEach, expect, it } from "vitest";
import { type Reference, startReference } from "../../helpers/server.ts";
import { fresh } from "../../helpers/shared.ts";

const start = "2026-03-01T12:00:00.000Z";
let reference: Reference;
beforeEach(async () => {
  reference = await fresh(startReference({ seed: {}, now: () => new Date(start), embedLimit: 1 }));
});

async function control(method: string, path: string, body?: unknown) {
  const content = body === undefined ? {} : { body };
  const { json, status } = await reference.request(method, `/_reference/${path}`, {
    token: null,
    ...content,
  });
  return { json, status };
}

it("the clock is shown, set, frozen, advanced and set back", async () => {
  const steps: [string, string, unknown][] = [
    ["GET", "clock", undefined],
    ["PUT", "clock", { time: "2030-01-01T01:00:00+01:00" }],
    ["POST", "clock/advance", { by: "1.5h" }],
    ["PUT", "clock", { frozen: true }],
    ["POST", "clock/advance", { seconds: 0.25 }],
    ["PUT", "clock", { time: null, frozen: false }],
  ];
  const shown: unknown[] = [];
  for (const [method, path, body] of steps) shown.push((await control(method, path, body)).json);
  expect(shown).toEqual([
    { time: start, frozen: false },
    { time: "2030-01-01T00:00:00.000Z", frozen: false },
    { time: "2030-01-01T01:30:00.000Z", frozen: false },
    { time: "2030-01-01T01:30:00.000Z", frozen: true },
    { time: "2030-01-01T01:30:00.250Z", frozen: true },
    { time: start, frozen: false },
  ]);
});

it("the clock gives resources their times, and leaves the date of answers to the time of day", async () => {
  await control("PUT", "clock", { time: "2026-03-01T12:05:00Z" });
  const { headers, json } = await reference.request("POST", "/merchant-accounts", {
    body: { id: "shop", display_name: "Shop" },
  });
  expect(json.created_at).toBe("2026-03-01T12:05:00.000Z");
  expect(headers).not.toHaveProperty("date");
});

it("the clock does not lock out those who sign by the time of day", async () => {
  await control("POST", "clock/advance", { by: "1d" });
  expect((await reference.request("GET", "/buyers")).status).toBe(200);
});

it("the clock frees who has reached a limit", async () => {
  const token = reference.token({ scopes: ["embed"] });
  const body = { items: [{ number: "6034932528973614", pin: "0000" }] };
  const status = async () =>
    (await reference.request("POST", "/gift-cards/balances", { token, body })).status;
  const statuses = [await status(), await status()];
  await control("POST", "clock/advance", { seconds: 60 });
  expect([...statuses, await status()]).toEqual([200, 429, 200]);
});

it.each<[string, string, unknown, readonly string[]]>([
  ["PUT", "clock", {}, ["body"]],
  ["PUT", "clock", { time: "tomorrow" }, ["body", "time"]],
  ["PUT", "clock", { time: "1969-12-31T23:59:59Z" }, ["body", "time"]],
  ["PUT", "clock", { speed: 2 }, ["body", "speed"]],
  ["PUT", "clock", { tokens: "mine" }, ["body", "tokens"]],
  ["PUT", "clock", { frozen: "yes" }, ["body", "frozen"]],
  ["POST", "clock/advance", {}, ["body"]],
  ["POST", "clock/advance", { by: "1h", seconds: 1 }, ["body"]],
  ["POST", "clock/advance", { by: "soon" }, ["body", "by"]],
  ["POST", "clock/advance", { by: "9999999d" }, ["body", "by"]],
  ["POST", "clock/advance", { seconds: -1 }, ["body", "seconds"]],
])("%s %s refuses %j", async (method, path, body, place) => {
  const { json, status } = await control(method, path, body);
  expect([status, json.detail[0].loc]).toEqual([422, place]);
  expect((await control("GET", "clock")).json.time).toBe(start);
});

it("a change of the clock needs a body in JSON", async () => {
  expect((await control("PUT", "clock")).status).toBe(422);
  expect((await control("PUT", "clock", "{")).status).toBe(400);
});

const rule = { operation: "listBuyers", status: 503 };

it("faults are listed with their hits, put back as they were got, and removed", async () => {
  const rule = { method: "GET", path: "/buyers", status: 503, times: 2 };
  expect((await control("PUT", "faults", [rule])).json).toEqual({
    items: [{ id: "1", ...rule, hits: 0 }],
  });
  await reference.request("GET", "/buyers");
  const shown = (await control("GET", "faults")).json;
  expect(shown).toEqual({ items: [{ id: "1", ...rule, hits: 1 }] });
  expect((await control("PUT", "faults", shown)).json).toEqual({ items: [{ id: "2", ...rule, hits: 0 }] });
  expect((await control("DELETE", "faults")).status).toBe(204);
  expect((await control("GET", "faults")).json).toEqual({ items: [] });
});

it.each<[unknown, message: unknown]>([
  [[{ ...rule, status: "503" }], "must be a number: 503, without quotes"],
  [[{ ...rule, status: "rest" }], "must be a status as a number, or one of reset, hang, truncate"],
  [[{ ...rule, oparation: "listBuyers" }], "is not a known field; did you mean operation?"],
  [[{ ...rule, every: 2 }], "is not a known field"],
  [{ status: 503 }, expect.any(String)],
  [{ set: "flaky" }, expect.any(String)],
])("faults that are not rules are refused: %j", async (body, message) => {
  const { json, status } = await control("PUT", "faults", body);
  expect([status, json.detail[0].msg]).toEqual([422, message]);
});
