import { expect, onTestFinished, test } from "vitest";
import { createCommits } from "../../../../src/server/store/sqlite/commits.ts";
import { openDatabase } from "../../../../src/server/store/sqlite/database.ts";

async function setUp() {
  const database = await openDatabase(":memory:");
  onTestFinished(() => database.close());
  database.exec("CREATE TABLE words (word TEXT PRIMARY KEY) STRICT");
  const statements: string[] = [];
  const watched = {
    ...database,
    run(sql: string, ...values: (string | number | null | Uint8Array)[]) {
      statements.push(sql);
      return database.run(sql, ...values);
    },
  };
  const commits = createCommits(watched);
  return {
    database,
    commits,
    begun: () => statements.filter((sql) => sql === "BEGIN IMMEDIATE").length,
    committed: () => statements.filter((sql) => sql === "COMMIT").length,
    insert: (word: string) => database.run("INSERT INTO words VALUES (?)", word),
    words: () =>
      database.all<{ word: string }>("SELECT word FROM words ORDER BY word").map((row) => row.word),
  };
}

test("each change has a transaction of its own, in the order in which they were asked for", async () => {
  const { begun, commits, committed, insert, words } = await setUp();
  const done: string[] = [];
  const add = async (word: string) => {
    await commits.write(async () => insert(word));
    done.push(word);
  };
  await Promise.all([add("c"), add("a"), add("b")]);
  expect([begun(), committed(), done, words()]).toEqual([3, 3, ["c", "a", "b"], ["a", "b", "c"]]);
});

test("only the change that fails is undone, including what it did before it failed", async () => {
  const { commits, committed, insert, words } = await setUp();
  const results = await Promise.allSettled([
    commits.write(async () => insert("before")),
    commits.write(async () => {
      insert("half");
      await Promise.resolve();
      throw new RangeError("no");
    }),
    commits.write(async () => insert("before")),
    commits.write(async () => insert("after")),
  ]);
  expect(results.map((result) => result.status)).toEqual(["fulfilled", "rejected", "rejected", "fulfilled"]);
  expect(results[1]).toMatchObject({ reason: new RangeError("no") });
  expect([committed(), words()]).toEqual([2, ["after", "before"]]);
});

test("a change that fails runs once", async () => {
  const { begun, commits, insert, words } = await setUp();
  const change = commits.write(async () => {
    insert("a");
    throw new RangeError("no");
  });
  await expect(change).rejects.toEqual(new RangeError("no"));
  expect([words(), begun()]).toEqual([[], 1]);
});

test("a change that loses the transaction takes no other with it", async () => {
  const { commits, database, insert, words } = await setUp();
  const results = await Promise.allSettled([
    commits.write(async () => insert("before")),
    commits.write(async () => {
      // As SQLite itself does when the disk is full.
      database.exec("ROLLBACK");
      throw new RangeError("lost");
    }),
    commits.write(async () => insert("after")),
  ]);
  expect(results.map((result) => result.status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(results[1]).toMatchObject({ reason: new RangeError("lost") });
  expect(words()).toEqual(["after", "before"]);
});

test("a change is answered after its commit, never before", async () => {
  const { commits, committed, insert } = await setUp();
  const events: unknown[] = [];
  const add = (word: string) => commits.write(async () => insert(word)).then(() => events.push(committed()));
  await add("a");
  await add("b");
  expect(events).toEqual([1, 2]);
});

test("a commit that fails undoes and rejects its change, and the next one works", async () => {
  const { commits, database, insert, words } = await setUp();
  database.exec("PRAGMA foreign_keys = ON");
  database.exec(
    "CREATE TABLE links (word TEXT REFERENCES words (word) DEFERRABLE INITIALLY DEFERRED) STRICT",
  );
  const linked = commits.write(async () => {
    insert("half");
    database.run("INSERT INTO links VALUES ('nothing')");
  });
  await expect(linked).rejects.toThrow();
  expect(words()).toEqual([]);
  await commits.write(async () => insert("next"));
  expect(words()).toEqual(["next"]);
});

test("a full disk rejects what does not fit, in words for people, and the next change succeeds once there is room", async () => {
  const { commits, database, insert, words } = await setUp();
  database.exec("PRAGMA max_page_count = 8");
  const results = await Promise.allSettled([
    commits.write(async () => insert("small")),
    commits.write(async () => insert("x".repeat(100_000))),
  ]);
  const reason = { message: "the database :memory: can't grow, the disk is full", exitCode: 3 };
  expect(results[1]).toMatchObject({ status: "rejected", reason });
  expect([results[0].status, words()]).toEqual(["fulfilled", ["small"]]);
  database.exec("PRAGMA max_page_count = 100000");
  await commits.write(async () => insert("y"));
  expect(words()).toContain("y");
});

test("a read sees no change that is still open", async () => {
  const { commits, insert, words } = await setUp();
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const change = commits.write(async () => {
    insert("a");
    await gate;
    throw new RangeError("undone");
  });
  await new Promise((resolve) => setImmediate(resolve));
  const seen = commits.alone(async () => words());
  release();
  await expect(change).rejects.toThrow("undone");
  expect(await seen).toEqual([]);
});

test("a read that fails does not block anything", async () => {
  const { commits, words } = await setUp();
  await expect(commits.alone(async () => Promise.reject(new RangeError("no")))).rejects.toThrow("no");
  expect(await commits.alone(async () => words())).toEqual([]);
});
