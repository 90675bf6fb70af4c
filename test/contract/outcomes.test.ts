import { expect, it } from "vitest";
import { failures, transientStatuses, validationFailure } from "../../src/contract/failure.ts";
import { allOperations, operations } from "../../src/contract/operations.ts";
import { knownOutcomes } from "../../src/contract/outcomes.ts";

it("the outcomes of a list are its statuses, both cursors and every retry", () => {
  expect(knownOutcomes(operations.listBuyers)).toEqual([
    ...["200", "400", "401", "403", "404", "422", "425", "429", "500", "502", "503", "504"],
    ...["next-cursor", "previous-cursor"],
    ...["425", "429", "500", "502", "503", "504", "reset", "hang", "truncate"].map(
      (cause) => `retry-after-${cause}`,
    ),
  ]);
});

it("a change that could be made twice is sent again only if it was not made", () => {
  const retries = knownOutcomes(operations.registerDomain).filter((outcome) => outcome.startsWith("retry"));
  expect(retries).toEqual(["retry-after-425", "retry-after-429", "retry-after-503"]);
});

it("every failure of the specification is an outcome of some operation, but for a method that none takes", () => {
  const known = new Set(allOperations.flatMap(knownOutcomes));
  const statuses = [...failures, validationFailure].map(({ status }) => String(status));
  expect(statuses.filter((status) => !known.has(status))).toEqual(["405"]);
  expect(transientStatuses.every((status) => known.has(String(status)))).toBe(true);
});

it("only an operation that embed tokens may call has their limit", () => {
  const limited = allOperations.filter((row) => knownOutcomes(row).includes("embed-limit"));
  expect(limited.map(({ name }) => name)).toEqual(["fetchGiftCardBalances"]);
});
