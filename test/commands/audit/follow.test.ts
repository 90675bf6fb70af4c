import { expect, it } from "vitest";
import { type FollowOptions, follow, positionAt } from "../../../src/commands/audit/follow.ts";
import type { ListPage } from "../../../src/terminal/output.ts";

interface Log {
  readonly id: string;
  readonly timestamp: string;
}

const base = Date.parse("2026-01-15T12:00:00Z");

function log(id: string, seconds: number): Log {
  return { id, timestamp: new Date(base + seconds * 1000).toISOString() };
}

/** A list as the service answers it: newest first, in pages of two. */
async function* listed(logs: readonly Log[]): AsyncGenerator<ListPage> {
  const newestFirst = logs.toSorted(
    (a, b) => b.timestamp.localeCompare(a.timestamp) || b.id.localeCompare(a.id),
  );
  for (let start = 0; start === 0 || start < newestFirst.length; start += 2) {
    const isLast = start + 2 >= newestFirst.length;
    yield { items: newestFirst.slice(start, start + 2), limit: 2, nextCursor: isLast ? null : `${start}` };
  }
}

/** A start from nothing that fails on everything that a test does not give. */
function begin(): Omit<FollowOptions, "history" | "pages" | "pause"> {
  return {
    position: positionAt(Number.NEGATIVE_INFINITY),
    settle: 60_000,
    now: () => base + 3_600_000,
    spoolPath: () => Promise.reject(new Error("no file is needed")),
    reached: async () => {},
    repeated: async () => {},
    isOnce: false,
    keeps: undefined,
  };
}

class Stop extends Error {}

/** Runs one poll after the other; one that is an Error fails. Returns the ids in the order shown. */
async function idsOf(looks: readonly (readonly Log[] | Error)[], history = 10): Promise<string[]> {
  let look = 0;
  const ids: string[] = [];
  const entries = follow({
    ...begin(),
    pages: () => {
      const answer = looks[look] ?? [];
      if (answer instanceof Error) throw answer;
      return listed(answer);
    },
    history,
    pause: async () => {
      look += 1;
      if (look === looks.length) throw new Stop();
    },
  });
  try {
    for await (const items of entries) ids.push(...items.map((item) => (item as Log).id));
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
  }
  return ids;
}

it("following shows what was there, then what is new, each once and oldest first", async () => {
  const first = [log("a", 1), log("b", 2), log("c", 3)];
  const second = [...first, log("d", 4), log("e", 5), log("f", 6)];
  expect(await idsOf([first, second, second])).toEqual(["a", "b", "c", "d", "e", "f"]);
});

it("following starts with as many entries as asked, and never shows the others later", async () => {
  const logs = [log("a", 1), log("b", 2), log("c", 3)];
  expect(await idsOf([logs, logs, [...logs, log("d", 4)]], 1)).toEqual(["c", "d"]);
  expect(await idsOf([logs, [...logs, log("d", 4)]], 0)).toEqual(["d"]);
});

it("following shows entries of one instant once, however they arrive", async () => {
  const burst = ["a", "b", "c", "d", "e"].map((id) => log(id, 1));
  const looks = burst.map((_, index) => burst.slice(0, index + 1));
  expect(await idsOf(looks)).toEqual(["a", "b", "c", "d", "e"]);
});

it("following shows an entry that turns up late, after newer ones", async () => {
  const first = [log("b", 50)];
  expect(await idsOf([first, [...first, log("a", 20)]])).toEqual(["b", "a"]);
});

it("following is not led past other entries by one from the future", async () => {
  const first = [log("a", 1), log("z", 7200)];
  const second = [...first, log("b", 2)];
  expect(await idsOf([first, second, second])).toEqual(["a", "z", "b"]);
});

it("following continues after a failed poll, and misses nothing", async () => {
  const first = [log("a", 1)];
  const later = [...first, log("b", 2)];
  expect(await idsOf([first, new Error("gone"), new Error("gone"), later])).toEqual(["a", "b"]);
});

it("following starts on an empty list", async () => {
  expect(await idsOf([[], [], [log("a", 1)]])).toEqual(["a"]);
});
