import { expect, it } from "vitest";
import { operations } from "../../../src/contract/operations.ts";
import { handlers } from "../../../src/server/handlers/table.ts";

// A handler that changed something in a read would be answered before its change is durable.
it("exactly those operations that change something run in a write transaction", () => {
  const changing = Object.entries(handlers).filter(([, { transaction }]) => transaction === "write");
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

it("every operation has a handler", () => {
  expect(Object.keys(handlers).sort()).toEqual(Object.keys(operations).sort());
});
