import { expect, onTestFinished, test } from "vitest";
import type { Seed } from "../../../../src/server/seed/seed.ts";
import { startReference } from "../../../helpers/server.ts";

const methodId = "70000000-0000-4000-8000-000000000001";
const seed: Seed = { payment_methods: [{ id: methodId, kind: "card", status: "active" }] };

test("a deterministic server gives a change the same ids when it runs again", async () => {
  const job = ["POST", "/account-updater/jobs", { body: { payment_method_ids: [methodId] } }] as const;
  const start = async () => {
    const reference = await startReference({ seed: seed, deterministic: 1 });
    onTestFinished(() => reference.close());
    // From now on the token is known and the schemas are loaded: a change begins in the turn of its request.
    await reference.request(...job);
    return reference;
  };
  const [alone, disturbed] = [await start(), await start()];
  let runs = 0;
  const spoil = () =>
    disturbed.store.write(async ({ lists }) => {
      runs += 1;
      await lists.ids("merchant_accounts", 1);
      throw new RangeError("no");
    });
  const answer = disturbed.request(...job);
  await Promise.resolve();
  // Once the request has reached its change.
  const spoilt = new Promise((resolve) => process.nextTick(() => resolve(spoil())));
  await expect(spoilt).rejects.toThrow("no");
  expect(runs).toBe(2);
  expect(await answer).toEqual(await alone.request(...job));
  expect(await disturbed.request(...job)).toEqual(await alone.request(...job));
});
