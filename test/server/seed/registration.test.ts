import { expect, test } from "vitest";
import { registerKeyPair } from "../../../src/server/seed/registration.ts";
import { referenceUser } from "../../../src/server/store/built-in.ts";
import { newPublicKey } from "../store/public-keys.ts";
import { id, seededStore } from "../store/stores.ts";

const key = newPublicKey();

test("a registered key pair may do everything and was created by the built-in user", async () => {
  const store = await seededStore({});
  await registerKeyPair(store, { id: id(1), displayName: "Mine", publicKey: key.pem });
  expect(await store.read((resources) => resources.apiKeyPairs.find(id(1)))).toMatchObject({
    thumbprint: key.thumbprint,
    displayName: "Mine",
    allow: ["*.read", "*.write", "embed"],
    merchantAccountIds: undefined,
    creator: referenceUser,
  });
});

test("a registered key pair is never taken for another one", async () => {
  const store = await seededStore({});
  await registerKeyPair(store, { id: id(1), displayName: "Mine", publicKey: key.pem });
  await expect(
    registerKeyPair(store, { id: id(2), displayName: "Again", publicKey: key.pem }),
  ).rejects.toThrow("UNIQUE constraint failed: api_key_pairs.thumbprint");
  await expect(
    registerKeyPair(store, { id: id(3), displayName: "None", publicKey: "no key" }),
  ).rejects.toMatchObject({ message: "a key pair needs the PEM of a P-521 public key", exitCode: 2 });
});
