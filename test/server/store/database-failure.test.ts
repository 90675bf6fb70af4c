import { expect, test } from "vitest";
import { exitCodes } from "../../../src/exit-codes.ts";
import { databaseFailure, isConflict } from "../../../src/server/store/database-failure.ts";

function driverError(errcode: number): Error {
  return Object.assign(new Error("SQL logic"), { code: "ERR_SQLITE_ERROR", errcode });
}

test.each([
  [5, "is in use by another process"],
  [261, "is in use by another process"],
  [8, "can't be written"],
  [1032, "can't be written"],
  [266, "can't be read or written"],
  [11, "is damaged"],
  [13, "can't grow, the disk is full"],
  [14, "can't be opened"],
  [26, "is not a database, or is damaged"],
])("SQLite's result %i is told in words, with a hint and exit code 3", (code, words) => {
  const cause = driverError(code);
  const hint = expect.stringMatching(/payctl serve/);
  const told = databaseFailure("/data/reference.db", cause);
  const message = `The database /data/reference.db ${words}.`;
  expect(told).toMatchObject({ message, hint, cause, exitCode: exitCodes.configuration });
});

test("an error that nobody can do something about stays as it is", () => {
  for (const error of [driverError(1), new TypeError("x"), "text"]) {
    expect(databaseFailure("/data/reference.db", error)).toBe(error);
  }
});

test("a constraint tells a conflict, in its extended forms too", () => {
  expect([19, 2067, 787, 1].map((code) => isConflict(driverError(code)))).toEqual([true, true, true, false]);
});
