import { expect, test } from "vitest";
import { freshAddress, startOn, type TestServer } from "./servers.ts";

const ruleId = "c0000000-0000-4000-8000-000000000000";
const rule = `/flows/checkout/actions/select-payment-options/rules/${ruleId}`;

const seed = {
  flow_rules: [
    {
      id: ruleId,
      flow: "checkout" as const,
      action: "select-payment-options" as const,
      outcome: { type: "boolean" as const, result: true as const },
    },
  ],
};

/** Two servers, whose clocks differ by a quarter of a second, as those of two machines may. */
async function startTwo(): Promise<readonly [TestServer, TestServer]> {
  const address = await freshAddress();
  const behind = await startOn(address, { seed });
  return [behind, await startOn(address, { now: () => new Date(Date.now() + 250) })];
}

interface Entry {
  readonly id: string;
  readonly timestamp: string;
  readonly resource: { readonly name: string };
}

async function entriesOf(server: TestServer): Promise<readonly Entry[]> {
  return (await server.request("GET", "/audit-logs?limit=100")).json.items.toReversed();
}

test("however two servers change a rule, its audit entries have the order and the times of the changes", async () => {
  const servers = await startTwo();
  const written = new Map<string, string>();
  const seen: Entry[] = [];
  let isOver = false;

  async function read(server: TestServer): Promise<void> {
    while (!isOver) {
      const entries = await entriesOf(server);
      const known = seen.at(-1)?.id;
      // Whatever is new is at the end.
      seen.push(...entries.slice(entries.findIndex(({ id }) => id === known) + 1));
    }
  }

  const reading = read(servers[0]);
  const clients = Array.from({ length: 6 }, async (_, client) => {
    for (let round = 0; round < 5; round += 1) {
      const description = `${client} in round ${round}`;
      const { json } = await servers[client % 2 === 0 ? 0 : 1].request("PUT", rule, {
        position: 0,
        description,
      });
      written.set(description, json.updated_at);
    }
  });
  await Promise.all(clients);
  isOver = true;
  await reading;

  const entries = await entriesOf(servers[1]);
  const times = entries.map(({ timestamp }) => timestamp);
  expect(entries).toHaveLength(30);
  expect(times).toEqual(times.toSorted());
  expect(times).toEqual(entries.map(({ resource }) => written.get(resource.name)));
  expect(seen).toEqual(entries.slice(0, seen.length));
  const { json } = await servers[0].request("GET", "/_reference/data/flow_rules");
  expect(json.items[0]).toMatchObject({
    description: entries.at(-1)?.resource.name,
    updated_at: times.at(-1),
  });
});
