import { expect, test } from "vitest";
import { exitCodes } from "../../../../src/errors.ts";
import { ConflictError } from "../../../../src/server/store/records.ts";
import { databaseFailure } from "../../../../src/server/store/sqlite/database-failure.ts";

function driverError(errcode: number): Error {
  return Object.assign(new Error("SQL logic"), { code: "ERR_SQLITE_ERROR", errcode });
}

const another = "use another file";

test.each([
  [5, "is in use by another process", `stop whatever has it open, or ${another}`],
  [6, "is in use by another process", `stop whatever has it open, or ${another}`],
  [261, "is in use by another process", `stop whatever has it open, or ${another}`],
  [8, "can't be written", `check the permissions of it and its folder, or ${another}`],
  [1032, "can't be written", `check the permissions of it and its folder, or ${another}`],
  [266, "can't be read or written", `check the disk, or ${another}`],
  [11, "is damaged", `move it away and start over, or ${another}`],
  [13, "can't grow, the disk is full", `free some space on the disk, or ${another}`],
  [14, "can't be opened", `check the path and its permissions, or ${another}`],
  [26, "is not a database, or is damaged", another],
])("SQLite's result %i is explained in words, with what to do and exit code 3", (code, words, hint) => {
  const cause = driverError(code);
  const told = databaseFailure("/data/reference.db", cause);
  const message = `the database /data/reference.db ${words}`;
  expect(told).toMatchObject({
    message,
    hint: { text: hint, command: "payctl serve --database FILE" },
    cause,
    exitCode: exitCodes.configuration,
  });
});

test("an error that a user can't do anything about stays unchanged", () => {
  for (const error of [driverError(1), new TypeError("x"), "text"]) {
    expect(databaseFailure("/data/reference.db", error)).toBe(error);
  }
});

test("a constraint is a conflict, in its extended codes too", () => {
  const told = [19, 2067, 787, 1].map((code) => databaseFailure("/data/reference.db", driverError(code)));
  expect(told.map((error) => error instanceof ConflictError)).toEqual([true, true, true, false]);
});
