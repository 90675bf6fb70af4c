import type { StoredList } from "../../contract/control/words.ts";
import { allOperations, type OperationName } from "../../contract/operations.ts";
import type { Exercised } from "../exercised/exercised.ts";
import { makeReport } from "../exercised/report.ts";
import { handlers } from "../handlers/table.ts";
import { answerWith, type ControlHandlers } from "./handler.ts";

/** How the data of an operation gets in, and what was decided about it. */
interface Source {
  /** Lists of a seed. */
  readonly seed: readonly StoredList[];
  /** Operations that add to them. */
  readonly operations?: readonly OperationName[];
  /** A heading in docs/developers/decisions.md. */
  readonly decisions: string;
}

const tokens: Source = {
  seed: ["network_tokens", "payment_methods"],
  decisions: "network-tokens-section-3",
};

const changing: readonly OperationName[] = allOperations
  .filter(({ method }) => method !== "GET")
  .map(({ name }) => name);

const sources: Readonly<Record<OperationName, Source>> = {
  listApiKeyPairs: {
    seed: ["api_key_pairs", "roles", "users", "merchant_accounts"],
    decisions: "api-key-pairs-and-merchant-accounts",
  },
  deleteApiKeyPair: { seed: ["api_key_pairs"], decisions: "api-key-pairs-and-merchant-accounts" },
  listAuditLogs: {
    seed: ["audit_logs", "users"],
    operations: changing.filter((name) => !["fetchGiftCardBalances", "provisionCryptogram"].includes(name)),
    decisions: "audit-logs",
  },
  listBuyers: { seed: ["buyers"], decisions: "buyers" },
  suspendNetworkToken: tokens,
  resumeNetworkToken: tokens,
  provisionCryptogram: tokens,
  registerDomain: { seed: ["digital_wallets"], decisions: "other-resources" },
  fetchGiftCardBalances: { seed: ["gift_cards"], decisions: "gift-cards" },
  createAccountUpdaterJob: { seed: ["payment_methods"], decisions: "other-resources" },
  listThreeDsConfigurations: {
    seed: ["three_ds_configurations", "merchant_accounts"],
    operations: ["createMerchantAccount"],
    decisions: "other-resources",
  },
  updateFlowRule: { seed: ["flow_rules"], decisions: "flow-rules-sections-210-and-49" },
  createMerchantAccount: { seed: ["merchant_accounts"], decisions: "api-key-pairs-and-merchant-accounts" },
};

/** What the server answers, how data gets in, and where to read what was decided about it. */
export const coverageHandlers: Pick<ControlHandlers, "readCoverage"> = {
  readCoverage() {
    const operations = allOperations.map(({ method, name, path, scope }) => {
      const { decisions, operations: adding = [], seed } = sources[name];
      return {
        operation: name,
        method,
        path,
        scope,
        implemented: Object.hasOwn(handlers, name),
        data: { seed, operations: adding },
        decisions: `docs/developers/decisions.md#${decisions}`,
      };
    });
    return answerWith({ operations });
  },
};

type ExercisedHandlers = Pick<ControlHandlers, "clearExercised" | "readExercised">;

/** What callers have met, and resetting the counts. */
export function exercisedHandlers(exercised: Exercised): ExercisedHandlers {
  return {
    async readExercised() {
      await exercised.settle?.();
      return answerWith(makeReport(exercised.tally()));
    },
    async clearExercised() {
      await exercised.clear();
      return { status: 204 };
    },
  };
}
