import { expect, it } from "vitest";
import { failureShape } from "../helpers/failure-shape.ts";
import { generateKey } from "../helpers/keys.ts";
import { type Reference, startReference } from "../helpers/server.ts";
import { fresh } from "../helpers/shared.ts";

const start = Date.parse("2026-01-15T12:00:00.000Z");

async function startLimited(embedLimit?: number): Promise<Reference> {
  const limit = embedLimit === undefined ? {} : { embedLimit };
  const reference = await fresh(startReference({ seed: {}, now: () => new Date(start), ...limit }));
  await setClock(reference, 0);
  return reference;
}

/** The clock of the data stands still so many milliseconds after the start. */
async function setClock(reference: Reference, after: number): Promise<void> {
  const body = { time: new Date(start + after).toISOString(), frozen: true };
  await reference.request("PUT", "/_reference/clock", { token: null, body });
}

const body = { items: [{ number: "6000000000000001", pin: "1" }] };

async function balances(reference: Reference, token: string, address = "192.0.2.1") {
  return reference.request("POST", "/gift-cards/balances", { token, body, address });
}

async function statuses(count: number, call: () => Promise<{ status: number }>): Promise<number[]> {
  const seen: number[] = [];
  for (let index = 0; index < count; index += 1) seen.push((await call()).status);
  return seen;
}

const embed = { scopes: ["embed"] };

it("an embed token may make 50 calls in 60 seconds, and the next one says when to come again", async () => {
  const reference = await startLimited();
  const token = reference.token(embed);
  expect(await statuses(50, () => balances(reference, token))).toEqual(Array(50).fill(200));
  await setClock(reference, 12_500);
  const { headers, json, status } = await balances(reference, token);
  expect([status, headers["retry-after"]]).toEqual([429, "48"]);
  expect(json).toEqual(failureShape(429, "too_many_requests", "Too many requests"));
});

it("an embed token may call again when the oldest call is 60 seconds old, and refused calls do not count", async () => {
  const reference = await startLimited(2);
  const token = reference.token(embed);
  await balances(reference, token);
  await setClock(reference, 30_000);
  expect(await statuses(3, () => balances(reference, token))).toEqual([200, 429, 429]);
  await setClock(reference, 59_999);
  expect((await balances(reference, token)).headers["retry-after"]).toBe("1");
  await setClock(reference, 60_000);
  expect(await statuses(2, () => balances(reference, token))).toEqual([200, 429]);
});

it("an embed token is limited whatever other scopes it has", async () => {
  const reference = await startLimited(1);
  const token = reference.token({ scopes: ["gift-cards.read", "embed"] });
  expect(await statuses(2, () => balances(reference, token))).toEqual([200, 429]);
});

it("an embed token is not helped by a fresh one from the same key pair and address", async () => {
  const reference = await startLimited(2);
  expect(await statuses(3, () => balances(reference, reference.token(embed)))).toEqual([200, 200, 429]);
});

it("an embed token is limited even when it calls from another address", async () => {
  const reference = await startLimited(2);
  const token = reference.token(embed);
  const seen = [
    await balances(reference, token, "192.0.2.1"),
    await balances(reference, token, "192.0.2.2"),
    await balances(reference, token, "192.0.2.3"),
  ];
  expect(seen.map(({ status }) => status)).toEqual([200, 200, 429]);
});

it("an embed token is not limited by what another one does at another address", async () => {
  const reference = await startLimited(1);
  const seen = [
    await balances(reference, reference.token(embed), "192.0.2.1"),
    await balances(reference, reference.token(embed), "192.0.2.2"),
  ];
  expect(seen.map(({ status }) => status)).toEqual([200, 200]);
});

it("an embed token's calls count even when their body is refused", async () => {
  const reference = await startLimited(1);
  const token = reference.token(embed);
  const wrong = () => reference.request("POST", "/gift-cards/balances", { token, body: {} });
  expect(await statuses(2, wrong)).toEqual([422, 429]);
});

it("an embed token's calls do not count if a simulated fault ends them, and do if only their answer is lost", async () => {
  const reference = await startLimited(1);
  const token = reference.token(embed);
  const call = () => balances(reference, token);
  const fail = (rule: object) =>
    reference.request("PUT", "/_reference/faults", {
      token: null,
      body: [{ operation: "fetchGiftCardBalances", status: 503, times: 2, ...rule }],
    });
  await fail({});
  expect(await statuses(4, call)).toEqual([503, 503, 200, 429]);
  const other = await startLimited(1);
  const lost = { operation: "fetchGiftCardBalances", status: 503, times: 1, after: true };
  await other.request("PUT", "/_reference/faults", { token: null, body: [lost] });
  const known = other.token(embed);
  expect(await statuses(2, () => balances(other, known))).toEqual([503, 429]);
});

it("an embed token waits no longer than the window when the clock is set back", async () => {
  const reference = await startLimited(1);
  const token = reference.token(embed);
  await setClock(reference, 60_000);
  await balances(reference, token);
  await setClock(reference, -3_600_000);
  expect((await balances(reference, token)).status).toBe(200);
});

it("a token without embed is never limited", async () => {
  const reference = await startLimited(1);
  const token = reference.token({ scopes: ["gift-cards.read"] });
  expect(await statuses(5, () => balances(reference, token))).toEqual([200, 200, 200, 200, 200]);
});

it("a token without embed is not limited after embed tokens of the same key pair were", async () => {
  const reference = await startLimited(1);
  await balances(reference, reference.token(embed));
  expect((await balances(reference, reference.token(embed))).status).toBe(429);
  expect((await balances(reference, reference.token({ scopes: ["gift-cards.read"] }))).status).toBe(200);
});

it("a call that nobody may make anyway is not limited", async () => {
  const reference = await startLimited(1);
  const forged = () => balances(reference, reference.token({ key: generateKey(), ...embed }));
  expect(await statuses(3, forged)).toEqual([401, 401, 401]);
});
