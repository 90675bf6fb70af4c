import { expect, it } from "vitest";
import { operations } from "../../../src/contract/operations.ts";
import { handlers } from "../../../src/server/handlers/table.ts";

// A handler that changes something and does not say so would be answered before its change is durable.
it("says of exactly those operations that change something that they do", () => {
  const changing = Object.entries(handlers).filter(([, { effect }]) => effect === "change");
  expect(changing.map(([name]) => name).toSorted()).toEqual([
    "createAccountUpdaterJob",
    "createMerchantAccount",
    "deleteApiKeyPair",
    "registerDomain",
    "resumeNetworkToken",
    "suspendNetworkToken",
    "updateFlowRule",
  ]);
});

// Its answer would be kept, and the same bytes given out twice.
it("says of exactly the operation that takes random bytes that it does", () => {
  const drawing = Object.entries(handlers).filter(([, { effect }]) => effect === "draw");
  expect(drawing.map(([name]) => name)).toEqual(["provisionCryptogram"]);
});

it("has a handler for each operation", () => {
  expect(Object.keys(handlers).sort()).toEqual(Object.keys(operations).sort());
});
