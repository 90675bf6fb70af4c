import { expect, test } from "vitest";
import { ConflictError } from "../../../../src/server/store/store.ts";
import { id, seededStore } from "../stores.ts";

test("a wallet knows its domains in lower case, and takes each only once", async () => {
  const store = await seededStore({
    digital_wallets: [{ id: id(21), provider: "apple", domain_names: ["b.example", "a.example"] }],
  });
  await store.write((resources) => resources.digitalWallets.addDomain(id(21), "C.example"));
  expect(await store.read((resources) => resources.digitalWallets.find("default", id(21)))).toEqual({
    id: id(21),
    merchantAccountId: "default",
    provider: "apple",
    domainNames: ["a.example", "b.example", "c.example"],
  });
  expect(await store.read((resources) => resources.digitalWallets.find("other", id(21)))).toBeUndefined();
  await expect(
    store.write((resources) => resources.digitalWallets.addDomain(id(21), "c.EXAMPLE")),
  ).rejects.toThrow(ConflictError);
});
