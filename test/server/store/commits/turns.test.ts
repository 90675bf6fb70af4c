import { expect, test } from "vitest";
import { createTurns } from "../../../../src/server/store/commits/turns.ts";

/** Work that lasts until it is told to end, and notes both. */
function piece(events: string[], name: string) {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const work = async () => {
    events.push(`${name} begins`);
    await ended;
    events.push(`${name} ends`);
    return name;
  };
  return { work, end: () => end() };
}

/** Long enough for everything that waits for nothing else. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

test("work that shares runs side by side, and at once", () => {
  const events: string[] = [];
  const turns = createTurns();
  void turns.shared(piece(events, "a").work);
  void turns.shared(piece(events, "b").work);
  expect(events).toEqual(["a begins", "b begins"]);
});

test("what runs alone waits for those who share, and whoever comes later waits for it", async () => {
  const events: string[] = [];
  const turns = createTurns();
  const [first, lone, late] = [piece(events, "first"), piece(events, "lone"), piece(events, "late")];
  const results = [turns.shared(first.work), turns.alone(lone.work)];
  await settle();
  results.push(turns.shared(late.work));
  await settle();
  expect(events).toEqual(["first begins"]);
  first.end();
  await settle();
  expect(events).toEqual(["first begins", "first ends", "lone begins"]);
  lone.end();
  late.end();
  expect(await Promise.all(results)).toEqual(["first", "lone", "late"]);
  expect(events.slice(3)).toEqual(["lone ends", "late begins", "late ends"]);
});

test("two pieces that run alone never meet", async () => {
  const events: string[] = [];
  const turns = createTurns();
  const [first, second] = [piece(events, "first"), piece(events, "second")];
  const both = Promise.all([turns.alone(first.work), turns.alone(second.work)]);
  second.end();
  await settle();
  expect(events).toEqual(["first begins"]);
  first.end();
  await both;
  expect(events).toEqual(["first begins", "first ends", "second begins", "second ends"]);
});

test("work that fails, shared or alone, lets the next one through", async () => {
  const turns = createTurns();
  const fail = async () => Promise.reject(new RangeError("no"));
  await expect(turns.shared(fail)).rejects.toThrow("no");
  await expect(turns.alone(fail)).rejects.toThrow("no");
  expect(await turns.alone(async () => "alone")).toBe("alone");
  expect(await turns.shared(async () => "shared")).toBe("shared");
});
