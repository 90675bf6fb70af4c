import { expect, test, vi } from "vitest";
import type { JournalEntry } from "../../src/contract/control/schemas/requests.ts";
import { createFaults } from "../../src/server/faults/faults.ts";
import { createJournal } from "../../src/server/journal/journal.ts";
import { shareSimulation } from "../../src/server/sharing.ts";
import { openSources } from "../../src/server/sources.ts";
import type { Common, KeptEntry } from "../../src/server/store/store.ts";

test("a journal shows its entries even while they are on their way to the database", async () => {
  const kept: KeptEntry[] = [];
  let arrive: () => void = () => {};
  const common: Common = {
    ask: async () => {},
    follow: () => {},
    cell: () => ({ update: async (work) => work(undefined).value }),
    unwritten: { soon: async (write) => void write(), others: async () => {} },
    journal: {
      async append(entries) {
        await new Promise<void>((resolve) => {
          arrive = resolve;
        });
        kept.push(...entries);
      },
      list: async () => kept,
      clear: async () => {},
    },
  };
  const { journal } = await shareSimulation(
    {
      sources: openSources({
        now: () => new Date(),
        newId: () => "id",
        randomBytes: (length) => new Uint8Array(length),
      }),
      faults: createFaults([]),
      journal: createJournal("redacted"),
      sets: { clock: false, faults: false },
    },
    common,
  );
  journal.add({ id: "one" } as JournalEntry);
  const append = vi.spyOn(common.journal, "append");
  await expect.poll(() => append.mock.calls.length).toBe(1);
  const listed = journal.list();
  await new Promise((resolve) => setImmediate(resolve));
  arrive();
  expect(await listed).toEqual([{ id: "one", response: null }]);
  await journal.close();
});
