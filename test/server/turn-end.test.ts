import { expect, it } from "vitest";
import { createTurnEnd } from "../../src/server/listening/turn-end.ts";

it("lets all go on together that wait in one turn, behind what is ready to run", async () => {
  const turnEnd = createTurnEnd();
  const order: string[] = [];
  const first = turnEnd().then(() => order.push("first"));
  await Promise.resolve();
  const second = turnEnd().then(() => order.push("second"));
  process.nextTick(() => order.push("ready"));
  await Promise.all([first, second]);
  expect(order).toEqual(["ready", "first", "second"]);
});

it("ends every turn", async () => {
  const turnEnd = createTurnEnd();
  const first = turnEnd();
  await first;
  const second = turnEnd();
  expect(second).not.toBe(first);
  await second;
});
