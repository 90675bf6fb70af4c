import { expect, it } from "vitest";
import { TransportError } from "../../src/client/transport-error.ts";
import { operations } from "../../src/contract/operations.ts";
import type { CallError } from "../../src/errors.ts";
import { answer, type Script, scripted } from "./scripted.ts";

const lost = new TransportError("lost", "the connection closed without an answer");
const unsent = new TransportError("unsent", "the connection was refused");
const body = { id: "shop", display_name: "Shop" };
const conflict = answer(409, { type: "error", code: "duplicate_record", status: 409, resource_id: "shop" });

async function failureOf(script: readonly Script[], resendsLost = false): Promise<CallError> {
  const { api } = scripted(script, { retries: 1 });
  return api.call(operations.createMerchantAccount, { body }, { resendsLost }).then(
    () => expect.fail("the call succeeded"),
    (error) => error,
  );
}

it.each([
  ["a lost answer", lost],
  ["500", answer(500)],
  ["504", answer(504)],
  ["a success that can't be read", answer(201, "{")],
])("a failed call is in doubt after %s", async (_, outcome) => {
  expect((await failureOf([outcome])).call.inDoubt).toBe(true);
});

it.each([
  ["400", [answer(400)]],
  ["409", [conflict]],
  ["429", [answer(429), answer(429)]],
  ["503", [answer(503), answer(503)]],
  ["a refused connection", [unsent, unsent]],
  ["409 behind a 503", [answer(503), conflict]],
])("a failed call is not in doubt after %s", async (_, script) => {
  expect((await failureOf(script)).call.inDoubt).toBeUndefined();
});

it("a call is sent again after a lost answer if the caller can tell what became of it", async () => {
  const error = await failureOf([lost, conflict], true);
  expect(error.call).toEqual({ method: "POST", path: "/merchant-accounts", attempts: 2, inDoubt: true });
});

it("a call is not sent again after a 500, whoever calls", async () => {
  expect((await failureOf([answer(500)], true)).call.attempts).toBe(1);
});

it("a call has no doubt when the deadline passes before it is sent", async () => {
  const { api } = scripted([], { deadline: 0, signal: new AbortController().signal });
  await new Promise((resolve) => setTimeout(resolve, 5));
  const error = await api.call(operations.createMerchantAccount, { body }).catch((failure) => failure);
  expect(error.call).toEqual({ method: "POST", path: "/merchant-accounts", attempts: 0 });
});

it("calls that begin at once share a token", async () => {
  const { api, signed } = scripted([answer(201, "{}"), answer(201, "{}")]);
  const call = () => api.call(operations.createMerchantAccount, { body });
  await Promise.all([call(), call()]);
  expect(signed).toEqual([["merchant-accounts.write"]]);
});
