import { expect, test } from "vitest";
import { json } from "../../../../src/server/json.ts";
import { id, now, seededStore } from "../stores.ts";

const at = now.toISOString();

test("a network token is found only below its own payment method and account, and keeps its changes", async () => {
  const store = await seededStore({
    payment_methods: [{ id: id(1) }, { id: id(2) }],
    network_tokens: [{ id: id(11), payment_method_id: id(1), expiration_date: "12/33", token: "demo" }],
  });
  const find = (account: string, method: string) =>
    store.read((resources) => resources.networkTokens.find(account, method, id(11)));
  const token = await find("default", id(1));
  const expected = {
    type: "network-token",
    id: id(11),
    payment_method_id: id(1),
    expiration_date: "12/33",
    token: "demo",
    status: "active",
    created_at: at,
    updated_at: at,
  } as const;
  expect(token && JSON.parse(token)).toEqual(expected);
  expect([await find("other", id(1)), await find("default", id(2))]).toEqual([undefined, undefined]);
  const suspended = { ...expected, status: "suspended" };
  await store.write((resources) => resources.networkTokens.update(suspended));
  expect(await find("default", id(1))).toBe(json(suspended));
});
