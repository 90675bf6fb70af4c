import fc from "fast-check";
import { expect, it } from "vitest";
import { asCompleted } from "../../../src/commands/bulk/run-bulk.ts";

/** Work whose items end when the test says so. */
function held() {
  const begun: number[] = [];
  const endings = new Map<number, () => void>();
  return {
    begun,
    end: (item: number) => endings.get(item)?.(),
    work: (item: number) => {
      begun.push(item);
      return new Promise<number>((resolve) => endings.set(item, () => resolve(item)));
    },
  };
}

it("work on many items never has more under way than its limit", async () => {
  const run = async (count: number, concurrency: number): Promise<void> => {
    let running = 0;
    let most = 0;
    const work = async (item: number): Promise<number> => {
      running += 1;
      most = Math.max(most, running);
      for (let turn = 0; turn <= item % 5; turn += 1) await Promise.resolve();
      running -= 1;
      return item;
    };
    const items = Array.from({ length: count }, (_, index) => index);
    const done: number[] = [];
    for await (const batch of asCompleted(items, concurrency, work)) done.push(...batch);
    expect(done.toSorted((left, right) => left - right)).toEqual(items);
    expect(most).toBe(Math.min(count, concurrency));
  };
  await fc.assert(fc.asyncProperty(fc.nat(60), fc.integer({ min: 1, max: 12 }), run));
});

it("results come in order of completion", async () => {
  const { end, work } = held();
  const results = asCompleted([1, 2, 3], 2, work);
  const first = results.next();
  end(2);
  expect((await first).value).toEqual([2]);
  const second = results.next();
  end(3);
  end(1);
  expect((await second).value?.length).toBeGreaterThan(0);
  await results.return(undefined);
});

it("work starts nothing new once the reader has left, and waits for what runs", async () => {
  const { begun, end, work } = held();
  const results = asCompleted([1, 2, 3, 4], 2, work);
  const first = results.next();
  end(1);
  await first;
  const stopped = results.return(undefined);
  end(2);
  await stopped;
  expect(begun).toEqual([1, 2]);
});

it("work ends with the error of an item, after what was under way", async () => {
  const ended: number[] = [];
  const work = async (item: number): Promise<number> => {
    if (item === 2) throw new Error("broken");
    await new Promise((resolve) => setImmediate(resolve));
    ended.push(item);
    return item;
  };
  const read = async (): Promise<void> => {
    for await (const _ of asCompleted([1, 2, 3, 4, 5], 2, work));
  };
  await expect(read()).rejects.toThrow("broken");
  expect(ended).not.toContain(5);
});
