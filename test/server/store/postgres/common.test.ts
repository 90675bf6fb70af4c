import { expect, test } from "vitest";
import { createCommon } from "../../../../src/server/store/postgres/common.ts";
import type { Connection } from "../../../../src/server/store/postgres/connections.ts";

/** What servers share, on a database that answers questions when the test wants, and fails at each commit. */
function setUp() {
  const answers: ((clock: string | undefined) => void)[] = [];
  const applied: (string | undefined)[] = [];
  const connection = {
    query: async (statement: unknown) => {
      if (statement === "COMMIT") throw new Error("no");
      return { rows: [] };
    },
  } as unknown as Connection;
  const work = <Value>(run: (one: Connection) => Promise<Value>) => run(connection);
  const common = createCommon({
    askState: () =>
      new Promise((resolve) => {
        answers.push((clock) => resolve({ moment: 1, cells: clock === undefined ? {} : { clock } }));
      }),
    connections: { label: "", schema: "payctl", use: work, change: work, close: async () => {} },
    dataset: 1,
    learned: () => {},
  });
  common.follow("clock", (text) => applied.push(text));
  const ask = async (clock: string | undefined) => {
    const asked = common.ask();
    answers.shift()?.(clock);
    await asked;
  };
  return { answers, applied, ask, common };
}

test("what follows a cell gets each other text once, also if there is none any more", async () => {
  const { applied, ask } = setUp();
  for (const text of [undefined, "a", "a", "b", undefined, "a"]) await ask(text);
  expect(applied).toEqual([undefined, "a", "b", undefined, "a"]);
});

test("an answer that is overtaken by that to a later question changes nothing", async () => {
  const { answers, applied, common } = setUp();
  const asked = [common.ask(), common.ask()];
  answers[1]?.("new");
  await asked[1];
  answers[0]?.("old");
  await asked[0];
  expect(applied).toEqual(["new"]);
});

test("a change of a cell that is not committed is undone with the next question", async () => {
  const { applied, ask, common } = setUp();
  await ask("a");
  const changed = common.cell("clock").update(() => ({ text: "b", value: undefined }));
  await expect(changed).rejects.toThrow("no");
  await ask("a");
  expect(applied).toEqual(["a", "a"]);
});
