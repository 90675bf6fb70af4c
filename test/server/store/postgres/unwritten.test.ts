import { expect, test } from "vitest";
import type { Connection } from "../../../../src/server/store/postgres/connections.ts";
import { createUnwritten } from "../../../../src/server/store/postgres/unwritten.ts";

function setUp() {
  const connection = { query: async () => ({ rows: [] }) } as unknown as Connection;
  const work = <Value>(run: (one: Connection) => Promise<Value>) => run(connection);
  return createUnwritten({ label: "", schema: "payctl", use: work, change: work, close: async () => {} });
}

test("a flush waits for what is being written, and for what gathers behind it", async () => {
  const unwritten = setUp();
  const written: string[] = [];
  let arrive: () => void = () => {};
  await unwritten.soon(async () => {
    await new Promise<void>((resolve) => {
      arrive = resolve;
    });
    written.push("first");
  });
  const flushed = [unwritten.flush()];
  await new Promise((resolve) => setTimeout(resolve, 10));
  await unwritten.soon(async () => void written.push("second"));
  flushed.push(unwritten.flush());
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(written).toEqual([]);
  arrive();
  await Promise.all(flushed);
  expect(written).toEqual(["first", "second"]);
});

test("a write that fails keeps nobody waiting, and nothing else from being written", async () => {
  const unwritten = setUp();
  const written: string[] = [];
  await unwritten.soon(() => Promise.reject(new Error("no")));
  await unwritten.soon(async () => void written.push("other"));
  await unwritten.flush();
  expect(written).toEqual(["other"]);
});
