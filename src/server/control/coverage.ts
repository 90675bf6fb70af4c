import type { StoredList } from "../../contract/control/words.ts";
import { evidence } from "../../contract/evidence.ts";
import { allOperations, type OperationName } from "../../contract/operations.ts";
import type { Exercised } from "../exercised/exercised.ts";
import { makeReport } from "../exercised/report.ts";
import { handlers } from "../handlers/table.ts";
import { answerWith, type ControlHandlers } from "./handler.ts";

/** How the data of an operation gets in. */
interface Source {
  /** Lists of a seed. */
  readonly seed: readonly StoredList[];
  /** Operations that add to them. */
  readonly operations?: readonly OperationName[];
}

const tokens: Source = {
  seed: ["network_tokens", "payment_methods"],
};

const changing: readonly OperationName[] = allOperations
  .filter(({ method }) => method !== "GET")
  .map(({ name }) => name);

const sources: Readonly<Record<OperationName, Source>> = {
  listApiKeyPairs: {
    seed: ["api_key_pairs", "roles", "users", "merchant_accounts"],
  },
  deleteApiKeyPair: { seed: ["api_key_pairs"] },
  listAuditLogs: {
    seed: ["audit_logs", "users"],
    operations: changing.filter((name) => !["fetchGiftCardBalances", "provisionCryptogram"].includes(name)),
  },
  listBuyers: { seed: ["buyers"] },
  suspendNetworkToken: tokens,
  resumeNetworkToken: tokens,
  provisionCryptogram: tokens,
  registerDomain: { seed: ["digital_wallets"] },
  fetchGiftCardBalances: { seed: ["gift_cards"] },
  createAccountUpdaterJob: { seed: ["payment_methods"] },
  listThreeDsConfigurations: {
    seed: ["three_ds_configurations", "merchant_accounts"],
    operations: ["createMerchantAccount"],
  },
  updateFlowRule: { seed: ["flow_rules"] },
  createMerchantAccount: { seed: ["merchant_accounts"] },
};

/** What the server answers, how data gets in, and where to read what was decided about it. */
export const coverageHandlers: Pick<ControlHandlers, "readCoverage"> = {
  readCoverage() {
    const operations = allOperations.map(({ method, name, path, scope }) => {
      const { operations: adding = [], seed } = sources[name];
      const { clients, decisions, recordings, specification } = evidence[name];
      return {
        operation: name,
        method,
        path,
        scope,
        implemented: Object.hasOwn(handlers, name),
        data: { seed, operations: adding },
        evidence: { specification, description: "openapi.json", clients, recordings },
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
