import { expect, onTestFinished, test } from "vitest";
import { failure } from "../../../../src/server/failure.ts";
import {
  createCommits,
  createTurns,
  withoutReferences,
} from "../../../../src/server/store/sqlite/commits.ts";
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
  const commits: number[] = [];
  const group = createCommits(watched, () => commits.push(statements.length));
  return {
    database,
    group,
    commits,
    begun: () => statements.filter((sql) => sql === "BEGIN IMMEDIATE").length,
    insert: (word: string) => database.run("INSERT INTO words VALUES (?)", word),
    words: () =>
      database.all<{ word: string }>("SELECT word FROM words ORDER BY word").map((row) => row.word),
  };
}

test("changes of one turn of the event loop share a transaction, those of the next have their own", async () => {
  const { begun, commits, group, insert, words } = await setUp();
  const add = (word: string) => group.write(async () => insert(word));
  await Promise.all([add("a"), add("b"), add("c")]);
  expect([begun(), commits.length, words()]).toEqual([1, 1, ["a", "b", "c"]]);
  await add("d");
  expect([begun(), commits.length, words()]).toEqual([2, 2, ["a", "b", "c", "d"]]);
});

test("only the change that fails is undone, including what it did before it failed", async () => {
  const { group, insert, words } = await setUp();
  const results = await Promise.allSettled([
    group.write(async () => insert("before")),
    group.write(async () => {
      insert("half");
      await Promise.resolve();
      throw new RangeError("no");
    }),
    group.write(async () => insert("before")),
    group.write(async () => insert("after")),
  ]);
  expect(results.map((result) => result.status)).toEqual(["fulfilled", "rejected", "rejected", "fulfilled"]);
  expect(results[1]).toMatchObject({ reason: new RangeError("no") });
  expect(words()).toEqual(["after", "before"]);
});

test("a refusal that has written nothing does not make the changes in its batch run again", async () => {
  const { begun, group, insert, words } = await setUp();
  const done: string[] = [];
  const add = (word: string, isWelcome = true) =>
    group.write(async () => {
      done.push(word);
      if (!isWelcome) throw failure(409);
      insert(word);
    });
  const results = await Promise.allSettled([add("a"), add("refused", false), add("b")]);
  expect(results[1]).toMatchObject({ status: "rejected", reason: { status: 409 } });
  expect([done, words(), begun()]).toEqual([["a", "refused", "b"], ["a", "b"], 1]);
});

test("a refusal after a write is undone, and the other changes of its transaction run again on their own", async () => {
  const { begun, group, insert, words } = await setUp();
  const done: string[] = [];
  const add = (word: string, isWelcome = true) =>
    group.write(async () => {
      done.push(word);
      insert(word);
      if (!isWelcome) throw failure(409);
    });
  const results = await Promise.allSettled([add("a"), add("refused", false), add("b")]);
  expect(results[1]).toMatchObject({ status: "rejected", reason: { status: 409 } });
  expect([done, words(), begun()]).toEqual([["a", "refused", "a", "refused", "b"], ["a", "b"], 4]);
});

test("a change that fails alone runs once", async () => {
  const { begun, group, insert, words } = await setUp();
  const change = group.write(async () => {
    insert("a");
    throw new RangeError("no");
  });
  await expect(change).rejects.toEqual(new RangeError("no"));
  expect([words(), begun()]).toEqual([[], 1]);
});

test("a change that loses the transaction takes no other with it", async () => {
  const { database, group, insert, words } = await setUp();
  const results = await Promise.allSettled([
    group.write(async () => insert("before")),
    group.write(async () => {
      // As SQLite itself does when the disk is full.
      database.exec("ROLLBACK");
      throw new RangeError("lost");
    }),
    group.write(async () => insert("after")),
  ]);
  expect(results.map((result) => result.status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(results[1]).toMatchObject({ reason: new RangeError("lost") });
  expect(words()).toEqual(["after", "before"]);
});

test("a change is answered after the commit, never before", async () => {
  const { database, group, insert } = await setUp();
  const events: string[] = [];
  await Promise.all(
    ["a", "b"].map((word) =>
      group
        .write(async () => {
          insert(word);
          events.push(`done ${word}`);
        })
        .then(() => {
          // A transaction that is still open would refuse this one.
          database.exec("BEGIN; ROLLBACK");
          events.push(`answered ${word}`);
        }),
    ),
  );
  expect(events).toEqual(["done a", "done b", "answered a", "answered b"]);
});

test("a commit that fails undoes and rejects the whole batch, and the next one works", async () => {
  const { database, group, insert, words } = await setUp();
  database.exec("PRAGMA foreign_keys = ON");
  database.exec(
    "CREATE TABLE links (word TEXT REFERENCES words (word) DEFERRABLE INITIALLY DEFERRED) STRICT",
  );
  const results = await Promise.allSettled([
    group.write(async () => insert("innocent")),
    group.write(async () => database.run("INSERT INTO links VALUES ('nothing')")),
  ]);
  expect(results.map((result) => result.status)).toEqual(["rejected", "rejected"]);
  expect(words()).toEqual([]);
  await group.write(async () => insert("next"));
  expect(words()).toEqual(["next"]);
});

test("a full disk rejects what does not fit, in words for people, and the next change succeeds once there is room", async () => {
  const { database, group, insert, words } = await setUp();
  database.exec("PRAGMA max_page_count = 8");
  const results = await Promise.allSettled([
    group.write(async () => insert("small")),
    group.write(async () => insert("x".repeat(100_000))),
  ]);
  const reason = { message: "the database :memory: can't grow, the disk is full", exitCode: 3 };
  expect(results[1]).toMatchObject({ status: "rejected", reason });
  expect([results[0].status, words()]).toEqual(["fulfilled", ["small"]]);
  database.exec("PRAGMA max_page_count = 100000");
  await group.write(async () => insert("y"));
  expect(words()).toContain("y");
});

test("a read sees no change of a batch that is still open", async () => {
  const { group, insert, words } = await setUp();
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const change = group.write(async () => {
    insert("a");
    await gate;
    throw new RangeError("undone");
  });
  await new Promise((resolve) => setImmediate(resolve));
  const seen = group.read(async () => words());
  release();
  await expect(change).rejects.toThrow("undone");
  expect(await seen).toEqual([]);
});

test("a read that fails does not block anything", async () => {
  const { group, words } = await setUp();
  await expect(group.read(async () => Promise.reject(new RangeError("no")))).rejects.toThrow("no");
  expect(await group.read(async () => words())).toEqual([]);
});

test("work without references, alone, has a transaction of its own, and is undone whole when it fails", async () => {
  const { begun, commits, database, group, insert, words } = await setUp();
  database.exec("PRAGMA foreign_keys = ON");
  const replace = (work: () => void) => group.alone(async () => withoutReferences(database, work));
  const failing = replace(() => {
    insert("half");
    throw new RangeError("no");
  });
  const change = group.write(async () => insert("beside"));
  await expect(failing).rejects.toThrow(new RangeError("no"));
  await change;
  expect([begun(), commits.length, words()]).toEqual([1, 1, ["beside"]]);
  await replace(() => insert("whole"));
  expect([begun(), commits.length, words()]).toEqual([1, 1, ["beside", "whole"]]);
  expect(database.get("PRAGMA foreign_keys")).toEqual({ foreign_keys: 1 });
});

/** Work that runs until it is told to end, and notes its start and its end. */
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

/** Long enough for all work that does not wait for anything else. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

test("shared work runs side by side, and starts at once", () => {
  const events: string[] = [];
  const turns = createTurns();
  void turns.shared(piece(events, "a").work);
  void turns.shared(piece(events, "b").work);
  expect(events).toEqual(["a begins", "b begins"]);
});

test("work that runs alone waits for shared work, and later work waits for it", async () => {
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

test("two pieces of work that run alone never overlap", async () => {
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
