import { expect, onTestFinished, test } from "vitest";
import { startReference } from "../helpers/server.ts";

async function setUp() {
  let time = Date.parse("2026-03-01T12:00:00.000Z");
  const reference = await startReference({ seed: {}, now: () => new Date(time) });
  onTestFinished(() => reference.close());
  return {
    reference,
    setTime: (text: string) => {
      time = Date.parse(text);
    },
    create: async (id: string) =>
      (await reference.request("POST", "/merchant-accounts", { body: { id, display_name: id } })).json,
    audited: async () =>
      (await reference.request("GET", "/audit-logs?limit=100")).json.items
        .map(({ resource, timestamp }: { resource: { id: string }; timestamp: string }) => [
          resource.id,
          timestamp,
        ])
        .toReversed(),
  };
}

test("changes made at the same time are audited in the order in which they were made", async () => {
  const { audited, create } = await setUp();
  const ids = Array.from({ length: 12 }, (_, index) => `shop-${index}`);
  for (const id of ids) await create(id);
  expect(await audited()).toEqual(ids.map((id) => [id, "2026-03-01T12:00:00.000Z"]));
});

test("a time of day that goes back makes no change older than an earlier one", async () => {
  const { audited, create, setTime } = await setUp();
  await create("first");
  setTime("2026-03-01T11:00:00.000Z");
  expect(await create("second")).toMatchObject({ created_at: "2026-03-01T12:00:00.000Z" });
  setTime("2026-03-01T13:00:00.000Z");
  await create("third");
  expect(await audited()).toEqual([
    ["first", "2026-03-01T12:00:00.000Z"],
    ["second", "2026-03-01T12:00:00.000Z"],
    ["third", "2026-03-01T13:00:00.000Z"],
  ]);
});

test("a change is made at the time that the clock was set back to", async () => {
  const { audited, create, reference } = await setUp();
  await create("first");
  await reference.request("PUT", "/_reference/clock", { body: { time: "2020-01-01T00:00:00.000Z" } });
  await create("second");
  expect(await audited()).toEqual([
    ["second", "2020-01-01T00:00:00.000Z"],
    ["first", "2026-03-01T12:00:00.000Z"],
  ]);
});
