import { expect, it } from "vitest";
import { recordedSeed } from "../../../src/commands/serve/recorded-seed.ts";
import { readHar, splitSittings } from "../../../src/recording/read-har.ts";
import { generateKey } from "../../helpers/keys.ts";
import { recordEverything, recordedSeed as seedOfService } from "../../helpers/recorded.ts";
import { startReference } from "../../helpers/server.ts";

/** A recording of a fresh service, whose entries are of this sitting. */
async function entriesOf(sitting: number): Promise<readonly object[]> {
  const service = await startReference({ seed: seedOfService(generateKey().publicPem) });
  const { entries } = JSON.parse(await recordEverything(service)).log;
  await service.close();
  return entries.map((entry: object) => ({ ...entry, _sitting: sitting }));
}

async function seedOf(...sittings: readonly (readonly object[])[]) {
  const creator = { name: "payctl serve record", version: "1" };
  const text = JSON.stringify({ log: { version: "1.2", creator, entries: sittings.flat() } });
  return recordedSeed(splitSittings(readHar(text, { file: "a.har", baseUrl: undefined })));
}

it("a recording of two sittings becomes the data of both, each with its usual account as default", async () => {
  const [first, second] = [await entriesOf(1), await entriesOf(2)];
  const [both, one, other] = [await seedOf(first, second), await seedOf(first), await seedOf(second)];
  expect(one.buyers?.length).toBeGreaterThan(20);
  for (const list of ["buyers", "audit_logs", "api_key_pairs", "network_tokens", "gift_cards"] as const) {
    const ids = (seed: typeof both) => seed[list]?.map(({ id }) => id).toSorted();
    expect(ids(both)).toEqual([...(ids(one) ?? []), ...(ids(other) ?? [])].toSorted());
  }
  const accounts = new Set(both.buyers?.map((buyer) => buyer.merchant_account_id));
  const named = both.merchant_accounts?.map(({ id }) => id) ?? [];
  // Each sitting has a name of its own for the other account.
  expect([accounts.size, accounts.has("default"), new Set(named).size]).toEqual([3, true, named.length]);
});

it("entries of nearly one moment keep the order in which they were shown", async () => {
  const times = [957, 957, 956, 956].map((part) => `2026-11-25T10:00:00.${part}Z`);
  const items = times.map((created_at, index) => ({
    id: `${index}0000000-0000-4000-8000-000000000000`,
    created_at,
  }));
  const content = { mimeType: "application/json", text: JSON.stringify({ items, next_cursor: null }) };
  const seed = await seedOf([
    {
      request: { method: "GET", url: "https://service.invalid/buyers", headers: [] },
      response: { status: 200, headers: [], content },
      startedDateTime: "2026-11-25T10:00:00.000Z",
    },
  ]);
  expect(seed.buyers?.map((buyer) => buyer.created_at)).toEqual(
    [957, 956, 955, 954].map((part) => `2026-11-25T10:00:00.${part}Z`),
  );
});
