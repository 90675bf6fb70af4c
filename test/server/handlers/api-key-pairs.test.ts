import { expect, it } from "vitest";
import {
  ada,
  created,
  entryOf,
  id,
  type KeyPairName,
  keyPairIds,
  now,
  openWorld,
  thumbprintOf,
} from "./world.ts";

interface Listed {
  readonly id: string;
  readonly private_key: unknown;
}

function idsOf(items: readonly Listed[]): string[] {
  return items.map((item) => item.id).toSorted();
}

function idsFor(...names: KeyPairName[]): string[] {
  return names.map((name) => keyPairIds[name]).toSorted();
}

const read = { scopes: ["api-key-pairs.read"] };
const write = { scopes: ["api-key-pairs.write"] };

it("listApiKeyPairs shows an unrestricted key pair every key pair, whatever the merchant account header says", async () => {
  const { ask } = await openWorld();
  const { body, status } = await ask("GET", "/api-key-pairs", { ...read, account: "acme" });
  expect([status, idsOf(body.items)]).toEqual([200, Object.values(keyPairIds).toSorted()]);
});

it("listApiKeyPairs describes a key pair without its private key", async () => {
  const { ask } = await openWorld();
  const { body } = await ask("GET", "/api-key-pairs", { ...read, as: "acmeOnly" });
  expect(body.items).toEqual([
    {
      type: "api-key-pair",
      id: keyPairIds.acmeOnly,
      thumbprint: thumbprintOf("acmeOnly"),
      display_name: "acmeOnly",
      algorithm: "ECDSA",
      active: true,
      private_key: null,
      last_used_at: expect.toSatisfy((value) => value === null || value === now),
      created_at: created,
      updated_at: created,
      creator: { id: ada.id, name: ada.name, email_address: ada.email_address, thumbprint: null },
      merchant_accounts: [
        {
          type: "merchant-account",
          id: "acme",
          display_name: "Acme",
          over_capture_amount: null,
          over_capture_percentage: null,
          created_at: created,
          updated_at: created,
        },
      ],
      roles: [expect.objectContaining({ type: "role", slug: "administrator" })],
    },
  ]);
});

it("listApiKeyPairs shows a restricted key pair only those whose accounts are all its own", async () => {
  const { ask } = await openWorld();
  const one = await ask("GET", "/api-key-pairs", { ...read, as: "acmeOnly" });
  const two = await ask("GET", "/api-key-pairs", { ...read, as: "acmeAndDefault" });
  expect(idsOf(one.body.items)).toEqual(idsFor("acmeOnly"));
  expect(idsOf(two.body.items)).toEqual(idsFor("acmeOnly", "acmeAndDefault"));
});

it("listApiKeyPairs answers page by page", async () => {
  const { ask } = await openWorld();
  const first = await ask("GET", "/api-key-pairs?limit=2");
  const second = await ask("GET", `/api-key-pairs?limit=100&cursor=${first.body.next_cursor}`);
  expect(idsOf([...first.body.items, ...second.body.items])).toEqual(Object.values(keyPairIds).toSorted());
  expect([first.body.previous_cursor, second.body.next_cursor]).toEqual([null, null]);
});

it("deleteApiKeyPair answers 204 without a body, and the key pair is gone", async () => {
  const { ask } = await openWorld();
  const target = `/api-key-pairs/${keyPairIds.support}`;
  expect(await ask("DELETE", target, write)).toEqual({ status: 204, body: undefined });
  expect((await ask("DELETE", target, write)).status).toBe(404);
  const { body } = await ask("GET", "/api-key-pairs", read);
  expect(idsOf(body.items)).not.toContain(keyPairIds.support);
});

it("deleteApiKeyPair is recorded in the account default, with the user who created the calling key pair", async () => {
  const { ask } = await openWorld();
  await ask("DELETE", `/api-key-pairs/${keyPairIds.acmeOnly}`, write);
  expect((await ask("GET", "/audit-logs")).body.items).toEqual([
    entryOf("deleted", { type: "api-key-pair", id: keyPairIds.acmeOnly, name: "acmeOnly" }),
  ]);
});

it("deleteApiKeyPair is recorded with the built-in user when nobody created the calling key pair", async () => {
  const { ask } = await openWorld();
  await ask("DELETE", `/api-key-pairs/${keyPairIds.acmeOnly}`, { ...write, as: "orphan" });
  const { body } = await ask("GET", "/audit-logs");
  expect(body.items[0].user).toEqual({
    type: "user",
    id: "0a7c7f0e-5a55-4b1e-9c05-6f2f3a1d0001",
    name: "Reference Administrator",
    is_staff: false,
    status: "active",
    email_address: "administrator@reference.example",
  });
});

it("deleteApiKeyPair answers 404 for a key pair that does not exist, and 422 for an id that is not a uuid", async () => {
  const { ask } = await openWorld();
  expect((await ask("DELETE", `/api-key-pairs/${id(999)}`, write)).status).toBe(404);
  expect((await ask("DELETE", "/api-key-pairs/mine", write)).status).toBe(422);
});

it.each([keyPairIds.acmeOnly, id(999)])(
  "deleteApiKeyPair answers 403 to a restricted key pair for %s",
  async (target) => {
    const { ask } = await openWorld();
    const answer = await ask("DELETE", `/api-key-pairs/${target}`, { ...write, as: "acmeAndDefault" });
    expect([answer.status, answer.body.code]).toEqual([403, "forbidden"]);
  },
);
